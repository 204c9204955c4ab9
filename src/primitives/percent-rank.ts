import { MISSING, missingColumn, growColumn, type Column } from "./column.ts";
import { NOISE } from "./noise.ts";
import { STRIP, stripEnd } from "./strips.ts";

/** Which previous values count: only values below the ranked value (`below`), or also equal values (`atMost`). */
export type RankTies = "atMost" | "below";

/**
 * Writes the percent rank of each value: the share of the previous `period` values that are below it or at most equal to it, in percent. NaN if
 * one of them or the value itself is not finite. Values that differ only by rounding count as equal. `level` is added to the value to judge
 * rounding: 1 for ratios minus 1, such as returns.
 */
export function percentRanks(input: Column, period: number, ties: RankTies, level: number, out: Column): void {
  const length = input.length;
  let run = 0;
  for (let start = 0; start < length; start += STRIP)
    run = rankStrip(input, period, ties, level, start, stripEnd(start, length), run, out);
}

/** Writes the ranks of one strip. `before` is the number of consecutive finite values before `start`; returns that number at `end`. */
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

/** Counts the values that are below `value`, or also those equal to it, apart from rounding differences. */
function countRanked(values: Column, start: number, end: number, value: number, ties: RankTies, level: number): number {
  const noise = 2 * NOISE * Math.abs(value + level);
  const least = value - noise;
  const most = value + noise;
  let found = 0;
  if (ties === "below") for (let i = start | 0; i < end; i++) found += Number(values[i] < least);
  else for (let i = start | 0; i < end; i++) found += Number(values[i] <= most);
  return found;
}

/** Streaming form of `percentRanks`. */
export class PercentRank {
  declare readonly period: number;
  declare readonly ties: RankTies;
  declare readonly level: number;
  /** Previous values, in a ring buffer. Their order does not matter. */
  declare ring: Column;
  at = 0;
  /** Number of consecutive finite values. */
  run = 0;

  constructor(period: number, ties: RankTies, level: number) {
    this.period = period;
    this.ties = ties;
    this.level = level;
    this.ring = missingColumn(Math.min(period, 64));
  }

  /** Returns the rank of `value`, without changing the state. */
  peek(value: number): number {
    if (value - value !== 0 || this.run < this.period) return MISSING[0];
    return (100 * countRanked(this.ring, 0, this.period, value, this.ties, this.level)) / this.period;
  }

  /** Adds a value and returns its rank. */
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
