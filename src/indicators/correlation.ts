import { BlockComoments, blockComoments } from "../primitives/block-comoments.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Correlation: how closely two series moved together over the last `period` bars. 1 is in step, -1 is opposite, near 0 is
 * unrelated. On prices it mostly shows whether both had a trend; on returns it shows whether they move together day by day.
 *
 * `covariance / (σ of source * σ of other)`, Pearson's coefficient
 *
 * - `period`: bars in the window, at least 2; default 20.
 * - First value at index `period - 1`. A value missing in either series gives NaN for every window that contains its bar.
 * - No value if either series is constant in the window. The result is limited to -1 and 1 despite rounding.
 *
 * @example
 * correlation(Float64Array.of(1, 2, 3, 4), Float64Array.of(2, 4, 5, 1), 3); // NaN, NaN, 0.981981, -0.720577
 */
export const correlation = defineIndicator({
  name: "correlation",
  title: "Correlation",
  category: "statistic",
  inputs: ["source", "other"],
  params: { period: param.integer({ default: 20, min: 2, description: "number of bars in the window" }) },
  outputs: {
    value: {
      title: "Correlation",
      scale: { source: 0, other: 0 },
      range: [-1, 1],
      undefinedWhen: { description: "a series is constant in the window", holds: oneStandsStill },
    },
  },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([source, other], { period }, [out]) {
    const sourceVariance = borrowColumn(source.length);
    const otherVariance = borrowColumn(source.length);
    blockComoments(source, other, period, sourceVariance, otherVariance, out);
    for (let i = 0; i < source.length; i++) out[i] = coefficient(sourceVariance[i], otherVariance[i], out[i]);
    returnColumn(sourceVariance);
    returnColumn(otherVariance);
  },
  stream: ({ period }) => new CorrelationStream(period),
});

function coefficient(sourceVariance: number, otherVariance: number, covariance: number): number {
  // The root of each variance is taken separately, since their product can overflow or underflow.
  const deviations = Math.sqrt(sourceVariance) * Math.sqrt(otherVariance);
  const ratio = covariance / (deviations === 0 ? MISSING[0] : deviations);
  return Math.max(-1, Math.min(1, ratio));
}

class CorrelationStream extends Stream<number> {
  declare readonly window: BlockComoments;

  constructor(period: number) {
    super();
    this.window = new BlockComoments(period);
  }

  update(source: number, other: number): number {
    const { sourceVariance, otherVariance, covariance } = this.window.update(source, other);
    return coefficient(sourceVariance, otherVariance, covariance);
  }

  override peek(source: number, other: number): number {
    const { sourceVariance, otherVariance, covariance } = this.window.peek(source, other);
    return coefficient(sourceVariance, otherVariance, covariance);
  }
}

function oneStandsStill(inputs: readonly Column[], params: Readonly<Record<string, unknown>>, index: number): boolean {
  const period = Number(params["period"]);
  return inputs.some((input) => input.subarray(index + 1 - period, index + 1).every((value) => value === input[index]));
}
