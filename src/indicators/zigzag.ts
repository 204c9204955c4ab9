import type { Column } from "../primitives/column.ts";
import { NOISE } from "../primitives/noise.ts";
import * as param from "../primitives/param-kinds.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Zigzag: the last confirmed turning point of the market. A high is confirmed once prices have fallen from it by `percent`, a low once
 * they have risen from it by as much. Smaller moves are ignored.
 *
 * `point` is the price of the last confirmed turning point and `barsAgo` the number of bars since. `direction` is the market's direction
 * since: 1 up from a low, -1 down from a high. All three change on the bar of a confirmation; then `point` holds.
 *
 * - `percent`: reversal that confirms, in percent of the turning point's price; default 5. For a price below zero it is a fraction of
 *   the absolute price.
 * - Nothing is known before the bar that confirms it, and nothing changes later. On that bar `barsAgo` is the delay of the confirmation.
 * - No values until the first turning point. The highest high and the lowest low of the first bars are the candidates. A bar that could
 *   confirm both confirms the low. No bar confirms its own high or low.
 * - A bar that makes a new high (low) of the current move confirms nothing, even if its low (high) is far away, because the order of
 *   prices within a bar is unknown.
 *   So confirmations come later if bars are wider than `percent`.
 * - To use closes only, pass them as both `high` and `low`.
 * - A bar with a missing value has no result, but `barsAgo` counts the bar.
 *
 * @example
 * const high = Float64Array.of(100, 110, 104, 103);
 * const low = Float64Array.of(99, 105, 103, 102);
 * zigzag(high, low, 5).point; // NaN, 99, 110, 110
 */
export const zigzag = defineIndicator({
  name: "zigzag",
  title: "Zigzag",
  category: "trend",
  inputs: ["high", "low"],
  params: {
    percent: param.number({
      default: 5,
      min: 0.01,
      description: "reversal that confirms a turning point, in percent of its price",
    }),
  },
  outputs: {
    point: { title: "Turning point", scale: { price: 1 }, undefinedWhen: unconfirmed() },
    barsAgo: { title: "Bars since the turning point", scale: { price: 0 }, undefinedWhen: unconfirmed() },
    direction: { title: "Direction", scale: { price: 0 }, range: [-1, 1], undefinedWhen: unconfirmed() },
  },
  memory: "recursive",
  // The second bar is the first one that can confirm a turning point.
  warmup: () => ({ point: 1, barsAgo: 1, direction: 1 }),
  batch([high, low], { percent }, [point, barsAgo, direction]) {
    const stream = new ZigzagStream(percent / 100);
    const length = high.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(high, low, start, stripEnd(start, length), point, barsAgo, direction);
  },
  stream: ({ percent }) => new ZigzagStream(percent / 100),
});

/** Whether a move of the size `move` away from the price `extreme` is large enough to confirm a turning point. */
function confirms(move: number, extreme: number, share: number): boolean {
  const size = Math.abs(extreme);
  // The tolerance lets a move of exactly the share confirm, such as 3 of 60 for five percent.
  return move > 0 && move >= share * size - 4 * NOISE * size;
}

function unconfirmed() {
  return {
    description: "no turning point is confirmed yet",
    holds([high, low]: readonly Column[], { percent }: Readonly<Record<string, unknown>>, index: number): boolean {
      const share = Number(percent) / 100;
      let highest = high![0]!;
      let lowest = low![0]!;
      for (let i = 1; i <= index; i++) {
        if (low![i]! >= lowest && confirms(high![i]! - lowest, lowest, share)) return false;
        if (high![i]! <= highest && confirms(highest - low![i]!, highest, share)) return false;
        highest = Math.max(highest, high![i]!);
        lowest = Math.min(lowest, low![i]!);
      }
      return true;
    },
  };
}

/** Output values of one bar. */
class ZigzagValue {
  point = NaN;
  barsAgo = NaN;
  direction = NaN;
}

/*
 * A falling leg is a rising one with all prices negated. The extreme of the leg is stored multiplied by its direction.
 * Each bar is read as a far end, which can extend the leg, and a near end, which can reverse it.
 */
class ZigzagStream extends Stream<ZigzagValue> {
  declare readonly share: number;
  /** Direction of the current move: 1 up, -1 down; 0 until the first turning point is confirmed. */
  direction = 0;
  /** Used before the first turning point: the highest high and lowest low, with their ages in bars; NaN before the first bar. */
  highest = NaN;
  lowest = NaN;
  highestAge = 0;
  lowestAge = 0;
  /** Used after the first turning point: the last turning point and the extreme price since, with their ages in bars. */
  point = NaN;
  pointAge = 0;
  extreme = NaN;
  extremeAge = 0;
  readonly value = new ZigzagValue();
  readonly none = new ZigzagValue();

  constructor(share: number) {
    super();
    this.share = share;
  }

  update(high: number, low: number): ZigzagValue {
    this.pointAge++;
    this.extremeAge++;
    const height = high - low;
    if (this.direction === 0) {
      this.#begin(high, low, height);
    } else if (height - height === 0) {
      const near = this.direction > 0 ? low : -high;
      const far = this.direction > 0 ? high : -low;
      if (far > this.extreme) {
        this.extreme = far;
        this.extremeAge = 0;
      } else if (confirms(this.extreme - near, this.extreme, this.share)) {
        this.#confirm(-this.direction, this.extreme * this.direction + 0, this.extremeAge, -near);
      }
    }
    if (this.direction === 0 || height - height !== 0) return this.none;
    const { value } = this;
    value.point = this.point;
    value.barsAgo = this.pointAge;
    value.direction = this.direction;
    return value;
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(high: Column, low: Column, start: number, end: number, points: Column, ages: Column, directions: Column): void {
    let i = start | 0;
    for (; i < end && this.direction === 0; i++) {
      const value = this.update(high[i], low[i]);
      points[i] = value.point;
      ages[i] = value.barsAgo;
      directions[i] = value.direction;
    }
    const { share } = this;
    let { direction, point, pointAge, extreme, extremeAge } = this;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const top = high[i];
        const bottom = low[i];
        const height = top - bottom;
        pointAge++;
        extremeAge++;
        if (height - height !== 0) break;
        const near = direction > 0 ? bottom : -top;
        const far = direction > 0 ? top : -bottom;
        if (far > extreme) {
          extreme = far;
          extremeAge = 0;
        } else if (confirms(extreme - near, extreme, share)) {
          point = extreme * direction + 0;
          pointAge = extremeAge;
          direction = -direction;
          extreme = -near;
          extremeAge = 0;
        }
        points[i] = point;
        ages[i] = pointAge;
        directions[i] = direction;
      }
      if (i < end) {
        points[i] = NaN;
        ages[i] = NaN;
        directions[i] = NaN;
      }
    }
    this.direction = direction;
    this.point = point;
    this.pointAge = pointAge;
    this.extreme = extreme;
    this.extremeAge = extremeAge;
  }

  /** Tracks highest high and lowest low of the first bars until one of them is confirmed as a turning point. */
  #begin(high: number, low: number, height: number): void {
    this.highestAge++;
    this.lowestAge++;
    if (height - height !== 0) return;
    const first = this.highest !== this.highest;
    if (!first && low >= this.lowest && confirms(high - this.lowest, this.lowest, this.share)) {
      this.#confirm(1, this.lowest, this.lowestAge, high);
      return;
    }
    if (!first && high <= this.highest && confirms(this.highest - low, this.highest, this.share)) {
      this.#confirm(-1, this.highest, this.highestAge, -low);
      return;
    }
    if (first || high > this.highest) {
      this.highest = high;
      this.highestAge = 0;
    }
    if (first || low < this.lowest) {
      this.lowest = low;
      this.lowestAge = 0;
    }
  }

  /** Stores a confirmed turning point of `age` bars ago. Since then the price has reached `extreme`. */
  #confirm(direction: number, point: number, age: number, extreme: number): void {
    this.direction = direction;
    this.point = point;
    this.pointAge = age;
    this.extreme = extreme;
    this.extremeAge = 0;
  }
}
