import { MISSING, missingColumn, growColumn, type Column } from "./column.ts";
import { NOISE } from "./noise.ts";
import { STRIP, stripEnd } from "./strips.ts";

/** What a value is held against: those below it, or those that are at most it. */
export type RankTies = "atMost" | "below";

/**
 * Share of the `period` values before each one that are at most it, or below it, in percent; NaN where one of them or the value
 * itself is not finite. Values are compared as decimals; of ratios less 1, such as changes in percent, `level` is that 1.
 */
export function percentRanks(input: Column, period: number, ties: RankTies, level: number, out: Column): void {
  const length = input.length;
  let run = 0;
  for (let start = 0; start < length; start += STRIP)
    run = rankStrip(input, period, ties, level, start, stripEnd(start, length), run, out);
}

/** `run` values in a row are finite before `start`; returns how many before `end`. */
function rankStrip(
  input: Column,
  period: number,
  ties: RankTies,
  level: number,
  start: number,
  end: number,
  before: number,
  out: Column,
): number {
  let run = before;
  for (let i = start | 0; i < end; i++) {
    const value = input[i];
    run = value - value === 0 ? run + 1 : 0;
    out[i] = run > period ? (100 * countRanked(input, i - period, i, value, ties, level)) / period : MISSING[0];
  }
  return run;
}

/** How many of a stretch of finite values are at most `value`, or below it, as decimals. */
function countRanked(values: Column, start: number, end: number, value: number, ties: RankTies, level: number): number {
  const noise = 2 * NOISE * Math.abs(value + level);
  const least = value - noise;
  const most = value + noise;
  let found = 0;
  if (ties === "below") for (let i = start | 0; i < end; i++) found += Number(values[i] < least);
  else for (let i = start | 0; i < end; i++) found += Number(values[i] <= most);
  return found;
}

/** The same share fed value by value. */
export class PercentRank {
  declare readonly period: number;
  declare readonly ties: RankTies;
  declare readonly level: number;
  /** The values before, in a ring; its order is of no interest. */
  declare ring: Column;
  at = 0;
  /** Finite values in a row. */
  run = 0;

  constructor(period: number, ties: RankTies, level: number) {
    this.period = period;
    this.ties = ties;
    this.level = level;
    this.ring = missingColumn(Math.min(period, 64));
  }

  /** The share that `value` would have. */
  peek(value: number): number {
    if (value - value !== 0 || this.run < this.period) return MISSING[0];
    return (100 * countRanked(this.ring, 0, this.period, value, this.ties, this.level)) / this.period;
  }

  /** Takes `value` and returns its share. */
  update(value: number): number {
    const share = this.peek(value);
    this.run = value - value === 0 ? this.run + 1 : 0;
    this.ring[this.at++] = value;
    if (this.at === this.ring.length) {
      if (this.at < this.period) this.ring = growColumn(this.ring, this.period);
      else this.at = 0;
    }
    return share;
  }
}
