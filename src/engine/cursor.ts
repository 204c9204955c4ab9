import type { Feed } from "../market/feed.ts";
import { parameterError } from "../primitives/check.ts";
import { MISSING, type Column } from "../primitives/column.ts";

/**
 * A column as a strategy sees it: the value now and values of bars ago, nothing later. Reads the column through the feed's mark, so
 * that nothing has to be written when a bar closes.
 */
export class Cursor {
  #values: Column;
  readonly #feed: Feed;

  constructor(values: Column, feed: Feed) {
    this.#values = values;
    this.#feed = feed;
  }

  /** The value at the last closed bar; NaN before the first. */
  get value(): number {
    const now = this.#feed.closed;
    return now < 0 ? MISSING[0]! : this.#values[now]!;
  }

  /**
   * The value of `bars` closed bars ago: `ago(0)` is `value`. NaN before the first bar. Throws a `RangeError` unless `bars` is a whole number
   * of at least 0: there is no looking forward.
   */
  ago(bars: number): number {
    if (!Number.isInteger(bars) || bars < 0) throw parameterError("bars", "a whole number of at least 0", bars);
    const at = this.#feed.closed - bars;
    return at < 0 ? MISSING[0]! : this.#values[at]!;
  }

  /**
   * Whether `a` went from at or below `b` to above it on its last bar. Each is read at its own feed's bars; of one feed the place is
   * looked up once.
   */
  static crossed(a: Cursor, b: Cursor): boolean {
    const now = a.#feed.closed;
    const other = b.#feed === a.#feed ? now : b.#feed.closed;
    if (now < 1 || other < 1) return false;
    return a.#values[now]! > b.#values[other]! && a.#values[now - 1]! <= b.#values[other - 1]!;
  }

  /** Points the cursor at a longer copy of its column. */
  static move(cursor: Cursor, values: Column): void {
    cursor.#values = values;
  }
}
