import type { Column } from "../../../../primitives/column.ts";
import { lastUpTo } from "../../../../primitives/rising.ts";
import type { Instant, Lane } from "../mark.ts";
import { addQuote } from "../marks.ts";

/** Recorded bids and asks, from the first moment on at which a price of the instrument is known. */
export class QuoteLane implements Lane {
  readonly #symbol: string;
  readonly #time: Column;
  #row: number;

  constructor(symbol: string, time: Column, known: number, after: number) {
    this.#symbol = symbol;
    this.#time = time;
    this.#row = lastUpTo(time, after, -1) + 1;
    while (this.#row < time.length && time[this.#row]! < known) this.#row++;
  }

  get next(): number {
    return this.#time[this.#row] ?? Infinity;
  }

  take(instant: Instant): void {
    for (; this.#time[this.#row] === instant.time; this.#row++) addQuote(instant.opens, instant, 7, this.#symbol);
  }
}
