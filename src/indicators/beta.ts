import { BlockComoments, blockComoments } from "../primitives/block-comoments.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import type { Comoments } from "../primitives/window-comoments.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Beta: by how much `source` moved for each unit that `other` moved, over the last `period` bars: the slope of the line through
 * the pairs. Of a share's returns on the market's returns it is how strongly the share answers the market, 1 as much as it does.
 *
 * `covariance of source and other / variance of other`
 *
 * - `period`: bars in the window, at least 2, 20 unless given.
 * - It takes the two series as they are. The beta of the textbooks is that of returns: give it returns. TA-Lib makes one-bar
 *   returns of prices by itself, and names the series the other way round: its first one is the `other` here.
 * - First value at index `period - 1`. A value that is missing in one series makes every window that holds its bar NaN, and no
 *   other one.
 * - A window in which `other` does not move at all: no value. One in which `source` does not: exactly 0.
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
  params: { period: param.integer({ default: 20, min: 2, description: "bars in the window" }) },
  outputs: {
    value: {
      title: "Beta",
      scale: { source: 1, other: -1 },
      undefinedWhen: { description: "the other series does not move in the window", holds: otherStandsStill },
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
