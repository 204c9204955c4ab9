import { shown } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { FillTerms } from "./fill-terms.ts";
import { resolveParams, type ParamSpecs, type ParamValues } from "../primitives/param.ts";

/** A named model with parameters, such as a commission: a `create` that makes the function the broker calls. */
export interface Model<P extends ParamSpecs, F> {
  readonly name: string;
  readonly title: string;
  readonly params: P;
  /** It reads the terms of the fill, which are else not written. */
  readonly usesTerms?: true;
  /** The function that makes its settings, for a model that cannot be named in words: flags and requests do not offer it. */
  readonly madeBy?: string;
  /**
   * `terms` are those of the fill at hand, whenever the function is called. `given` are the settings as the caller wrote them. A model that is `madeBy` a
   * function returns undefined for settings that are not.
   */
  create(params: ParamValues<P>, terms: FillTerms, given: ModelSettings): F | undefined;
}

/** A model as settings name it: `{ model: "percent", rate: 0.001 }`. */
export interface ModelSettings {
  readonly model: string;
  readonly [parameter: string]: unknown;
}

// eslint-disable-next-line typescript/no-explicit-any -- parameters are checked by the model's own specs
export type AnyModel<F> = Model<any, F>;

/** Checks the settings of a model and fills in its defaults. Throws `SETTING_INVALID` for a model that there is not. */
export function resolveModel<F>(
  setting: string,
  models: Readonly<Record<string, AnyModel<F>>>,
  given: ModelSettings,
  terms: FillTerms = new FillTerms(),
): { readonly settings: ModelSettings; readonly apply: F; readonly usesTerms: boolean } {
  const named = typeof given === "object" && given !== null;
  const { model: name, ...params } = named ? given : { model: "" };
  const model = typeof name === "string" && Object.hasOwn(models, name) ? models[name] : undefined;
  if (model === undefined) {
    const known = offeredModels(models);
    throw new HindcastError(
      "SETTING_INVALID",
      `${setting} must be one of ${known.join(", ")}${named ? "" : ", named like { model: ... }"}, was ${shown(named ? name : given)}`,
      {
        setting,
        value: name,
        known,
      },
    );
  }
  const values = resolveParams(`${setting} ${name}`, model.params, params);
  const apply = model.create(values, terms, given);
  if (apply === undefined) {
    const known = offeredModels(models);
    throw new HindcastError(
      "SETTING_INVALID",
      `${setting} ${name} needs a function: call ${model.madeBy} in the program that starts the run, or use one of ${known.join(", ")}`,
      { setting, value: name, known },
    );
  }
  // What settings carry beside words stays with them.
  const carried = Object.getOwnPropertySymbols(given).map((key) => [key, (given as unknown as Carrying)[key]] as const);
  return {
    settings: Object.freeze({ model: name, ...values, ...Object.fromEntries(carried) }),
    apply,
    usesTerms: model.usesTerms === true,
  };
}

type Carrying = Readonly<Record<symbol, unknown>>;

/** The names of the models that flags and requests can name. */
export function offeredModels<F>(models: Readonly<Record<string, AnyModel<F>>>): readonly string[] {
  return Object.keys(models).filter((name) => models[name]!.madeBy === undefined);
}

/** How many functions of one text there were, and the number of each: two of them may still see different variables. */
const numbers = new Map<string, { count: number; readonly of: WeakMap<object, number> }>();

/** The text of a function that settings carry, with its number where there were others of that text. */
export function sourceOf(apply: (...given: never[]) => unknown): string {
  const text = String(apply);
  let known = numbers.get(text);
  if (known === undefined) numbers.set(text, (known = { count: 0, of: new WeakMap() }));
  let number = known.of.get(apply);
  if (number === undefined) known.of.set(apply, (number = ++known.count));
  return number === 1 ? text : `${text} #${number}`;
}
