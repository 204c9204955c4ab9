import { blockSum, BlockSum } from "./block-sum.ts";
import type { Column } from "./column.ts";
import { Delay } from "./delay.ts";
import { borrowColumn, returnColumn } from "./scratch.ts";
import { STRIP, stripEnd } from "./strips.ts";

/**
 * Writes the efficiency of the last `period` steps: net change divided by the sum of absolute changes, from 0 to 1; `flat` if the series did
 * not move. It equals the absolute value of Chande's momentum oscillator, as a fraction.
 *
 * A window has `period + 1` values. NaN if one is missing.
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

/** Writes the absolute change of each value. */
function writeStepSizes(source: Column, start: number, end: number, steps: Column): void {
  for (let i = start | 0; i < end; i++) steps[i] = Math.abs(source[i] - source[i - 1]);
}

/** Replaces the sums of absolute changes from `start` up to but not including `end` by efficiencies. */
function writeEfficiencies(
  source: Column,
  period: number,
  flat: number,
  start: number,
  end: number,
  pathLengths: Column,
): void {
  for (let i = start | 0; i < end; i++)
    pathLengths[i] = efficiencyOf(source[i] - source[i - period], pathLengths[i], flat);
}

/** Returns the efficiency, at most 1, although rounding can make the sum of changes slightly smaller than the net change. */
function efficiencyOf(distance: number, way: number, flat: number): number {
  return way === 0 ? flat * 1 : Math.min(1, Math.abs(distance) / way);
}

/** Streaming form of `efficiency`, with bit-identical results. */
export class Efficiency {
  declare readonly flat: number;
  declare readonly way: BlockSum;
  declare readonly start: Delay;
  /** Previous value. */
  last = NaN;

  constructor(period: number, flat: number) {
    this.flat = flat;
    this.way = new BlockSum(period);
    this.start = new Delay(period);
  }

  /** Returns the efficiency after `value`, without changing the state. */
  peek(value: number): number {
    const way = this.way.peek(Math.abs(value - this.last));
    return efficiencyOf(value - this.start.peek(value), way, this.flat);
  }

  /** Adds a value and returns the efficiency of its window; NaN until there are `period` steps. */
  update(value: number): number {
    const way = this.way.update(Math.abs(value - this.last));
    this.last = value;
    return efficiencyOf(value - this.start.update(value), way, this.flat);
  }
}
