import { blockSum, BlockSum } from "./block-sum.ts";
import type { Column } from "./column.ts";
import { Delay } from "./delay.ts";
import { borrowColumn, returnColumn } from "./scratch.ts";
import { STRIP, stripEnd } from "./strips.ts";

/**
 * How straight a series went over the last `period` steps: the distance it came over the way it went, from 0 to 1; `flat` where it did
 * not move at all. It is also the size of Chande's momentum oscillator, as a fraction: gains less losses are the distance.
 *
 * A window of `period + 1` values. One that holds a missing value has none.
 */
export function efficiency(source: Column, period: number, flat: number, out: Column): void {
  const length = source.length;
  const steps = borrowColumn(length);
  steps.fill(NaN, 0, 1);
  for (let start = 1; start < length; start += STRIP) writeStepSizes(source, start, stripEnd(start, length), steps);
  blockSum(steps, period, 1, out);
  returnColumn(steps);
  for (let start = period; start < length; start += STRIP)
    writeEfficiencies(source, period, flat, start, stripEnd(start, length), out);
}

/** How far each value lies from the one before it. */
function writeStepSizes(source: Column, start: number, end: number, steps: Column): void {
  for (let i = start | 0; i < end; i++) steps[i] = Math.abs(source[i] - source[i - 1]);
}

/** Turns the ways from `start` to before `end` into efficiencies. */
function writeEfficiencies(
  source: Column,
  period: number,
  flat: number,
  start: number,
  end: number,
  ways: Column,
): void {
  for (let i = start | 0; i < end; i++) ways[i] = efficiencyOf(source[i] - source[i - period], ways[i], flat);
}

/** Rounding may leave the way a little shorter than the distance. */
function efficiencyOf(distance: number, way: number, flat: number): number {
  return way === 0 ? flat * 1 : Math.min(1, Math.abs(distance) / way);
}

/** The same fed value by value: the same bits. */
export class Efficiency {
  declare readonly flat: number;
  declare readonly way: BlockSum;
  declare readonly start: Delay;
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
    return efficiencyOf(value - this.start.peek(value), way, this.flat);
  }

  /** Takes `value` and returns the efficiency of the window that ends with it, NaN until there are `period` steps. */
  update(value: number): number {
    const way = this.way.update(Math.abs(value - this.last));
    this.last = value;
    return efficiencyOf(value - this.start.update(value), way, this.flat);
  }
}
