import { BlockComoments, blockComoments } from "../primitives/block-comoments.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import type { Comoments } from "../primitives/window-comoments.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Beta: how much `source` moved for each unit that `other` moved, over the last `period` bars. It is the slope of the regression line
 * through the pairs. On returns of a stock and of the market it is the stock's sensitivity; 1 means that it moves as much as the market.
 *
 * `covariance of source and other / variance of other`
 *
 * - `period`: bars in the window, at least 2; default 20.
 * - The two series are used as they are. For the beta of textbooks, pass returns.
 * - First value at index `period - 1`. A value missing in either series gives NaN for every window that contains its bar.
 * - A window in which `other` is constant has no value. One in which `source` is constant is exactly 0.
 *
 * William F. Sharpe, A Simplified Model for Portfolio Analysis (1963).
 *
 * @example
 * beta(Float64Array.of(1, 3, 5, 4), Float64Array.of(2, 3, 4, 6), 3); // NaN, NaN, 2, 0.214286
 */
export const beta = defineIndicator({
  name: "beta",
  title: "Beta",
  category: "statistic",
  inputs: ["source", "other"],
  params: { period: param.integer({ default: 20, min: 2, description: "number of bars in the window" }) },
  outputs: {
    value: {
      title: "Beta",
      scale: { source: 1, other: -1 },
      undefinedWhen: { description: "the other series is constant in the window", holds: otherStandsStill },
    },
  },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([source, other], { period }, [out]) {
    const sourceVariance = borrowColumn(source.length);
    const otherVariance = borrowColumn(source.length);
    blockComoments(source, other, period, sourceVariance, otherVariance, out);
    for (let i = 0; i < source.length; i++) out[i] /= otherVariance[i] === 0 ? MISSING[0] : otherVariance[i];
    returnColumn(sourceVariance);
    returnColumn(otherVariance);
  },
  stream: ({ period }) => new BetaStream(period),
});

class BetaStream extends Stream<number> {
  declare readonly window: BlockComoments;

  constructor(period: number) {
    super();
    this.window = new BlockComoments(period);
  }

  update(source: number, other: number): number {
    return slope(this.window.update(source, other));
  }

  override peek(source: number, other: number): number {
    return slope(this.window.peek(source, other));
  }
}

function slope({ otherVariance, covariance }: Comoments): number {
  return covariance / (otherVariance === 0 ? MISSING[0] : otherVariance);
}

function otherStandsStill(
  [, other]: readonly Column[],
  params: Readonly<Record<string, unknown>>,
  index: number,
): boolean {
  return other.subarray(index + 1 - Number(params["period"]), index + 1).every((value) => value === other[index]);
}
