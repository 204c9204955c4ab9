import { changeWithoutNoise as moveBetween } from "../primitives/noise.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** A constant of this module is built into its loops, see `finite`. */
const moveOf = moveBetween;

/**
 * Cross: the bars on which one line crosses another, such as a fast average a slow one or a price its band. 1 on the bar on which
 * `source` is above `other` and was not on the bar before, -1 on the bar on which it is below and was not, else 0.
 *
 * - Two lines that only touch have not crossed. A line that touches and turns back counts as a cross when it leaves again, because it
 *   goes from at the other to above or below it.
 * - Two lines are at the same height where only rounding sets them apart.
 * - First value at index 1. A missing value leaves two bars without one: it and the next.
 *
 * @example
 * cross(Float64Array.of(1, 3, 3, 2, 1), Float64Array.of(2, 2, 2, 2, 2)); // NaN, 1, 0, 0, -1
 */
export const cross = defineIndicator({
  name: "cross",
  title: "Cross of two lines",
  category: "statistic",
  inputs: ["source", "other"],
  params: {},
  outputs: {
    value: {
      title: "Cross",
      // Scaled together the two cross where they did; one of them scaled by itself crosses elsewhere, so neither has a degree.
      scale: "none",
      range: [-1, 1],
    },
  },
  memory: "window",
  warmup: () => 1,
  batch([source, other], _, [out]) {
    const stream = new CrossStream();
    for (let i = 0; i < out.length; i++) out[i] = stream.update(source[i], other[i]);
  },
  stream: () => new CrossStream(),
});

/** 1 above, -1 below, 0 at the same height; NaN where one of the two is missing. */
function sideOf(source: number, other: number): number {
  const distance = moveOf(source, other);
  return Number(distance > 0) - Number(distance < 0) + (distance - distance);
}

class CrossStream extends Stream<number> {
  /** The side on the bar before. */
  side = NaN;

  update(source: number, other: number): number {
    const crossed = this.peek(source, other);
    this.side = sideOf(source, other);
    return crossed;
  }

  override peek(source: number, other: number): number {
    const side = sideOf(source, other);
    // Plus 0, or NaN after a missing bar: no minus 0 comes of a side that stays.
    return side * Number(side !== this.side) + (this.side - this.side);
  }
}
