import { parameterError } from "../primitives/check.ts";
import { type Column, toColumn, type Numbers } from "../primitives/column.ts";
import { mapValues } from "../primitives/record-helpers.ts";
import { resolveParams, type ParamSpecs, type ParamValues } from "../primitives/param.ts";
import { isRecord } from "../primitives/state.ts";
import type { GraphNode } from "./node.ts";
import type { Compat, IndicatorSpec, InputNames, OutputSpecs, PerInput, PerOutput } from "./spec.ts";
import { fillStream, Stream, type StreamKind } from "./stream.ts";

/** Parameters by name. `compat` selects the parameters that match another program. Other named parameters override `compat`. */
export type NamedParams<P extends ParamSpecs> = Partial<ParamValues<P>> & { readonly compat?: Compat };

/** Arguments of an indicator after its inputs: numbers in the order of the parameters, then an object with parameters by name. */
export type ParamArguments<P extends ParamSpecs> = number[] | [...numbers: number[], named: NamedParams<P>];

/** A record of the inputs by name, such as bars. The input `source` is read from the field `close`. */
export type ByName<I extends InputNames, T> = { readonly [K in I[number] as K extends "source" ? "close" : K]: T };

/** Columns of the caller to write into: one column, or one for each output by name. Outputs declared as `extra` may be left out. */
export type OutColumns<O> = O extends { readonly value: unknown }
  ? Column
  : { readonly [K in keyof O as O[K] extends { readonly extra: true } ? never : K]: Column } & {
      readonly [K in keyof O as O[K] extends { readonly extra: true } ? K : never]?: Column;
    };

/** An indicator with fixed, checked parameters. It takes the inputs by position, and optionally columns to write into. */
export interface PreparedIndicator<I extends InputNames, O> {
  (...inputs: PerInput<I, Numbers>): PerOutput<O, Column>;
  <Out extends OutColumns<O>>(...args: [...inputs: PerInput<I, Numbers>, out: Out]): Out;
}

/** A stream whose `update` and `peek` take one number for each input of the indicator. */
export interface IndicatorStream<I extends InputNames, O> extends Omit<
  Stream<PerOutput<O, number>>,
  "update" | "peek" | "fill"
> {
  update(...inputs: PerInput<I, number>): PerOutput<O, number>;
  peek(...inputs: PerInput<I, number>): PerOutput<O, number>;
  /** Computes the indicator over whole columns and returns its columns. The stream then continues after their last bar. */
  fill(...inputs: PerInput<I, Numbers>): PerOutput<O, Column>;
}

/**
 * A technical indicator, which is a function. Called with columns or arrays of numbers it returns columns of the same length, with NaN
 * before the first value. Called with nodes of a strategy's graph it returns nodes.
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
   * Writes into columns of the caller, so that nothing is allocated. An output may be one of the inputs. Outputs declared as `extra`
   * take no time if they are left out.
   */
  into<Out extends OutColumns<O>>(outs: Out, ...args: [...PerInput<I, Numbers>, ...ParamArguments<P>]): Out;
  /** Returns the indicator with the given parameters, which are checked only once, for use on many columns. */
  of(...params: ParamArguments<P>): PreparedIndicator<I, O>;
  /** Returns a new stream. `update` takes one bar's inputs by position. */
  stream(...params: ParamArguments<P>): IndicatorStream<I, O>;
  /**
   * Returns the index of the first value if no input is missing at the start. For indicators whose first value depends on the data,
   * such as pivots and zigzag, returns the earliest possible index.
   */
  warmup(...params: ParamArguments<P>): PerOutput<O, number>;
  readonly spec: IndicatorSpec<I, P, O>;
}

/* eslint-disable typescript/no-explicit-any -- one type for every combination of inputs, parameters and outputs */
/** An indicator of any inputs, parameters and outputs, for code that iterates over the catalog. */
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
 * Creates an indicator from its specification. `custom` marks an indicator of a user. Every web page that imports an indicator loads
 * this function, so it is kept small. It recognizes a node by its method `applied`.
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
  const inputLabels = names.map((name) => `${spec.name} input ${name}`);
  const outputs = Object.keys(spec.outputs);
  const named = (values: readonly unknown[]) =>
    "value" in spec.outputs ? values[0] : mapValues(spec.outputs, (_, _name, place) => values[place]);
  const compute = (inputs: readonly unknown[], params: ParamValues<P>, callerOuts?: unknown): unknown => {
    const columns = columnsOf(inputLabels, inputs);
    const outs = outsOf(spec.outputs, columns[0]!.length, callerOuts);
    const buffers = outs.map((out) => out?.buffer);
    // An input that shares its memory with an output is copied, since writing would change it.
    const inputColumns = columns.map((column) => (buffers.includes(column.buffer) ? column.slice() : column));
    (spec as AnySpec).batch(inputColumns, params, outs as Column[]);
    return callerOuts ?? named(outs);
  };
  const run = (args: readonly unknown[], callerOuts?: unknown): unknown => {
    const bars = args[0] as Record<string, unknown>;
    // An argument that is neither a node nor a column is a record of the inputs by name.
    const byName = isRecord(bars) && !isNode(bars);
    const inputs = names.map((name, place) =>
      byName ? bars[name === "source" && !(name in bars) ? "close" : name] : args[place],
    );
    const params = paramsOf(spec, args.slice(byName ? 1 : names.length));
    if (inputs.every(isNode)) return named(inputs[0]!.applied(spec as AnySpec, inputs, params, !custom));
    return compute(inputs, params, callerOuts);
  };
  /** Kind of the last created stream. It is reused, because many streams have equal parameters. */
  let kind: StreamKind | undefined;
  // The computed name of the member becomes the name of the function.
  return Object.assign({ [spec.name]: (...args: unknown[]) => run(args) }[spec.name]!, {
    spec,
    into: (outs: unknown, ...args: unknown[]) => run(args, outs),
    of(...args: unknown[]) {
      const params = paramsOf(spec, args);
      return (...callArgs: unknown[]) => compute(callArgs, params, callArgs[names.length]);
    },
    stream(...args: unknown[]) {
      const params = paramsOf(spec, args);
      const of = `${spec.name}(${Object.values(params).join()})`;
      // The text `of` is ambiguous for custom indicators, whose text parameters may contain commas.
      if (custom || kind?.of !== of)
        kind = {
          of,
          make: () => spec.stream(params),
          fill: (stream, inputs) => named(fillStream(stream, columnsOf(inputLabels, inputs), outputs)),
        };
      return Stream.init(spec.stream(params), kind);
    },
    warmup: (...args: unknown[]) => spec.warmup(paramsOf(spec, args)),
  }) as unknown as Indicator<I, P, O>;
}

// eslint-disable-next-line typescript/no-explicit-any -- read by name only
type AnySpec = IndicatorSpec<any, any, any>;

function isNode(input: unknown): input is GraphNode {
  return !!(input as GraphNode | undefined)?.applied;
}

/** Returns new output columns, or those of the caller. An output declared as `extra` that the caller leaves out has no column. */
function outsOf(outputs: OutputSpecs, length: number, callerOuts: unknown): (Column | undefined)[] {
  const outs: (Column | undefined)[] = [];
  for (const name in outputs) {
    const callerOut = (callerOuts as Record<string, unknown> | undefined)?.[name];
    const out = (
      callerOuts && outputs[name]!.extra ? callerOut : (callerOut ?? callerOuts ?? new Float64Array(length))
    ) as Column | undefined;
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

function columnsOf(inputLabels: readonly string[], inputs: readonly unknown[]): Column[] {
  let length: number | undefined;
  return inputLabels.map((place, i) => {
    const column = toColumn(place, inputs[i] as Column);
    if (column.length === (length ??= column.length)) return column;
    throw parameterError(place, `of length ${length}`, column);
  });
}

function paramsOf<P extends ParamSpecs>(
  { name, params, compat: presets }: Pick<IndicatorSpec<InputNames, P, OutputSpecs>, "name" | "params" | "compat">,
  args: readonly unknown[],
): ParamValues<P> {
  const values: Record<string, unknown> = {};
  const numeric = Object.keys(params).filter((key) => "min" in params[key]!);
  args.forEach((arg, i) => {
    if (i === args.length - 1 && Object(arg) === arg) {
      const named = arg as Record<string, unknown>;
      for (const parameter in values)
        if (parameter in named) throw parameterError(parameter, "given once", named[parameter]);
      Object.assign(values, named);
    }
    // A number without a parameter is stored under a name that no parameter has, so that the check reports it.
    else values[numeric[i] ?? `number ${i + 1}`] = arg;
  });
  const { compat, ...rest } = values;
  if (![undefined, "talib", "tradingview"].includes(compat as string | undefined))
    throw parameterError("compat", "talib or tradingview", compat);
  return resolveParams(name, params, { ...presets?.[compat as Compat], ...rest });
}
