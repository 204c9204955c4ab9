import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { resolveParams, type ParamSpecs, type ParamValues } from "../primitives/param.ts";
import { FillTerms } from "./fill-terms.ts";

/** Named model with parameters, such as a commission model. Its `create` returns the function that the broker calls. */
export interface Model<P extends ParamSpecs, F> {
  readonly name: string;
  readonly title: string;
  readonly params: P;
  /** Whether the model reads the terms of the fill. The broker sets these only if a model reads them. */
  readonly usesTerms?: true;
  /** Whether a program defines the model by functions. Flags and HTTP requests do not offer such a model. */
  readonly custom?: true;
  /** Creates the model's function. At each call, `terms` holds the terms of the current fill. */
  create(params: ParamValues<P>, terms: FillTerms): F;
}

/** A model as a value of a setting, such as `{ model: "percent", rate: 0.001 }`. */
export interface ModelSettings {
  readonly model: string;
  readonly [parameter: string]: unknown;
}

// eslint-disable-next-line typescript/no-explicit-any -- parameters are checked by the model's own specs
export type AnyModel<F> = Model<any, F>;

/** Checks the settings of a model and adds default parameters. Throws `SETTING_INVALID` for an unknown model. */
export function resolveModel<F>(
  setting: string,
  models: Readonly<Record<string, AnyModel<F>>>,
  input: ModelSettings,
  terms: FillTerms = new FillTerms(),
): { readonly settings: ModelSettings; readonly apply: F; readonly usesTerms: boolean } {
  const isNamed = typeof input === "object" && input !== null;
  const { model: name, ...params } = isNamed ? input : { model: "" };
  const model = typeof name === "string" && Object.hasOwn(models, name) ? models[name] : undefined;
  if (model === undefined) {
    const known = offeredModels(models);
    throw new HindcastError(
      "SETTING_INVALID",
      `${setting} must be one of ${known.join(", ")}${isNamed ? "" : ", given as { model: NAME }"}, was ${formatValue(isNamed ? name : input)}`,
      {
        setting,
        value: name,
        known,
      },
    );
  }
  const usesTerms = model.usesTerms === true;
  if (model.custom === true)
    return { settings: input, apply: model.create(input as ParamValues<ParamSpecs>, terms), usesTerms };
  const values = resolveParams(`${setting} ${name}`, model.params, params);
  const settings = Object.freeze({ model: name, ...values });
  return { settings, apply: model.create(values, terms), usesTerms };
}

/** Returns the names of the models that flags and HTTP requests accept. */
export function offeredModels<F>(models: Readonly<Record<string, AnyModel<F>>>): readonly string[] {
  return Object.keys(models).filter((name) => models[name]!.custom !== true);
}
