import { changeWithoutNoise as moveBetween } from "../primitives/noise.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const moveOf = moveBetween;

/**
 * Cross: marks the bars at which one line crosses another, such as a fast average and a slow one. 1 on a bar on which `source` is
 * above `other` and was not on the previous bar, -1 if `source` is below `other` and was not on the previous bar, else 0.
 *
 * - A touch is no cross. If lines touch and then part in either direction, the bar on which they part counts as a cross.
 * - Values that differ only by rounding count as equal.
 * - First value at index 1. A bar with a missing value and the next bar have no value.
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
      // The output has no declared scale: multiplying one of the two lines moves the crosses.
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

/** Returns 1 if `source` is above `other`, -1 if it is below, 0 if they are equal, and NaN if one is missing. */
function sideOf(source: number, other: number): number {
  const distance = moveOf(source, other);
  return Number(distance > 0) - Number(distance < 0) + (distance - distance);
}

class CrossStream extends Stream<number> {
  /** Result of `sideOf` on the previous bar. */
  side = NaN;

  update(source: number, other: number): number {
    const crossed = this.peek(source, other);
    this.side = sideOf(source, other);
    return crossed;
  }

  override peek(source: number, other: number): number {
    const side = sideOf(source, other);
    // Adding `side - side` of the previous bar makes the result NaN after a missing bar, and turns -0 into 0.
    return side * Number(side !== this.side) + (this.side - this.side);
  }
}
