import { parameterError } from "../primitives/check.ts";
import { type Column, toColumn, type Numbers } from "../primitives/column.ts";
import { mapValues } from "../primitives/record-helpers.ts";
import { resolveParams, type ParamSpecs, type ParamValues } from "../primitives/param.ts";
import { isRecord } from "../primitives/state.ts";
import type { GraphNode } from "./node.ts";
import type { Compat, IndicatorSpec, InputNames, OutputSpecs, PerInput, PerOutput } from "./spec.ts";
import { fillStream, Stream, type StreamKind } from "./stream.ts";

/** Any parameter by name; `compat` sets those that another program has otherwise, a parameter that is given counts before it. */
export type NamedParams<P extends ParamSpecs> = Partial<ParamValues<P>> & { readonly compat?: Compat };

/** Numbers by position in the order of the parameters, and any parameter by name in a last object. */
export type ParamArguments<P extends ParamSpecs> = number[] | [...numbers: number[], named: NamedParams<P>];

/** Anything that has the inputs by name, such as bars; `source` is read from `close`. */
export type ByName<I extends InputNames, T> = { readonly [K in I[number] as K extends "source" ? "close" : K]: T };

/** Columns that the caller owns: one, or one for each output by name; extra outputs may be left out. */
export type OutColumns<O> = O extends { readonly value: unknown }
  ? Column
  : { readonly [K in keyof O as O[K] extends { readonly extra: true } ? never : K]: Column } & {
      readonly [K in keyof O as O[K] extends { readonly extra: true } ? K : never]?: Column;
    };

/** An indicator with its parameters, which were checked once: it takes its inputs by position, and after them columns to write into. */
export interface PreparedIndicator<I extends InputNames, O> {
  (...inputs: PerInput<I, Numbers>): PerOutput<O, Column>;
  <Out extends OutColumns<O>>(...args: [...inputs: PerInput<I, Numbers>, out: Out]): Out;
}

/** A stream with its inputs named by position. */
export interface IndicatorStream<I extends InputNames, O> extends Omit<
  Stream<PerOutput<O, number>>,
  "update" | "peek" | "fill"
> {
  update(...inputs: PerInput<I, number>): PerOutput<O, number>;
  peek(...inputs: PerInput<I, number>): PerOutput<O, number>;
  /** Computes whole columns and leaves the stream live behind their last bar. */
  fill(...inputs: PerInput<I, Numbers>): PerOutput<O, Column>;
}

/**
 * A defined indicator. Called on columns, or lists of numbers, it computes columns of the same length, NaN before the first value; called on nodes
 * of a strategy's graph it makes nodes.
 */
export interface Indicator<
  I extends InputNames = InputNames,
  P extends ParamSpecs = ParamSpecs,
  O extends OutputSpecs = OutputSpecs,
> {
  (...args: [...PerInput<I, Numbers>, ...ParamArguments<P>]): PerOutput<O, Column>;
  (...args: [...PerInput<I, GraphNode>, ...ParamArguments<P>]): PerOutput<O, GraphNode>;
  (bars: ByName<I, Numbers>, ...params: ParamArguments<P>): PerOutput<O, Column>;
  (bars: ByName<I, GraphNode>, ...params: ParamArguments<P>): PerOutput<O, GraphNode>;
  /**
   * The same into columns that the caller owns, so that nothing is allocated; an output may be one of the inputs. Extra outputs that are left out take
   * no time.
   */
  into<Out extends OutColumns<O>>(outs: Out, ...args: [...PerInput<I, Numbers>, ...ParamArguments<P>]): Out;
  /** The indicator with these parameters, for many columns: what must be checked of the parameters is checked once. */
  of(...params: ParamArguments<P>): PreparedIndicator<I, O>;
  /** A fresh stream: `update` takes one bar's inputs by position. */
  stream(...params: ParamArguments<P>): IndicatorStream<I, O>;
  /** Index of the first defined value on inputs without a gap at the start; the earliest one where the data decide, as of pivots and zigzag. */
  warmup(...params: ParamArguments<P>): PerOutput<O, number>;
  readonly spec: IndicatorSpec<I, P, O>;
}

/* eslint-disable typescript/no-explicit-any -- one type for every combination of inputs, parameters and outputs */
/** Any indicator, for code that walks the catalogue: it takes and gives what its specification says. */
export interface AnyIndicator {
  (...args: any[]): any;
  into(outs: any, ...args: any[]): any;
  of(...params: any[]): (...args: any[]) => any;
  stream(...params: any[]): IndicatorStream<any, any>;
  warmup(...params: any[]): any;
  readonly spec: IndicatorSpec<any, any, any>;
}
/* eslint-enable typescript/no-explicit-any */

/**
 * Makes an indicator of its specification; `custom` for one that is code of a user. A page that imports one indicator takes all of this file with it: it knows nodes by their
 * member `applied` alone, and has one message for each way to call wrongly.
 *
 * @example
 * const momentum = defineIndicator({ name: "mom", title: "Momentum", category: "momentum", inputs: ["source"], ... });
 * momentum(close, 10); // a column
 * momentum.stream(10).update(101.5); // one bar
 */
export function defineIndicator<const I extends InputNames, const P extends ParamSpecs, const O extends OutputSpecs<I>>(
  spec: IndicatorSpec<I, P, O>,
  custom?: boolean,
): Indicator<I, P, O> {
  const { inputs: names } = spec;
  const places = names.map((name) => `${spec.name} input ${name}`);
  const outputs = Object.keys(spec.outputs);
  const named = (values: readonly unknown[]) =>
    "value" in spec.outputs ? values[0] : mapValues(spec.outputs, (_, _name, place) => values[place]);
  const compute = (inputs: readonly unknown[], params: ParamValues<P>, given?: unknown): unknown => {
    const columns = columnsOf(places, inputs);
    const outs = outsOf(spec.outputs, columns[0]!.length, given);
    const buffers = outs.map((out) => out?.buffer);
    // An input may be an output too.
    const own = columns.map((column) => (buffers.includes(column.buffer) ? column.slice() : column));
    (spec as AnySpec).batch(own, params, outs as Column[]);
    return given ?? named(outs);
  };
  const run = (args: readonly unknown[], given?: unknown): unknown => {
    const bars = args[0] as Record<string, unknown>;
    // What is no node and cannot be counted through is a record with the inputs by name.
    const byName = isRecord(bars) && !isNode(bars);
    const inputs = names.map((name, place) =>
      byName ? bars[name === "source" && !(name in bars) ? "close" : name] : args[place],
    );
    const params = paramsOf(spec, args.slice(byName ? 1 : names.length));
    if (inputs.every(isNode)) return named(inputs[0]!.applied(spec as AnySpec, inputs, params, !custom));
    return compute(inputs, params, given);
  };
  /** Of the last stream that was made, since many are made of the same parameters. */
  let kind: StreamKind | undefined;
  // A function that is a member of an object has the name of the member.
  return Object.assign({ [spec.name]: (...args: unknown[]) => run(args) }[spec.name]!, {
    spec,
    into: (outs: unknown, ...args: unknown[]) => run(args, outs),
    of(...args: unknown[]) {
      const params = paramsOf(spec, args);
      return (...given: unknown[]) => compute(given, params, given[names.length]);
    },
    stream(...args: unknown[]) {
      const params = paramsOf(spec, args);
      const of = `${spec.name}(${Object.values(params).join()})`;
      // Texts of a custom one may hold commas.
      if (custom || kind?.of !== of)
        kind = {
          of,
          make: () => spec.stream(params),
          fill: (stream, inputs) => named(fillStream(stream, columnsOf(places, inputs), outputs)),
        };
      return Stream.made(spec.stream(params), kind);
    },
    warmup: (...args: unknown[]) => spec.warmup(paramsOf(spec, args)),
  }) as unknown as Indicator<I, P, O>;
}

// eslint-disable-next-line typescript/no-explicit-any -- read by name only
type AnySpec = IndicatorSpec<any, any, any>;

function isNode(input: unknown): input is GraphNode {
  return !!(input as GraphNode | undefined)?.applied;
}

/** New columns, or those of the caller; none for an extra one that the caller leaves out. */
function outsOf(outputs: OutputSpecs, length: number, given: unknown): (Column | undefined)[] {
  const outs: (Column | undefined)[] = [];
  for (const name in outputs) {
    const own = (given as Record<string, unknown> | undefined)?.[name];
    const out = (given && outputs[name]!.extra ? own : (own ?? given ?? new Float64Array(length))) as
      | Column
      | undefined;
    if (
      out &&
      (!(out instanceof Float64Array && out.length === length) ||
        outs.some((other) => other?.buffer === out.buffer && Math.abs(other.byteOffset - out.byteOffset) < length * 8))
    )
      throw parameterError(`out ${name}`, `its own Float64Array of length ${length}`, out);
    outs.push(out);
  }
  return outs;
}

function columnsOf(places: readonly string[], inputs: readonly unknown[]): Column[] {
  let length: number | undefined;
  return places.map((place, i) => {
    const column = toColumn(place, inputs[i] as Column);
    if (column.length === (length ??= column.length)) return column;
    throw parameterError(place, `of length ${length}`, column);
  });
}

function paramsOf<P extends ParamSpecs>(
  { name, params, compat: presets }: Pick<IndicatorSpec<InputNames, P, OutputSpecs>, "name" | "params" | "compat">,
  args: readonly unknown[],
): ParamValues<P> {
  const given: Record<string, unknown> = {};
  const numeric = Object.keys(params).filter((key) => "min" in params[key]!);
  args.forEach((arg, i) => {
    if (i === args.length - 1 && Object(arg) === arg) {
      const named = arg as Record<string, unknown>;
      for (const parameter in given)
        if (parameter in named) throw parameterError(parameter, "given once", named[parameter]);
      Object.assign(given, named);
    }
    // One number too many becomes a parameter that there is not, and the message says so.
    else given[numeric[i] ?? `number ${i + 1}`] = arg;
  });
  const { compat, ...rest } = given;
  if (![undefined, "talib", "tradingview"].includes(compat as string | undefined))
    throw parameterError("compat", "talib or tradingview", compat);
  return resolveParams(name, params, { ...presets?.[compat as Compat], ...rest });
}
