import { DAY_MS } from "./civil-date.ts";

const BLOCK_MS = 8 * DAY_MS;
const SHORTEST_MS = 15 * 60_000;
/** Answers of the database that are kept: those of some thirty years, whose changes of clocks take a few each. */
const MOST_KEPT = 2048;

/**
 * Remembers over which stretch of time an offset holds, so that a loop over bars asks the time-zone database once a week.
 *
 * An offset that is the same at both ends of a stretch holds within it: no zone changes its clocks twice in eight days.
 * A stretch with a change in it is halved until the change is outside; the last quarter of an hour around it is never kept.
 */
export class OffsetCache {
  readonly #offsetOf: (ms: number) => number;
  /** Loops pass over the same weeks again and again, and each change of clocks takes nine questions to find. */
  readonly #kept = new Map<number, number>();
  #from = 0;
  #to = 0;
  #offset = 0;

  constructor(offsetOf: (ms: number) => number) {
    this.#offsetOf = offsetOf;
  }

  at(ms: number): number {
    return ms >= this.#from && ms < this.#to ? this.#offset : this.#find(ms);
  }

  #find(ms: number): number {
    let from = Math.floor(ms / BLOCK_MS) * BLOCK_MS;
    let to = from + BLOCK_MS;
    // What held up to the end of the last stretch holds at it too.
    let first = from === this.#to ? this.#offset : this.#ask(from);
    let last = this.#ask(to);
    while (first !== last) {
      if (to - from <= SHORTEST_MS) return this.#ask(ms);
      const middle = (from + to) / 2;
      if (ms < middle) {
        to = middle;
        last = this.#ask(middle);
      } else {
        from = middle;
        first = this.#ask(middle);
      }
    }
    this.#from = from;
    this.#to = to;
    this.#offset = first;
    return first;
  }

  #ask(ms: number): number {
    let offset = this.#kept.get(ms);
    if (offset === undefined) {
      offset = this.#offsetOf(ms);
      if (this.#kept.size === MOST_KEPT) this.#kept.clear();
      this.#kept.set(ms, offset);
    }
    return offset;
  }
}
