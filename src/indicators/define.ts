import { parameterError } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { resolveParams, type ParamSpecs, type ParamValues } from "../primitives/param.ts";
import { indicatorNodes, Node } from "./node.ts";
import type { Compat, IndicatorSpec, InputNames, OutputSpecs, PerInput, PerOutput } from "./spec.ts";
import { fillStream, type Stream } from "./stream.ts";

/** Any parameter by name; `compat` sets those that another program has otherwise, a parameter that is given counts before it. */
export type NamedParams<P extends ParamSpecs> = Partial<ParamValues<P>> & { readonly compat?: Compat };

/** Numbers by position in the order of the parameters, and any parameter by name in a last object. */
export type ParamArguments<P extends ParamSpecs> = number[] | [...numbers: number[], named: NamedParams<P>];

/** Anything that has the inputs by name, such as bars; `source` is read from `close`. */
export type ByName<I extends InputNames, T> = { readonly [K in I[number] as K extends "source" ? "close" : K]: T };

/** A stream with its inputs named by position. */
export interface IndicatorStream<I extends InputNames, O> extends Omit<
  Stream<PerOutput<O, number>>,
  "update" | "peek"
> {
  update(...inputs: PerInput<I, number>): PerOutput<O, number>;
  peek(...inputs: PerInput<I, number>): PerOutput<O, number>;
  /** Back to the state of a fresh stream. */
  reset(): void;
  /** Computes whole columns and leaves the stream live behind their last bar. */
  fill(...inputs: PerInput<I, Column>): PerOutput<O, Column>;
}

/**
 * A defined indicator. Called on columns it computes columns of the same length, NaN before the first value; called on nodes
 * of a strategy's graph it makes nodes.
 */
export interface Indicator<
  I extends InputNames = InputNames,
  P extends ParamSpecs = ParamSpecs,
  O extends OutputSpecs = OutputSpecs,
> {
  (...args: [...PerInput<I, Column>, ...ParamArguments<P>]): PerOutput<O, Column>;
  (...args: [...PerInput<I, Node>, ...ParamArguments<P>]): PerOutput<O, Node>;
  (bars: ByName<I, Column>, ...params: ParamArguments<P>): PerOutput<O, Column>;
  (bars: ByName<I, Node>, ...params: ParamArguments<P>): PerOutput<O, Node>;
  /** The same into columns that the caller owns, so that nothing is allocated; an output may be one of the inputs. */
  into(outs: PerOutput<O, Column>, ...args: [...PerInput<I, Column>, ...ParamArguments<P>]): PerOutput<O, Column>;
  /** A fresh stream: `update` takes one bar's inputs by position. */
  stream(...params: ParamArguments<P>): IndicatorStream<I, O>;
  /** Index of the first defined value on inputs without a gap at the start. */
  warmup(...params: ParamArguments<P>): PerOutput<O, number>;
  readonly spec: IndicatorSpec<I, P, O>;
}

/* eslint-disable typescript/no-explicit-any -- one type for every combination of inputs, parameters and outputs */
/** Any indicator, for code that walks the catalogue: it takes and gives what its specification says. */
export interface AnyIndicator {
  (...args: any[]): any;
  into(outs: any, ...args: any[]): any;
  stream(...params: any[]): IndicatorStream<any, any>;
  warmup(...params: any[]): any;
  readonly spec: IndicatorSpec<any, any, any>;
}
/* eslint-enable typescript/no-explicit-any */

/**
 * Makes an indicator of its specification.
 *
 * @example
 * const momentum = defineIndicator({ name: "mom", title: "Momentum", category: "momentum", inputs: ["source"], ... });
 * momentum(close, 10); // a column
 * momentum.stream(10).update(101.5); // one bar
 */
export function defineIndicator<const I extends InputNames, const P extends ParamSpecs, const O extends OutputSpecs<I>>(
  spec: IndicatorSpec<I, P, O>,
): Indicator<I, P, O> {
  const outputs = Object.keys(spec.outputs);
  const single = outputs.length === 1 && outputs[0] === "value";
  const graph = Object.freeze({
    name: spec.name,
    outputs,
    batch: (inputs: readonly Column[], params: Readonly<Record<string, unknown>>) =>
      compute(spec, inputs, params, undefined),
    stream: (params: Readonly<Record<string, unknown>>) => spec.stream(params as ParamValues<P>),
  });
  const named = <T>(values: readonly T[]): PerOutput<O, T> =>
    (single ? values[0] : Object.fromEntries(outputs.map((name, i) => [name, values[i]]))) as PerOutput<O, T>;

  const call = (...args: unknown[]) => {
    const { inputs, params } = split(spec, args);
    if (inputs.every((input) => input instanceof Node)) return named(indicatorNodes(graph, inputs, params));
    return named(compute(spec, checkColumns(spec, inputs), params, undefined));
  };
  const members = {
    spec,
    into(outs: unknown, ...args: unknown[]) {
      const { inputs, params } = split(spec, args);
      compute(spec, checkColumns(spec, inputs), params, outs);
      return outs;
    },
    stream(...args: unknown[]) {
      const params = paramsOf(spec, args);
      const stream = spec.stream(params);
      const fresh = stream.snapshot();
      return Object.defineProperties(stream, {
        reset: { value: () => stream.restore(fresh) },
        fill: { value: (...inputs: unknown[]) => named(fillStream(stream, checkColumns(spec, inputs), outputs)) },
      });
    },
    warmup: (...args: unknown[]) => spec.warmup(paramsOf(spec, args)),
  };
  return Object.defineProperty(Object.assign(call, members), "name", { value: spec.name }) as unknown as Indicator<
    I,
    P,
    O
  >;
}

// eslint-disable-next-line typescript/no-explicit-any -- read by name only
type AnySpec = IndicatorSpec<any, any, any>;

function compute(
  spec: AnySpec,
  inputs: readonly Column[],
  params: Readonly<Record<string, unknown>>,
  given: unknown,
): Column[] {
  const names = Object.keys(spec.outputs);
  const length = inputs[0]!.length;
  const outs: Column[] = [];
  for (const name of names) {
    const out = given === undefined ? new Float64Array(length) : outNamed(given, name);
    if (out instanceof Float64Array && out.length === length && !outs.includes(out)) {
      outs.push(out);
      continue;
    }
    throw parameterError(
      `out ${name}`,
      `a Float64Array of length ${length} and of its own`,
      out instanceof Float64Array ? `one of length ${out.length}${out.length === length ? " given twice" : ""}` : out,
    );
  }
  const apart = inputs.map((input) =>
    given !== undefined && outs.some((out) => out.buffer === input.buffer) ? input.slice() : input,
  );
  spec.batch(apart, params as ParamValues<ParamSpecs>, outs);
  return outs;
}

function outNamed(given: unknown, name: string): unknown {
  return given instanceof Float64Array ? given : (given as Record<string, unknown> | null)?.[name];
}

/** Arguments as inputs and parameters: inputs by position, or all of them from one record. */
function split(
  spec: AnySpec,
  args: readonly unknown[],
): { inputs: unknown[]; params: Readonly<Record<string, unknown>> } {
  const first = args[0];
  const names = spec.inputs as readonly string[];
  if (Array.isArray(first) || (ArrayBuffer.isView(first) && !(first instanceof Float64Array))) {
    const kind = Array.isArray(first) ? "an array" : "another kind of view";
    throw parameterError(
      `${spec.name} input ${names[0]}`,
      "a Float64Array (make one by Float64Array.from), a node, or bars",
      kind,
    );
  }
  if (typeof first === "object" && first !== null && !(first instanceof Float64Array) && !(first instanceof Node)) {
    const record = first as Record<string, unknown>;
    const inputs = names.map((name) => record[name === "source" && !("source" in record) ? "close" : name]);
    return { inputs, params: paramsOf(spec, args.slice(1)) };
  }
  return { inputs: args.slice(0, names.length), params: paramsOf(spec, args.slice(names.length)) };
}

function checkColumns(spec: AnySpec, inputs: readonly unknown[]): Column[] {
  const names = spec.inputs as readonly string[];
  const length = inputs[0] instanceof Float64Array ? inputs[0].length : 0;
  return names.map((name, i) => {
    const input = inputs[i];
    if (!(input instanceof Float64Array))
      throw parameterError(`${spec.name} input ${name}`, "a Float64Array, or a node like the other inputs", input);
    if (input.length !== length)
      throw parameterError(`${spec.name} input ${name}`, `of the same length as ${names[0]} (${length})`, input.length);
    return input;
  });
}

function paramsOf<P extends ParamSpecs>(
  spec: Pick<IndicatorSpec<InputNames, P, OutputSpecs>, "name" | "params" | "compat">,
  args: readonly unknown[],
): ParamValues<P> {
  const last = args.at(-1);
  const named = typeof last === "object" && last !== null ? (last as Record<string, unknown>) : {};
  const positional = args.slice(0, named === last ? -1 : undefined);
  const numeric = Object.entries(spec.params).filter(([, p]) => p.kind === "integer" || p.kind === "number");
  if (positional.length > numeric.length) {
    throw new HindcastError(
      "PARAMETER_UNKNOWN",
      `${spec.name} takes at most ${numeric.length} numbers after its inputs, was given ${positional.length}`,
      { owner: spec.name },
    );
  }
  const given: Record<string, unknown> = {};
  positional.forEach((value, i) => (given[numeric[i]![0]] = value));
  const { compat, ...rest } = named;
  if (compat === undefined) return resolveParams(spec.name, spec.params, { ...given, ...rest });
  if (compat !== "talib" && compat !== "tradingview") throw parameterError("compat", "talib or tradingview", compat);
  return resolveParams(spec.name, spec.params, { ...spec.compat?.[compat], ...given, ...rest });
}
