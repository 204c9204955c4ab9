import { BlockMoments, blockMoments, type Moments } from "../primitives/block-moments.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Bollinger bands: a moving average with a band on each side that widens in volatile markets and narrows in calm ones.
 * Very narrow bands announce a move, but not its direction. A close outside a band is unusual, not a signal by itself.
 *
 * `middle = mean`, `upper` and `lower = mean ± deviations * σ`, σ the population deviation of the same window
 * `percentB = (x - lower) / (upper - lower)`: 0 on the lower band, 1 on the upper one
 * `bandwidth = (upper - lower) / middle`: a fraction, 0.1 is ten percent
 *
 * - `period`: default 20. `deviations`: default 2.
 * - First values at index `period - 1`. A missing value gives NaN for every window that contains it.
 * - `percentB` is 0.5 if the bands have zero width. `bandwidth` has no value if the mean is zero.
 * - The width is exactly 0 for a constant series. A small deviation at a high price is exact.
 *
 * John Bollinger, Bollinger on Bollinger Bands (2001).
 *
 * @example
 * // The values have a mean of 5 and a deviation of 2.
 * bollinger(Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9), 8).upper[7]; // 9
 */
export const bollinger = defineIndicator({
  name: "bollinger",
  title: "Bollinger bands",
  category: "volatility",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 20, description: "number of bars in the window" }),
    deviations: param.number({ default: 2, min: 0, description: "distance of a band, in standard deviations" }),
  },
  outputs: {
    upper: { title: "Upper band", scale: { source: 1 } },
    middle: { title: "Middle band", scale: { source: 1 } },
    lower: { title: "Lower band", scale: { source: 1 } },
    percentB: { title: "%B", scale: { source: 0 }, extra: true },
    bandwidth: {
      title: "Bandwidth",
      extra: true,
      scale: { source: 0 },
      undefinedWhen: { description: "the middle band is zero", holds: middleIsZero },
    },
  },
  memory: "window",
  warmup({ period }) {
    const first = period - 1;
    return { upper: first, middle: first, lower: first, percentB: first, bandwidth: first };
  },
  batch([source], { period, deviations }, [upper, middle, lower, percentB, bandwidth]) {
    blockMoments(source, period, middle, lower);
    if (percentB || bandwidth) layAll(source, deviations, upper, middle, lower, percentB, bandwidth);
    else layBands(source, deviations, upper, middle, lower);
  },
  stream: ({ period, deviations }) => new BollingerStream(period, deviations),
});

/** Writes the bands. On entry `middle` contains the distance of each value above its mean, and `lower` the variances. */
function layBands(source: Column, deviations: number, upper: Column, middle: Column, lower: Column): void {
  const { length } = source;
  for (let i = 0; i < length; i++) {
    const mean = source[i] - middle[i];
    const reach = deviations * Math.sqrt(lower[i]);
    upper[i] = mean + reach;
    middle[i] = mean;
    lower[i] = mean - reach;
  }
}

/** Writes the bands, `percentB` and `bandwidth`. The last two cost two more divisions per bar. */
function layAll(
  source: Column,
  deviations: number,
  upper: Column,
  middle: Column,
  lower: Column,
  percentB: Column = new Float64Array(source.length),
  bandwidth: Column = new Float64Array(source.length),
): void {
  const { length } = source;
  for (let i = 0; i < length; i++) {
    const excess = middle[i];
    const mean = source[i] - excess;
    const reach = deviations * Math.sqrt(lower[i]);
    const width = reach + reach;
    upper[i] = mean + reach;
    middle[i] = mean;
    lower[i] = mean - reach;
    percentB[i] = width === 0 ? 0.5 : 0.5 + excess / width;
    bandwidth[i] = width / (mean === 0 ? MISSING[0] : mean);
  }
}

/** Output values of one bar. */
class BollingerValue {
  upper = NaN;
  middle = NaN;
  lower = NaN;
  percentB = NaN;
  bandwidth = NaN;
}

class BollingerStream extends Stream<BollingerValue> {
  declare readonly deviations: number;
  declare readonly window: BlockMoments;
  readonly value = new BollingerValue();

  constructor(period: number, deviations: number) {
    super();
    this.deviations = deviations;
    this.window = new BlockMoments(period);
  }

  update(source: number): BollingerValue {
    return this.#bands(source, this.window.update(source), this.value);
  }

  override peek(source: number): BollingerValue {
    return this.#bands(source, this.window.peek(source), new BollingerValue());
  }

  #bands(source: number, { excess, variance }: Moments, into: BollingerValue): BollingerValue {
    const reach = this.deviations * Math.sqrt(variance);
    const width = reach + reach;
    const mean = source - excess;
    into.upper = mean + reach;
    into.middle = mean;
    into.lower = mean - reach;
    into.percentB = width === 0 ? 0.5 : 0.5 + excess / width;
    into.bandwidth = width / (mean === 0 ? MISSING[0] : mean);
    return into;
  }
}

function middleIsZero(inputs: readonly Column[], params: Readonly<Record<string, unknown>>, index: number): boolean {
  return bollinger(inputs[0], params).middle[index] === 0;
}
