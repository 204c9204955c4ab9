import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Ease of movement: how far the price moves per unit of volume. Far above 0 the price rises on little volume, far below 0 it falls on
 * little volume. Near 0 the price hardly moves, or moves only on heavy volume.
 *
 * `ratio = (volume / divisor) / (high - low)`, `emv = sma((middle[t] - middle[t-1]) / ratio, period)`, `middle = (high + low) / 2`
 *
 * - `period`: bars of the average; default 14.
 * - `divisor`: volume counted as one unit; default 10,000. It multiplies all values and changes no sign or crossing. Values have
 *   the unit squared price per volume, so compare a market only with itself.
 * - First value at index `period`: it needs `period` changes.
 * - A bar whose high equals its low counts 0, with or without volume. A bar with a range but no volume gives NaN for every window
 *   that contains it.
 * - A bar with a missing number leaves the changes to and from it missing, and gives NaN for every window that contains one of them.
 *
 * Richard W. Arms.
 *
 * @example
 * const high = Float64Array.of(11, 12, 12);
 * const low = Float64Array.of(9, 10, 9);
 * // The middle moves from 10 to 11 at a ratio of 1, then to 10.5 at a ratio of 0.5.
 * emv(high, low, Float64Array.of(500, 20000, 15000), 1); // NaN, 1, -1
 */
export const emv = defineIndicator({
  name: "emv",
  title: "Ease of movement",
  category: "volume",
  inputs: ["high", "low", "volume"],
  params: {
    period: param.integer({ default: 14, description: "number of bars of the average" }),
    divisor: param.number({ default: 10_000, min: 1, description: "volume that counts as one unit" }),
  },
  outputs: {
    value: {
      title: "EMV",
      scale: { price: 2, volume: -1 },
      undefinedWhen: { description: "a bar of the window has range but no volume", holds: movesWithoutVolume },
    },
  },
  memory: "window",
  warmup: ({ period }) => period,
  batch([high, low, volume], { period, divisor }, [out]) {
    const length = high.length;
    const ease = borrowColumn(length);
    for (let start = 0; start < length; start += STRIP)
      writeEases(high, low, volume, divisor, start, stripEnd(start, length), ease);
    blockSum(ease, period, period, out);
    returnColumn(ease);
  },
  stream: ({ period, divisor }) => new EmvStream(period, divisor),
});

function writeEases(
  high: Column,
  low: Column,
  volume: Column,
  divisor: number,
  start: number,
  end: number,
  out: Column,
): void {
  let last = start === 0 ? NaN : doubleMiddle(high[start - 1], low[start - 1], volume[start - 1]);
  for (let i = start | 0; i < end; i++) {
    const middle = doubleMiddle(high[i], low[i], volume[i]);
    out[i] = easeOf(middle - last, high[i] - low[i], volume[i], divisor);
    last = middle;
  }
}

/** Returns high plus low of a bar, or NaN for a missing bar. */
function doubleMiddle(high: number, low: number, volume: number): number {
  return high + low + volume * 0;
}

/** Returns the ease of movement of a bar whose middle moved by half of `change`. It is not finite if the bar has a range but no volume. */
function easeOf(change: number, height: number, volume: number, divisor: number): number {
  if (height === 0) return change * 0;
  return (change * height * (0.5 * divisor)) / volume;
}

function movesWithoutVolume(
  [high, low, volume]: readonly Column[],
  params: Readonly<Record<string, unknown>>,
  index: number,
): boolean {
  for (let i = Math.max(1, index - Number(params["period"]) + 1); i <= index; i++)
    if (volume![i] === 0 && high![i] !== low![i]) return true;
  return false;
}

class EmvStream extends Stream<number> {
  declare readonly divisor: number;
  declare readonly sum: BlockSum;
  last = NaN;

  constructor(period: number, divisor: number) {
    super();
    this.divisor = divisor;
    this.sum = new BlockSum(period);
  }

  update(high: number, low: number, volume: number): number {
    const middle = doubleMiddle(high, low, volume);
    const ease = easeOf(middle - this.last, high - low, volume, this.divisor);
    this.last = middle;
    return this.sum.update(ease) / this.sum.period;
  }

  override peek(high: number, low: number, volume: number): number {
    const ease = easeOf(doubleMiddle(high, low, volume) - this.last, high - low, volume, this.divisor);
    return this.sum.peek(ease) / this.sum.period;
  }
}
