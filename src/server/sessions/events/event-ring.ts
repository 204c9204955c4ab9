import { lastUpTo } from "../../../primitives/rising.ts";
import type { PastEvent, Wanted } from "../session-event.ts";
import type { EventSource, Mark } from "./mark.ts";

/** The last events of a session, so that a client that was away can go on where it was. */
export class EventRing {
  readonly #kept: number;
  #marks: Mark[] = [];
  #offsets: number[] = [];
  /** The place of the first event that is kept. */
  oldest: number;

  constructor(kept: number, oldest: number) {
    this.#kept = kept;
    this.oldest = oldest;
  }

  add(mark: Mark, offset: number): void {
    this.#marks.push(mark);
    this.#offsets.push(offset);
    // Half is dropped at once, so that a drop is rare.
    if (this.#marks.length < 2 * this.#kept) return;
    let cut = this.#kept;
    // Events of one place stay together.
    while (cut < this.#offsets.length && this.#offsets[cut] === this.#offsets[cut - 1]) cut++;
    this.#marks = this.#marks.slice(cut);
    this.#offsets = this.#offsets.slice(cut);
    this.oldest = this.#offsets[0]!;
  }

  /** Events from a place on that are wanted. */
  from(offset: number, source: EventSource, wanted: Wanted | undefined): PastEvent[] {
    const events: PastEvent[] = [];
    const first = lastUpTo(Float64Array.from(this.#offsets), offset - 1, -1) + 1;
    for (let i = first; i < this.#marks.length; i++) {
      const mark = this.#marks[i]!;
      if (wanted === undefined ? mark.counted : mark.isWanted(wanted)) {
        events.push({ event: mark.event(source), offset: this.#offsets[i]! });
      }
    }
    return events;
  }
}
