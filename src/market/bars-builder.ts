import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { checkInterval, type Interval } from "../time/interval.ts";
import { Bars } from "./bars.ts";
import { checkBars } from "./validate-bars.ts";

/**
 * Builds `Bars` from single bars.
 *
 * @example
 * const builder = new BarsBuilder("1d");
 * builder.append(Date.UTC(2020, 0, 2), 100, 103, 99, 102, 5000);
 * const bars = builder.build();
 */
export class BarsBuilder {
  readonly #interval: Interval;
  #length = 0;
  #time: Column;
  #open: Column;
  #high: Column;
  #low: Column;
  #close: Column;
  #volume: Column;
  #adjClose: Column | undefined;

  /** Creates a builder. `capacity` is the expected number of bars; the builder grows if there are more. */
  constructor(interval: Interval, capacity = 1024) {
    this.#interval = checkInterval(interval);
    this.#time = new Float64Array(capacity);
    this.#open = new Float64Array(capacity);
    this.#high = new Float64Array(capacity);
    this.#low = new Float64Array(capacity);
    this.#close = new Float64Array(capacity);
    this.#volume = new Float64Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /**
   * Appends a bar: start (epoch milliseconds), prices, volume and, if the source has one, the adjusted close.
   * Throws `BARS_INVALID` if only some bars have an adjusted close.
   */
  append(
    time: number,
    open: number,
    high: number,
    low: number,
    close: number,
    volume: number,
    adjClose?: number,
  ): this {
    const row = this.#length;
    if (row === 0 && adjClose !== undefined) this.#adjClose = new Float64Array(this.#time.length);
    if ((adjClose === undefined) !== (this.#adjClose === undefined)) {
      const has = adjClose === undefined ? "none" : `${adjClose}`;
      throw new HindcastError("BARS_INVALID", `adjClose must be set for every bar or for none; bar ${row} has ${has}`, {
        row,
        adjClose,
      });
    }
    if (row === this.#time.length) this.#grow();
    this.#time[row] = time;
    this.#open[row] = open;
    this.#high[row] = high;
    this.#low[row] = low;
    this.#close[row] = close;
    this.#volume[row] = volume;
    if (this.#adjClose !== undefined) this.#adjClose[row] = adjClose!;
    this.#length = row + 1;
    return this;
  }

  /** Returns a copy of the bars so far; later appends do not change it. Throws `BARS_INVALID` (see `checkBars`). */
  build(): Bars {
    const exact = (column: Column): Column => column.slice(0, this.#length);
    const columns = {
      time: exact(this.#time),
      open: exact(this.#open),
      high: exact(this.#high),
      low: exact(this.#low),
      close: exact(this.#close),
      volume: exact(this.#volume),
      adjClose: this.#adjClose && exact(this.#adjClose),
    };
    checkBars(columns);
    return new Bars(this.#interval, columns);
  }

  #grow(): void {
    const capacity = Math.max(16, this.#time.length * 2);
    const grown = (column: Column): Column => {
      const larger = new Float64Array(capacity);
      larger.set(column);
      return larger;
    };
    this.#time = grown(this.#time);
    this.#open = grown(this.#open);
    this.#high = grown(this.#high);
    this.#low = grown(this.#low);
    this.#close = grown(this.#close);
    this.#volume = grown(this.#volume);
    this.#adjClose = this.#adjClose && grown(this.#adjClose);
  }
}
