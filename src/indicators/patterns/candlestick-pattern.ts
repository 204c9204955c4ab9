import { blockSum } from "../../primitives/block-sum.ts";
import type { Column } from "../../primitives/column.ts";
import type { ParamSpecs, ParamValues } from "../../primitives/param.ts";
import { borrowColumn, returnColumn } from "../../primitives/scratch.ts";
import { STRIP, stripEnd } from "../../primitives/strips.ts";
import type { IndicatorSpec, OutputSpec } from "../spec.ts";
import { CandlestickBars, type CandlestickRule } from "./candlestick-bars.ts";
import { columnsByTerm, MEASURES, meansOf, type CandlestickMean } from "./candlestick-measures.ts";
import { CandlestickStream } from "./candlestick-stream.ts";
import type { CandlestickTerms } from "./candlestick-settings.ts";

/** The definition of one candlestick pattern. */
export interface CandlestickPattern<P extends ParamSpecs> {
  readonly name: string;
  readonly title: string;
  /** Number of bars that the pattern needs before its last bar, in addition to the bars of the means. */
  readonly reach: number;
  /** Terms that the rule uses, with their settings from `CANDLESTICK_SETTINGS`. */
  readonly terms: CandlestickTerms;
  readonly params: P;
  readonly rule: CandlestickRule<ParamValues<P>>;
}

type PatternInputs = readonly ["open", "high", "low", "close"];

/**
 * Creates the specification of a candlestick pattern: an indicator with values of -100, 0 and 100 from a rule over the last few bars.
 *
 * The first value is on the first bar for which all bars of the pattern and of its longest mean exist. There is no value while these bars
 * include a missing one. Definitions, settings and first bar are those of TA-Lib.
 */
export function candlestickPattern<const P extends ParamSpecs>(
  pattern: CandlestickPattern<P>,
): IndicatorSpec<PatternInputs, P, { readonly value: OutputSpec<PatternInputs> }> {
  const { name, title, reach, terms, params, rule } = pattern;
  const means = meansOf(terms);
  const wait = reach + Math.max(0, ...Object.values(terms).map(({ period }) => period));
  return {
    name,
    title,
    category: "pattern",
    inputs: ["open", "high", "low", "close"],
    params,
    outputs: { value: { title, scale: { price: 0 }, range: [-100, 100] } },
    memory: "window",
    warmup: () => wait,
    batch([open, high, low, close], values, [out]) {
      const columns = means.map((mean) => meanBefore(mean, open, high, low, close, out!));
      const bars = new CandlestickBars(open, high, low, close, columnsByTerm(means, columns));
      let completeBars = 0;
      for (let start = 0; start < out!.length; start += STRIP)
        completeBars = applyRule(bars, rule, values, wait, completeBars, start, stripEnd(start, out!.length), out!);
      columns.forEach(returnColumn);
    },
    stream: (values) => new CandlestickStream(rule, values, wait, means),
  };
}

/** Returns a borrowed column of the means over the bars before each bar. `room` is overwritten. */
function meanBefore(
  mean: CandlestickMean,
  open: Column,
  high: Column,
  low: Column,
  close: Column,
  room: Column,
): Column {
  const column = borrowColumn(room.length);
  MEASURES[mean.measure](open, high, low, close, room);
  column.fill(NaN, 0, 1);
  blockSum(room.subarray(0, Math.max(0, room.length - 1)), mean.period, mean.period, column.subarray(1));
  return column;
}

/**
 * Applies a rule to the bars from `start` to `end` (exclusive). `whole` is the number of consecutive complete bars before `start`.
 * Returns the number of consecutive complete bars before `end`.
 */
function applyRule<Params>(
  bars: CandlestickBars,
  rule: CandlestickRule<Params>,
  params: Params,
  wait: number,
  completeBars: number,
  start: number,
  end: number,
  out: Column,
): number {
  const { open, high, low, close } = bars;
  let row = completeBars;
  for (let i = start; i < end; i++) {
    const all = open[i]! + high[i]! + low[i]! + close[i]!;
    row = all - all === 0 ? row + 1 : 0;
    out[i] = row > wait ? rule(bars, i, params) : NaN;
  }
  return row;
}
