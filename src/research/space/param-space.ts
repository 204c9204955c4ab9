import { parameterError } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Param, ParamSpecs, ParamValue, ParamValues } from "../../primitives/param.ts";
import type { AnyStrategy, Strategy } from "../../engine/strategy.ts";
import { type Axis, type Between, betweenAxis, listAxis, type ParamChoice } from "./axis.ts";

/** Parameter values of a trial by name. */
export type TrialParams = Readonly<Record<string, ParamChoice>>;

/** Values to try for each parameter: a list, a continuous range, or one value. Parameters left out keep their defaults. */
export type SpaceDefinition = Readonly<Record<string, readonly ParamChoice[] | Between | ParamChoice>>;

/** Values to try for the parameters of a strategy. If the strategy's type is unknown, any names are allowed. */
export type SpaceOf<S extends AnyStrategy> = string extends keyof SpecsOf<S>
  ? SpaceDefinition
  : { readonly [K in keyof SpecsOf<S>]?: ValuesOf<ParamValue<SpecsOf<S>[K]>> };

type ValuesOf<T> = readonly T[] | T | (T extends number ? Between : never);

/** Function that returns true if a combination of values is allowed, otherwise false or a reason. */
export type Constraint = (params: TrialParams) => boolean | string;

/** A constraint whose argument has the parameter types of a strategy. */
export type ConstraintOf<S extends AnyStrategy> = string extends keyof SpecsOf<S>
  ? Constraint
  : (params: ParamValues<SpecsOf<S>>) => boolean | string;

type SpecsOf<S extends AnyStrategy> = S extends Strategy<infer P, infer _G, infer _S> ? P : ParamSpecs;

/** The combinations of parameters that an experiment may try, without those that the constraints of strategy or caller exclude. */
export class ParamSpace {
  readonly axes: readonly Axis[];
  /** Number of combinations, including those that a constraint excludes. */
  readonly size: number;
  readonly #definition: SpaceDefinition;
  readonly #strategy: AnyStrategy;
  readonly #defaults: TrialParams;
  readonly #constraint: Constraint | undefined;

  /**
   * Throws PARAMETER_UNKNOWN for a parameter that the strategy does not have, and PARAMETER_OUT_OF_RANGE for a value that it does not
   * allow.
   */
  constructor(strategy: AnyStrategy, definition: SpaceDefinition, constraint?: Constraint) {
    const specs = (strategy.params ?? {}) as Readonly<Record<string, Param>>;
    if (typeof definition !== "object" || definition === null)
      throw parameterError("params", "at least one parameter with its values", definition);
    this.axes = Object.entries(definition).map(([name, values]) => axisOf(strategy.name, specs, name, values));
    if (this.axes.length === 0) throw parameterError("params", "at least one parameter with its values", definition);
    this.size = this.axes.reduce((size, { count }) => size * count, 1);
    this.#definition = definition;
    this.#strategy = strategy;
    this.#defaults = Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, spec.default]));
    this.#constraint = constraint;
  }

  /** Returns the combination with a given number. The last parameter changes fastest, as in nested loops. */
  at(number: number): TrialParams {
    const params: Record<string, ParamChoice> = {};
    let rest = number;
    for (let i = this.axes.length - 1; i >= 0; i--) {
      const { count, at } = this.axes[i]!;
      params[this.axes[i]!.name] = at(rest % count);
      rest = Math.floor(rest / count);
    }
    return Object.fromEntries(this.axes.map(({ name }) => [name, params[name]!]));
  }

  /** Returns the combination at shares from 0 to 1 of the range of each parameter. */
  atShares(shares: ArrayLike<number>): TrialParams {
    return Object.fromEntries(this.axes.map(({ name, atShare }, i) => [name, atShare(shares[i]!)]));
  }

  /** Whether the constraints of strategy and caller both accept a combination. */
  accepts(params: TrialParams): boolean {
    const allParams = { ...this.#defaults, ...params };
    return (
      (this.#strategy.constraint?.(allParams) ?? true) === true && (this.#constraint?.(allParams) ?? true) === true
    );
  }

  /** Returns the error for a space whose combinations are all excluded. */
  noPointsError(): HindcastError {
    return parameterError(
      "params",
      "values with at least one combination that the constraint accepts",
      this.#definition,
    );
  }

  /** Returns the numbers that represent a combination in tables and identify it. */
  encode(params: TrialParams): Float64Array {
    return Float64Array.from(this.axes, ({ name, encode }) => encode(params[name]!));
  }

  decode(codes: ArrayLike<number>): TrialParams {
    return Object.fromEntries(this.axes.map(({ name, decode }, i) => [name, decode(codes[i]!)]));
  }
}

function axisOf(owner: string, specs: Readonly<Record<string, Param>>, name: string, values: unknown): Axis {
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
  if (spec === undefined) {
    const known = Object.keys(specs);
    const message = `${owner} has no parameter ${JSON.stringify(name)}; it has ${known.join(", ") || "none"}`;
    throw new HindcastError("PARAMETER_UNKNOWN", message, { owner, parameter: name, known });
  }
  if (isBetween(values)) {
    if (spec.kind !== "number")
      throw parameterError(name, `a list of values, because the parameter is of kind ${spec.kind}`, values);
    spec.check(name, values.min);
    spec.check(name, values.max);
    return betweenAxis(name, values);
  }
  const list = Array.isArray(values) ? (values as readonly unknown[]) : [values];
  if (list.length === 0) throw parameterError(name, "a list of at least one value", values);
  if (new Set(list).size < list.length) throw parameterError(name, "a list without repeated values", values);
  return listAxis(
    name,
    list.map((value) => spec.check(name, value)),
  );
}

function isBetween(values: unknown): values is Between {
  return (values as { readonly kind?: unknown } | null)?.kind === "between";
}
