import { checkNumber, checkWhole, parameterError } from "./check.ts";
import { HindcastError } from "./errors.ts";

/** A whole number, such as a period in bars. */
export interface IntegerParam {
  readonly kind: "integer";
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly description?: string;
}

/** A finite number, such as a multiple of the standard deviation. */
export interface NumberParam {
  readonly kind: "number";
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly description?: string;
}

/** One of a closed list of words. */
export interface ChoiceParam<T extends string = string> {
  readonly kind: "choice";
  readonly default: T;
  readonly choices: readonly T[];
  readonly description?: string;
}

/** Yes or no. */
export interface BooleanParam {
  readonly kind: "boolean";
  readonly default: boolean;
  readonly description?: string;
}

/** Any text. */
export interface TextParam {
  readonly kind: "text";
  readonly default: string;
  readonly description?: string;
}

export type Param = IntegerParam | NumberParam | ChoiceParam | BooleanParam | TextParam;

/** Parameters by name, in the order in which they may be given by position. */
export type ParamSpecs = Readonly<Record<string, Param>>;

/** The value that one parameter takes. */
export type ParamValue<P extends Param> =
  P extends ChoiceParam<infer T> ? T : P extends BooleanParam ? boolean : P extends TextParam ? string : number;

/** The values of a whole set of parameters: `{ fast: number, slow: number }`. */
export type ParamValues<P extends ParamSpecs> = { readonly [K in keyof P]: ParamValue<P[K]> };

/** The values of any set of parameters. */
export type AnyParamValues = Readonly<Record<string, number | string | boolean>>;

const PERIOD_LIMIT = 1_000_000_000;

/**
 * Declares a parameter with its default and bounds.
 *
 * @example
 * const params = { period: param.integer({ default: 14, min: 1 }), seed: param.choice(["sma", "first"], { default: "sma" }) };
 */
export const param = {
  integer(spec: { default: number; min?: number; max?: number; description?: string }): IntegerParam {
    return { kind: "integer", min: 1, max: PERIOD_LIMIT, ...spec };
  },
  number(spec: { default: number; min?: number; max?: number; description?: string }): NumberParam {
    return { kind: "number", min: -Infinity, max: Infinity, ...spec };
  },
  choice<const T extends string>(
    choices: readonly T[],
    spec: { default: NoInfer<T>; description?: string },
  ): ChoiceParam<T> {
    return { kind: "choice", choices, ...spec };
  },
  boolean(spec: { default: boolean; description?: string }): BooleanParam {
    return { kind: "boolean", ...spec };
  },
  text(spec: { default: string; description?: string }): TextParam {
    return { kind: "text", ...spec };
  },
} as const;

/**
 * The values of all parameters: what was given, checked, and defaults for the rest.
 * Throws a `RangeError` for a value out of range and `PARAMETER_UNKNOWN` for a name that `owner` does not have.
 */
export function resolveParams<P extends ParamSpecs>(
  owner: string,
  specs: P,
  given: Readonly<Record<string, unknown>> = {},
): ParamValues<P> {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(specs, name)) {
      const known = Object.keys(specs);
      throw new HindcastError(
        "PARAMETER_UNKNOWN",
        `${owner} has no parameter ${JSON.stringify(name)}; it has ${known.join(", ") || "none"}`,
        { owner, parameter: name, known },
      );
    }
  }
  const values: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(specs)) {
    const value = Object.hasOwn(given, name) && given[name] !== undefined ? given[name] : spec.default;
    values[name] = checkParam(name, spec, value);
  }
  return values as ParamValues<P>;
}

function checkParam(name: string, spec: Param, value: unknown): unknown {
  switch (spec.kind) {
    case "integer":
      return checkWhole(name, value, spec.min, spec.max === PERIOD_LIMIT ? undefined : spec.max);
    case "number":
      return checkNumber(name, value, spec.min, spec.max);
    case "choice":
      if (typeof value === "string" && spec.choices.includes(value)) return value;
      throw parameterError(name, `one of ${spec.choices.join(", ")}`, value);
    case "boolean":
      if (typeof value === "boolean") return value;
      throw parameterError(name, "true or false", value);
    case "text":
      if (typeof value === "string") return value;
      throw parameterError(name, "text", value);
  }
}
