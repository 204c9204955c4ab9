import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Volume-weighted average price since the start of the session, week or month, with a band on each side. A purchase below this price
 * was cheaper than the market's average. Executions of large orders are measured against it.
 *
 * `vwap = sum(volume * typical) / sum(volume)`, `typical = (high + low + close) / 3`
 * `upper` and `lower = vwap ± deviations * σ`, `σ² = sum(volume * (typical - vwap)²) / sum(volume)`
 *
 * - `anchor`: a column of ids; all sums restart on a bar whose id changes. `anchorOf(bars, "session")` creates such a column. A column
 *   of zeros gives the average over all bars so far.
 * - `deviations`: distance of a band; default 1.
 * - First value on the first bar with volume after each restart. Later bars without volume repeat the last values.
 * - A bar with a missing number, including its id, has no value and does not count.
 * - Mean and deviation are updated by differences, so bands keep their digits at high prices. Constant prices give bands
 *   of exactly zero width.
 *
 * D. H. D. West, Updating Mean and Variance Estimates (1979), for the arithmetic.
 *
 * @example
 * const price = Float64Array.of(10, 13, 20);
 * const anchor = Float64Array.of(1, 1, 2);
 * vwap(price, price, price, Float64Array.of(200, 100, 500), anchor).vwap; // 10, 11, 20
 */
export const vwap = defineIndicator({
  name: "vwap",
  title: "Volume-weighted average price",
  category: "volume",
  inputs: ["high", "low", "close", "volume", "anchor"],
  params: {
    deviations: param.number({ default: 1, min: 0, description: "distance of a band, in standard deviations" }),
  },
  outputs: {
    vwap: {
      title: "VWAP",
      scale: { price: 1, volume: 0 },
      undefinedWhen: { description: "no volume since the anchor changed", holds: withoutVolume },
    },
    upper: {
      title: "Upper band",
      scale: { price: 1, volume: 0 },
      undefinedWhen: { description: "no volume since the anchor changed", holds: withoutVolume },
    },
    lower: {
      title: "Lower band",
      scale: { price: 1, volume: 0 },
      undefinedWhen: { description: "no volume since the anchor changed", holds: withoutVolume },
    },
  },
  memory: "recursive",
  warmup: () => ({ vwap: 0, upper: 0, lower: 0 }),
  batch([high, low, close, volume, anchor], { deviations }, [middle, upper, lower]) {
    const stream = new VwapStream(deviations);
    const length = close.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(high, low, close, volume, anchor, start, stripEnd(start, length), middle, upper, lower);
  },
  stream: ({ deviations }) => new VwapStream(deviations),
});

function withoutVolume(inputs: readonly Column[], _: unknown, index: number): boolean {
  const volume = inputs[3]!;
  const anchor = inputs[4]!;
  for (let i = index; i >= 0 && anchor[i] === anchor[index]; i--) if (volume[i] !== 0) return false;
  return true;
}

/** Output values of one bar. */
class VwapValue {
  vwap = NaN;
  upper = NaN;
  lower = NaN;
}

class VwapStream extends Stream<VwapValue> {
  declare readonly deviations: number;
  /** State since the last restart: anchor id, volume, mean price, and the sum of volume times squared distance from the mean. */
  id = NaN;
  traded = 0;
  mean = 0;
  squares = 0;
  readonly value = new VwapValue();

  constructor(deviations: number) {
    super();
    this.deviations = deviations;
  }

  update(high: number, low: number, close: number, volume: number, anchor: number): VwapValue {
    const { value } = this;
    const typical = (high + low + close) / 3;
    const bar = typical + volume;
    if (bar - bar + anchor * 0 !== 0) return written(value, MISSING[0], MISSING[0]);
    if (anchor !== this.id || this.traded === 0) this.#begin(anchor, typical);
    const before = this.traded;
    const traded = before + volume;
    if (traded === 0) return written(value, MISSING[0], MISSING[0]);
    const share = 1 / traded;
    const distance = typical - this.mean;
    this.traded = traded;
    this.mean += volume * share * distance;
    this.squares += volume * (before * share) * (distance * distance);
    return written(value, this.mean, this.deviations * Math.sqrt(this.squares * share));
  }

  #begin(anchor: number, typical: number): void {
    this.id = anchor;
    this.traded = 0;
    this.mean = typical;
    this.squares = 0;
  }

  override peek(high: number, low: number, close: number, volume: number, anchor: number): VwapValue {
    const typical = (high + low + close) / 3;
    const bar = typical + volume;
    const begins = anchor !== this.id || this.traded === 0;
    const before = begins ? 0 : this.traded;
    const traded = before + volume;
    const value = new VwapValue();
    if (traded === 0 || bar - bar + anchor * 0 !== 0) return value;
    const share = 1 / traded;
    const distance = begins ? 0 : typical - this.mean;
    const mean = begins ? typical : this.mean + volume * share * distance;
    const squares = begins ? 0 : this.squares + volume * (before * share) * (distance * distance);
    return written(value, mean, this.deviations * Math.sqrt(squares * share));
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(
    high: Column,
    low: Column,
    close: Column,
    volume: Column,
    anchor: Column,
    start: number,
    end: number,
    middle: Column,
    upper: Column,
    lower: Column,
  ): void {
    const deviations = this.deviations;
    for (let i = start | 0; i < end; i++) {
      // `update` computes the first bar after a restart, bars before the first volume and missing bars. The inner loop computes the rest.
      const first = this.update(high[i], low[i], close[i], volume[i], anchor[i]);
      middle[i] = first.vwap;
      upper[i] = first.upper;
      lower[i] = first.lower;
      const id = this.id;
      let { traded, mean, squares } = this;
      if (traded === 0) continue;
      for (i++; i < end; i++) {
        const typical = (high[i] + low[i] + close[i]) / 3;
        const weight = volume[i];
        const bar = typical + weight;
        if (anchor[i] !== id || bar - bar !== 0) break;
        const before = traded;
        traded += weight;
        const share = 1 / traded;
        const distance = typical - mean;
        mean += weight * share * distance;
        squares += weight * (before * share) * (distance * distance);
        const reach = deviations * Math.sqrt(squares * share);
        middle[i] = mean;
        upper[i] = mean + reach;
        lower[i] = mean - reach;
      }
      i--;
      this.traded = traded;
      this.mean = mean;
      this.squares = squares;
    }
  }
}

function written(into: VwapValue, mean: number, reach: number): VwapValue {
  into.vwap = mean;
  into.upper = mean + reach;
  into.lower = mean - reach;
  return into;
}
