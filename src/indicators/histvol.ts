import { BlockMoments, blockMoments } from "../primitives/block-moments.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Historical volatility: the annualized standard deviation of log returns. Traders compare it with the volatility that option
 * prices imply.
 *
 * `√(Σ (r - mean)² / (n - 1)) * √periodsPerYear` with `r = log(x[t] / x[t-1])`
 *
 * - `period`: returns in the window, at least 2; default 20.
 * - `periodsPerYear`: bars per year; default 252 (trading days). Use 365 for days of a market that never closes, 52 for weeks.
 * - A fraction: 0.2 is twenty percent a year.
 * - First value at index `period`: the first return is at index 1. A missing value leaves the returns to and from it missing, and gives NaN
 *   for every window that contains one of them.
 * - A price of zero or below in the window gives no value, since its returns are undefined.
 *
 * @example
 * // The log returns are 0.693147, -0.693147 and 0.
 * histvol(Float64Array.of(1, 2, 1, 1), 2, 1); // NaN, NaN, 0.980258, 0.490129
 */
export const histvol = defineIndicator({
  name: "histvol",
  title: "Historical volatility",
  category: "volatility",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 20, min: 2, description: "number of returns in the window" }),
    periodsPerYear: param.number({ default: 252, min: 1, description: "bars per year" }),
  },
  outputs: {
    value: {
      title: "Historical volatility",
      scale: { source: 0 },
      undefinedWhen: { description: "a price of the window is zero or below", holds: anyNotPositive },
    },
  },
  memory: "window",
  warmup: ({ period }) => period,
  batch([source], { period, periodsPerYear }, [out]) {
    const length = source.length;
    const returns = borrowColumn(length);
    const excess = borrowColumn(length);
    let last = MISSING[0];
    for (let i = 0; i < length; i++) {
      const price = source[i];
      returns[i] = logReturn(price, last);
      last = price;
    }
    blockMoments(returns, period, excess, out);
    const factor = yearly(period, periodsPerYear);
    for (let i = 0; i < length; i++) out[i] = Math.sqrt(out[i] * factor);
    returnColumn(returns);
    returnColumn(excess);
  },
  stream: ({ period, periodsPerYear }) => new HistvolStream(period, yearly(period, periodsPerYear)),
});

/** Returns the logarithm of the price ratio. Dividing first makes the result independent of the unit of prices. */
function logReturn(price: number, last: number): number {
  return price > 0 && last > 0 ? Math.log(price / last) : MISSING[0];
}

/** Returns the factor that converts the population variance of a window to an annual sample variance. */
function yearly(period: number, periodsPerYear: number): number {
  return (period / (period - 1)) * periodsPerYear;
}

class HistvolStream extends Stream<number> {
  declare readonly factor: number;
  declare readonly window: BlockMoments;
  last = NaN;

  constructor(period: number, factor: number) {
    super();
    this.factor = factor;
    this.window = new BlockMoments(period);
  }

  update(source: number): number {
    const { variance } = this.window.update(logReturn(source, this.last));
    this.last = source;
    return Math.sqrt(variance * this.factor);
  }

  override peek(source: number): number {
    return Math.sqrt(this.window.peek(logReturn(source, this.last)).variance * this.factor);
  }
}

function anyNotPositive(inputs: readonly Column[], { period }: Record<string, unknown>, index: number): boolean {
  return inputs[0]!.subarray(index - (period as number), index + 1).some((price) => price <= 0);
}
