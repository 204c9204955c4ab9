import { HindcastError } from "./errors.ts";
import { mapValues } from "./record-helpers.ts";
import type { BooleanParam, ChoiceParam, IntegerParam, NumberParam, TextParam } from "./param-kinds.ts";

/** A parameter of any kind. */
export type Param = IntegerParam | NumberParam | ChoiceParam | BooleanParam | TextParam;

/** Parameters by name, in the order of positional arguments. */
export type ParamSpecs = Readonly<Record<string, Param>>;

/** Type of the value of a parameter. */
export type ParamValue<P extends Param> =
  P extends ChoiceParam<infer T> ? T : P extends BooleanParam ? boolean : P extends TextParam ? string : number;

/** Type of the values of several parameters: `{ fast: number, slow: number }`. */
export type ParamValues<P extends ParamSpecs> = { readonly [K in keyof P]: ParamValue<P[K]> };

/** Values of any parameters, by name. */
export type AnyParamValues = Readonly<Record<string, number | string | boolean>>;

/**
 * Declares a parameter with its default and bounds.
 *
 * @example
 * const params = { period: param.integer({ default: 14, min: 1 }), seed: param.choice(["sma", "first"], { default: "sma" }) };
 */
export * as param from "./param-kinds.ts";

/**
 * Returns the values of all parameters: given values, checked, and defaults for the others. Throws `PARAMETER_OUT_OF_RANGE` for an invalid
 * value, and `PARAMETER_UNKNOWN` for a name that is not a parameter of `owner`.
 */
export function resolveParams<P extends ParamSpecs>(
  owner: string,
  specs: P,
  given: Readonly<Record<string, unknown>>,
): ParamValues<P> {
  const known = Object.keys(specs);
  for (const parameter in given)
    if (!known.includes(parameter))
      throw new HindcastError(
        "PARAMETER_UNKNOWN",
        `${owner} has no parameter ${JSON.stringify(parameter)}; it has ${known.join(", ") || "none"}`,
        { owner, parameter, known },
      );
  return mapValues(specs, (spec, name) => {
    const { [name]: value = spec.default } = given;
    return spec.check(name, value);
  }) as ParamValues<P>;
}
