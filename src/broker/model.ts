import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { resolveParams, type ParamSpecs, type ParamValues } from "../primitives/param.ts";
import { FillTerms } from "./fill-terms.ts";

/** A named model with parameters, such as a commission: a `create` that makes the function the broker calls. */
export interface Model<P extends ParamSpecs, F> {
  readonly name: string;
  readonly title: string;
  readonly params: P;
  /** It reads the terms of the fill, which are else not written. */
  readonly usesTerms?: true;
  /** It is made of a part that a program defines, which takes the place of parameters: flags and requests do not offer it. */
  readonly custom?: true;
  /** `terms` are those of the fill at hand, whenever the function is called. */
  create(params: ParamValues<P>, terms: FillTerms): F;
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
      `${setting} must be one of ${known.join(", ")}${named ? "" : ", named like { model: ... }"}, was ${formatValue(named ? name : given)}`,
      {
        setting,
        value: name,
        known,
      },
    );
  }
  const usesTerms = model.usesTerms === true;
  if (model.custom === true)
    return { settings: given, apply: model.create(given as ParamValues<ParamSpecs>, terms), usesTerms };
  const values = resolveParams(`${setting} ${name}`, model.params, params);
  const settings = Object.freeze({ model: name, ...values });
  return { settings, apply: model.create(values, terms), usesTerms };
}

/** The names of the models that flags and requests can name. */
export function offeredModels<F>(models: Readonly<Record<string, AnyModel<F>>>): readonly string[] {
  return Object.keys(models).filter((name) => models[name]!.custom !== true);
}
