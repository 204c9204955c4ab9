import type { Column } from "../primitives/column.ts";
import type { ParamSpecs, ParamValues } from "../primitives/param.ts";
import type { Stream } from "./stream.ts";

/** The groups into which the catalog sorts indicators. */
export type IndicatorCategory =
  | "average"
  | "momentum"
  | "pattern"
  | "price"
  | "statistic"
  | "trend"
  | "volatility"
  | "volume";

/**
 * Names of the inputs, in the order of the positional arguments. `open high low close` are prices, `volume` is a volume,
 * and `anchor` is a column of ids that change at a new session, week or month. Any other name (`source`, `other`) is an
 * independent series. A record of bars passed for `source` is read at its close.
 */
export type InputNames = readonly string[];

/** Group in which an input is scaled: all prices together, volume, or a series by itself. */
export type InputGroup<Name extends string> = Name extends "open" | "high" | "low" | "close"
  ? "price"
  : Name extends "anchor"
    ? never
    : Name;

/** Degree of an output in each group of inputs: 1 for an average of prices (`{ price: 1 }`), 2 for a variance, 0 for an oscillator. */
export type Scale<I extends InputNames = InputNames> = { readonly [G in InputGroup<I[number]>]: number };

/** Description of an output: its bounds, its scaling, and when it has no value although all inputs have one. */
export interface OutputSpec<I extends InputNames = InputNames> {
  readonly title: string;
  /** How the value scales with its inputs; `"none"` if it does not, such as the logarithm of a price. */
  readonly scale: Scale<I> | "none";
  /** Lowest and highest value, if bounded. */
  readonly range?: readonly [number, number];
  /** The case in which the value is missing after the warm-up, although all inputs are finite. */
  readonly undefinedWhen?: UndefinedCase;
  /** Marks an output that takes extra time. A caller of `into` may leave the output out, and `batch` then gets no column for it. */
  readonly extra?: true;
}

/** A case in which an output has no value: a text for the docs, and a condition that tests evaluate. */
export interface UndefinedCase {
  readonly description: string;
  holds(inputs: readonly Column[], params: Readonly<Record<string, unknown>>, index: number): boolean;
}

/** Outputs by name. The output of an indicator with one output is called `value`. */
export type OutputSpecs<I extends InputNames = InputNames> = Readonly<Record<string, OutputSpec<I>>>;

/** `T` for an indicator with one output, else a record with a `T` for each output. */
export type PerOutput<O, T> = O extends { readonly value: unknown } ? T : { readonly [K in keyof O]: T };

/** A tuple with a `T` for each input. */
export type PerInput<I extends InputNames, T> = { [K in keyof I]: T };

/** The programs whose conventions an indicator can follow. */
export type Compat = "talib" | "tradingview";

/** Complete definition of an indicator as data. Docs, catalog, HTTP, CLI, benchmarks and contract tests read it. */
export interface IndicatorSpec<I extends InputNames, P extends ParamSpecs, O extends OutputSpecs<I>> {
  /** Name in code and catalog. */
  readonly name: string;
  readonly title: string;
  readonly category: IndicatorCategory;
  readonly inputs: I;
  readonly params: P;
  readonly outputs: O;
  /** Parameters that match another program. A program without an entry agrees by default, or cannot be matched by parameters. */
  readonly compat?: { readonly [C in Compat]?: Partial<ParamValues<P>> };
  /**
   * Bars that a value depends on. `window`: the bar and the ones before it within the warm-up, bit for bit. `recursive`:
   * all earlier bars, through a running average or sum.
   */
  readonly memory: "window" | "recursive";
  /** Set if the indicator multiplies ratios of consecutive bars. Test data then move by at most a factor of 2 per bar. */
  readonly compounds?: true;
  /** Returns the index of the first value of each output, counted from the first bar with finite inputs. */
  warmup(params: ParamValues<P>): PerOutput<O, number>;
  /** Returns the number of bars until the weight of the initial value is below 1e-6. Without an initial value this is the warm-up. */
  stableAfter?(params: ParamValues<P>): number;
  /** Is `period` if the time per bar grows with the period by definition. */
  readonly cost?: "period";
  /** Computes all values into the output columns. Inputs and outputs have equal length and never share memory. */
  batch(inputs: PerInput<I, Column>, params: ParamValues<P>, outs: readonly Column[]): void;
  /** Returns a new stream. */
  stream(params: ParamValues<P>): Stream<PerOutput<O, number>>;
}
