import type { Feed } from "../market/feed.ts";
import { parameterError } from "../primitives/check.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import { restatedAt, type Restatement } from "./graph/restatement.ts";

/**
 * Reads the values of a column up to the last closed bar. After a split, earlier values are converted to current
 * prices. Crossings compare split-adjusted values, so that a split neither creates nor hides a crossing.
 */
export class Cursor {
  #values: Column;
  readonly #feed: Feed;
  readonly #restatement: Restatement | undefined;

  constructor(values: Column, feed: Feed, today?: Restatement) {
    this.#values = values;
    this.#feed = feed;
    this.#restatement = today;
  }

  /** Value at the last closed bar. NaN before the first bar, and during an indicator's warm-up. */
  get value(): number {
    const now = this.#feed.closed;
    if (now < 0) return MISSING[0]!;
    return this.#restatement === undefined ? this.#values[now]! : restatedAt(this.#values, this.#restatement, now, now);
  }

  /**
   * Returns the value `bars` closed bars ago; `ago(0)` is `value`. NaN before the first bar. Throws `PARAMETER_OUT_OF_RANGE` unless `bars` is a whole
   * number of at least 0.
   */
  ago(bars: number): number {
    if (!Number.isInteger(bars) || bars < 0) throw parameterError("bars", "a whole number of at least 0", bars);
    const now = this.#feed.closed;
    const at = now - bars;
    if (at < 0) return MISSING[0]!;
    return this.#restatement === undefined ? this.#values[at]! : restatedAt(this.#values, this.#restatement, at, now);
  }

  /**
   * Whether `a` went from at or below `b` to above it on its last bar. Each cursor is read at the bars of its own feed.
   */
  static crossed(a: Cursor, b: Cursor): boolean {
    const now = a.#feed.closed;
    const other = b.#feed.closed;
    if (now < 1 || other < 1) return false;
    return a.#values[now]! > b.#values[other]! && a.#values[now - 1]! <= b.#values[other - 1]!;
  }

  /** Whether two cursors were equal on the bar before they crossed. */
  static crossedFromEqual(a: Cursor, b: Cursor): boolean {
    return a.#values[a.#feed.closed - 1] === b.#values[b.#feed.closed - 1];
  }

  /** Makes a cursor read a longer copy of its column. */
  static move(cursor: Cursor, values: Column): void {
    cursor.#values = values;
  }
}
