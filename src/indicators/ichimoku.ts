import { blockExtremes } from "../primitives/block-extremes.ts";
import { BlockRange } from "../primitives/block-range.ts";
import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Ichimoku cloud: middles of the price range of a short, a medium and a long window. The conversion line crossing the base line is its
 * quick signal. The two spans are the edges of the cloud: above both the trend is up, below both it is down.
 *
 * `conversion = middle(9)`, `base = middle(26)`, `spanA = (conversion + base) / 2`, `spanB = middle(52)` with
 * `middle(n) = (highest high of n bars + lowest low of n bars) / 2`
 *
 * - `conversion`: default 9. `base`: default 26. `span`: default 52. Unit: price.
 * - Each value belongs to the bar at which it is known. Charts draw the spans `base` bars later, so the cloud drawn at a bar is
 *   `spanA.shift(26)`.
 * - The lagging span of a chart is the close drawn `base` bars earlier. It is not an output, because reading it at that bar would read the future.
 * - `conversion`, `base` and `spanB` start when their windows are full, `spanA` with the longer of its two. A missing value gives NaN
 *   for every window that contains it.
 *
 * Goichi Hosoda, Ichimoku Kinko Hyo (1969).
 *
 * @example
 * ichimoku(Float64Array.of(10, 12, 11, 14), Float64Array.of(8, 9, 7, 10), 1, 2, 3).spanA; // NaN, 10.25, 9.25, 11.25
 */
export const ichimoku = defineIndicator({
  name: "ichimoku",
  title: "Ichimoku cloud",
  category: "trend",
  inputs: ["high", "low"],
  params: {
    conversion: param.integer({ default: 9, description: "number of bars in the conversion line's window" }),
    base: param.integer({
      default: 26,
      description: "number of bars in the base line's window, and shift of the cloud on charts",
    }),
    span: param.integer({ default: 52, description: "number of bars in the window of span B" }),
  },
  outputs: {
    conversion: { title: "Conversion line", scale: { price: 1 } },
    base: { title: "Base line", scale: { price: 1 } },
    spanA: { title: "Leading span A, not shifted", scale: { price: 1 } },
    spanB: { title: "Leading span B, not shifted", scale: { price: 1 } },
  },
  memory: "window",
  warmup: ({ conversion, base, span }) => ({
    conversion: conversion - 1,
    base: base - 1,
    spanA: Math.max(conversion, base) - 1,
    spanB: span - 1,
  }),
  batch([high, low], params, [conversion, base, spanA, spanB]) {
    const lowest = borrowColumn(high.length);
    middles(high, low, params.conversion, lowest, conversion);
    middles(high, low, params.base, lowest, base);
    middles(high, low, params.span, lowest, spanB);
    returnColumn(lowest);
    for (let i = 0; i < high.length; i++) spanA[i] = between(conversion[i], base[i]);
  },
  stream: ({ conversion, base, span }) => new IchimokuStream(conversion, base, span),
});

function between(one: number, other: number): number {
  return (one + other) * 0.5;
}

function middles(high: Column, low: Column, period: number, lowest: Column, out: Column): void {
  blockExtremes(high, low, high, period, out, lowest);
  for (let i = 0; i < out.length; i++) out[i] = between(out[i], lowest[i]);
}

/** Computes the middle between highest high and lowest low of the last `period` bars, bar by bar. */
class Middle {
  declare readonly extremes: BlockRange;

  constructor(period: number) {
    this.extremes = new BlockRange(period);
  }

  peek(high: number, low: number): number {
    return between(this.extremes.peekHighest(high, low), this.extremes.peekLowest(high, low));
  }

  update(high: number, low: number): number {
    this.extremes.update(high, low);
    return between(this.extremes.highest, this.extremes.lowest);
  }
}

/** Output values of one bar. */
class IchimokuValue {
  conversion = NaN;
  base = NaN;
  spanA = NaN;
  spanB = NaN;
}

class IchimokuStream extends Stream<IchimokuValue> {
  declare readonly conversion: Middle;
  declare readonly base: Middle;
  declare readonly span: Middle;
  readonly value = new IchimokuValue();

  constructor(conversion: number, base: number, span: number) {
    super();
    this.conversion = new Middle(conversion);
    this.base = new Middle(base);
    this.span = new Middle(span);
  }

  update(high: number, low: number): IchimokuValue {
    const value = this.value;
    value.conversion = this.conversion.update(high, low);
    value.base = this.base.update(high, low);
    value.spanA = between(value.conversion, value.base);
    value.spanB = this.span.update(high, low);
    return value;
  }

  override peek(high: number, low: number): IchimokuValue {
    const value = new IchimokuValue();
    value.conversion = this.conversion.peek(high, low);
    value.base = this.base.peek(high, low);
    value.spanA = between(value.conversion, value.base);
    value.spanB = this.span.peek(high, low);
    return value;
  }
}
