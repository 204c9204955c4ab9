import { blockSum, BlockSum } from "./block-sum.ts";
import type { Column } from "./column.ts";
import { Delay } from "./delay.ts";
import { borrow, giveBack } from "./scratch.ts";

/**
 * How straight a series went over the last `period` steps: the distance it came over the way it went, from 0 to 1; `flat` where it did
 * not move at all. It is also the size of Chande's momentum oscillator, as a fraction: gains less losses are the distance.
 *
 * A window of `period + 1` values. One that holds a missing value has none.
 */
export function efficiency(source: Column, period: number, flat: number, out: Column): void {
  const length = source.length;
  const steps = borrow(length);
  steps.fill(NaN, 0, 1);
  for (let i = 1; i < length; i++) steps[i] = Math.abs(source[i] - source[i - 1]);
  blockSum(steps, period, 1, out);
  giveBack(steps);
  for (let i = period; i < length; i++) out[i] = straightness(source[i] - source[i - period], out[i], flat);
}

/** Rounding may leave the way a little shorter than the distance. */
function straightness(distance: number, way: number, flat: number): number {
  return way === 0 ? flat * 1 : Math.min(1, Math.abs(distance) / way);
}

/** The same fed value by value: the same bits. */
export class Efficiency {
  readonly flat: number;
  readonly way: BlockSum;
  readonly start: Delay;
  /** The value before. */
  last = NaN;

  constructor(period: number, flat: number) {
    this.flat = flat;
    this.way = new BlockSum(period);
    this.start = new Delay(period);
  }

  /** The efficiency of the window that would end with `value`. */
  peek(value: number): number {
    const way = this.way.peek(Math.abs(value - this.last));
    return straightness(value - this.start.peek(value), way, this.flat);
  }

  /** Takes `value` and returns the efficiency of the window that ends with it, NaN until there are `period` steps. */
  update(value: number): number {
    const way = this.way.update(Math.abs(value - this.last));
    this.last = value;
    return straightness(value - this.start.update(value), way, this.flat);
  }
}
