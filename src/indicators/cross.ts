import { changeWithoutNoise as moveBetween } from "../primitives/noise.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const moveOf = moveBetween;

/**
 * Cross: marks the bars at which one line crosses another, such as a fast average and a slow one. 1 where `source` is
 * above `other` and was not on the previous bar, -1 where it is below and was not, else 0.
 *
 * - Lines that only touch have not crossed. A line that touches and then leaves in either direction counts as a cross at
 *   the bar where it leaves.
 * - Values that differ only by rounding count as equal.
 * - First value at index 1. A missing value leaves two bars without a value: its own and the next.
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
      // The result has no degree: scaling one of the two lines moves the crosses.
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
  /** The side on the previous bar. */
  side = NaN;

  update(source: number, other: number): number {
    const crossed = this.peek(source, other);
    this.side = sideOf(source, other);
    return crossed;
  }

  override peek(source: number, other: number): number {
    const side = sideOf(source, other);
    // The sum is NaN after a missing bar, and never -0.
    return side * Number(side !== this.side) + (this.side - this.side);
  }
}
