import type { Column } from "../primitives/column.ts";
import type { ParamSpecs, ParamValues } from "../primitives/param.ts";
import type { Stream } from "./stream.ts";

/** The families of the catalogue. */
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
 * Inputs by name, in the order in which they are given by position. `open high low close` are prices, `volume` is a volume,
 * `anchor` a column of ids that change where a new session, week or month begins; every other name (`source`, `other`) is
 * a series of its own. A record of bars given for `source` is read at its close.
 */
export type InputNames = readonly string[];

/** The group in which an input is scaled: all prices together, volume, or a series by itself. */
export type InputGroup<Name extends string> = Name extends "open" | "high" | "low" | "close"
  ? "price"
  : Name extends "anchor"
    ? never
    : Name;

/** The degree of an output in each group of inputs: a price average is `{ price: 1 }`, a variance 2, an oscillator 0. */
export type Scale<I extends InputNames = InputNames> = { readonly [G in InputGroup<I[number]>]: number };

/** What an output is: its bounds, how it scales with its inputs, and where it has no value although all inputs have one. */
export interface OutputSpec<I extends InputNames = InputNames> {
  readonly title: string;
  /** `"none"` for a value that does not scale with its inputs, such as a logarithm of a price. */
  readonly scale: Scale<I> | "none";
  /** Lowest and highest value, where there are such. */
  readonly range?: readonly [number, number];
  /** A case after warm-up, with finite inputs, in which the value is missing. */
  readonly undefinedWhen?: UndefinedCase;
  /** An output that takes time of its own, which the caller of `into` may leave out: `batch` then gets no column for it. */
  readonly extra?: true;
}

/** A declared gap: in words for the docs, and as a test for the contract suite. */
export interface UndefinedCase {
  readonly description: string;
  holds(inputs: readonly Column[], params: Readonly<Record<string, unknown>>, index: number): boolean;
}

/** Outputs by name; an indicator of one output calls it `value`. */
export type OutputSpecs<I extends InputNames = InputNames> = Readonly<Record<string, OutputSpec<I>>>;

/** One thing for an indicator of one output, else a record of one thing an output. */
export type PerOutput<O, T> = O extends { readonly value: unknown } ? T : { readonly [K in keyof O]: T };

/** One thing for each input, by position. */
export type PerInput<I extends InputNames, T> = { [K in keyof I]: T };

/** Programs whose conventions an indicator can follow where they part from ours. */
export type Compat = "talib" | "tradingview";

/** Everything that an indicator is, as data. Docs, catalogue, HTTP, CLI, bench and the contract suite read it. */
export interface IndicatorSpec<I extends InputNames, P extends ParamSpecs, O extends OutputSpecs<I>> {
  /** The name in code and catalogue. */
  readonly name: string;
  readonly title: string;
  readonly category: IndicatorCategory;
  readonly inputs: I;
  readonly params: P;
  readonly outputs: O;
  /** The parameters that make it agree with another program, where ours differ from that. Unnamed: it agrees as it is, or no parameter makes it. */
  readonly compat?: { readonly [C in Compat]?: Partial<ParamValues<P>> };
  /**
   * What a value remembers. `window`: the bar and those before it up to the warm-up, whatever came earlier, bit for bit.
   * `recursive`: all bars, through an average or a sum that is carried on.
   */
  readonly memory: "window" | "recursive";
  /** Set where ratios of neighbouring bars are multiplied up: input may then move by at most a factor of 2 a bar. */
  readonly compounds?: true;
  /** Index of the first defined value, counted from the first finite bar of the inputs, for each output. */
  warmup(params: ParamValues<P>): PerOutput<O, number>;
  /** Bars until the influence of the seed is below 1e-6; the same as the warm-up where there is no seed. */
  stableAfter?(params: ParamValues<P>): number;
  /** `period` where the time of a bar grows with the period by definition. */
  readonly cost?: "period";
  /** Fills the output columns. Inputs and outputs all have one length and never share memory. */
  batch(inputs: PerInput<I, Column>, params: ParamValues<P>, outs: readonly Column[]): void;
  /** A fresh stream. */
  stream(params: ParamValues<P>): Stream<PerOutput<O, number>>;
}
