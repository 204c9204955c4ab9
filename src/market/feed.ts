import type { Column } from "../primitives/column.ts";
import { MISSING } from "../primitives/column.ts";
import { lastUpTo } from "../primitives/rising.ts";
import type { Bars } from "./bars.ts";
import type { Instrument } from "./instrument.ts";
import type { SeriesQuotes } from "./market-data.ts";
import type { Schedule } from "./schedule.ts";
import { EXTENDED_OPENING, SESSION_CLOSING, SESSION_OPENING, type Timeline } from "./timeline.ts";

/**
 * The bars of one instrument with two marks: how far they have closed and how far they have opened. What lies behind the
 * marks is known, nothing else.
 */
export class Feed {
  readonly instrument: Instrument;
  /** Place of the instrument in the run, in sorted order of symbols. */
  readonly index: number;
  readonly bars: Bars;
  readonly open: Column;
  readonly high: Column;
  readonly low: Column;
  readonly close: Column;
  readonly volume: Column;
  /** When each bar opens and closes. */
  readonly openTime: Column;
  readonly closeTime: Column;
  /** 1 for a bar outside regular hours; undefined when none is. */
  readonly extended: Uint8Array | undefined;
  /** Bars of a finer interval, for who looks inside a bar that has closed. */
  readonly finer: Bars | undefined;
  /** What orders get at the end of each bar, where that is recorded: they meet these alone. */
  readonly quotes: SeriesQuotes | undefined;
  /** Index of the last bar of which all is known; -1 before the first. */
  closed = -1;
  /** Index of the last bar of which the open is known. */
  opened = -1;
  /** Why the instrument cannot be ordered any more: it was an option or a future that has expired, or it is delisted. Empty while it can. */
  ended: InstrumentEnd = "";
  /** Each bar is a session of its own. */
  readonly sessionIsBar: boolean;
  /** A session longer than a bar is on. */
  longSession = false;
  /** The end of the hours before the open or after the close that began last; epoch milliseconds. */
  extendedUntil = -Infinity;
  readonly #extendedOpen: Column | undefined;
  readonly #extendedClose: Column | undefined;
  /** Index of the first bar that may open in the session that is on, or was on last. */
  sessionFirst = 0;
  /** Between a split and the first price after it the last close is stated in units of before, of which each is worth `scale` of now. */
  restated = false;
  scale = 0.5;
  /** The bar that had closed last when the instrument was split last, and how many units one of its units has become since; -2 for none. */
  splitAfter = -2;
  splitUnits = 0.5;

  constructor(
    instrument: Instrument,
    index: number,
    bars: Bars,
    schedule: Schedule,
    finer?: Bars,
    quotes?: SeriesQuotes,
  ) {
    this.sessionIsBar = schedule.sessionIsBar;
    this.openTime = schedule.openTime;
    this.closeTime = schedule.closeTime;
    this.extended = schedule.extended;
    this.#extendedOpen = schedule.extendedOpen;
    this.#extendedClose = schedule.extendedClose;
    this.finer = finer;
    this.quotes = quotes;
    this.instrument = instrument;
    this.index = index;
    this.bars = bars;
    this.open = bars.open;
    this.high = bars.high;
    this.low = bars.low;
    this.close = bars.close;
    this.volume = bars.volume;
  }

  /** Its session is on. */
  get inSession(): boolean {
    return this.sessionIsBar ? this.forming : this.longSession;
  }

  /** The hours before the open or after the close begin that are on at a time. */
  openExtended(time: number): void {
    this.extendedUntil = this.#extendedClose![lastUpTo(this.#extendedOpen!, time, -1)]!;
  }

  /** What an order of a sign gets at the close of the last bar: the ask or the bid, where they are recorded; NaN where there is none. */
  closeFor(sign: 1 | -1): number {
    const { quotes } = this;
    return quotes === undefined ? this.close[this.closed]! : (sign === 1 ? quotes.ask : quotes.bid)[this.closed]!;
  }

  /** Its bars have closed that do so up to a time. */
  closeUpTo(time: number): void {
    this.closed = Math.max(this.closed, lastUpTo(this.closeTime, time, -1));
  }

  /** From where its first bar opens, stands where its bars have closed up to a time, its sessions up to another, and all that opens has up to a third. */
  seek(timeline: Timeline, closed: number, sessionsClosed: number, opened: number): void {
    const first = this.opened + 1;
    this.closeUpTo(closed);
    this.opened = Math.max(this.opened, lastUpTo(this.openTime, opened, -1));
    const begun = timeline.lastOf(this.index, EXTENDED_OPENING, opened);
    if (begun > -Infinity) this.openExtended(begun);
    const session = timeline.lastOf(this.index, SESSION_OPENING, opened);
    if (session === -Infinity) return;
    this.longSession = session >= timeline.lastOf(this.index, SESSION_CLOSING, sessionsClosed);
    const bar = lastUpTo(this.openTime, session, -1);
    // Sessions open before the bars of their moment do.
    this.sessionFirst = Math.max(first, this.openTime[bar] === session ? bar : bar + 1);
  }

  /** How far it has come, as plain data. */
  get marks(): FeedMarks {
    const { closed, opened, longSession, extendedUntil, sessionFirst, restated, scale, splitAfter, splitUnits } = this;
    return { closed, opened, longSession, extendedUntil, sessionFirst, restated, scale, splitAfter, splitUnits };
  }

  /** Its units are multiplied. Its last close is stated in units of before until its next price, and what its last bar traded until its next close. */
  split(ratio: number): void {
    this.scale = (this.restated ? this.scale : 1) / ratio;
    this.restated = true;
    this.splitUnits = (this.splitAfter === this.closed ? this.splitUnits : 1) * ratio;
    this.splitAfter = this.closed;
  }

  /** What the last bar that closed traded, in units of now; NaN before the first. */
  get tradedLast(): number {
    const { closed } = this;
    if (closed < 0) return MISSING[0]!;
    return closed === this.splitAfter ? this.volume[closed]! * this.splitUnits : this.volume[closed]!;
  }

  /** The close of the bar before the last that closed, of which there is one, in units of now. */
  get closeBefore(): number {
    const before = this.closed - 1;
    return before === this.splitAfter ? this.close[before]! / this.splitUnits : this.close[before]!;
  }

  /** A bar has opened and not yet closed. */
  get forming(): boolean {
    return this.opened > this.closed;
  }

  /** The last price known: the open of the bar that is forming, else the last close; NaN before the first. */
  get last(): number {
    return this.forming
      ? this.open[this.opened]!
      : this.closed < 0
        ? MISSING[0]!
        : this.restated
          ? this.close[this.closed]! * this.scale
          : this.close[this.closed]!;
  }
}

/** Why an instrument is no more; empty while it is. */
export type InstrumentEnd = "" | "expired_instrument" | "delisted";

export type FeedMarks = Pick<
  Feed,
  | "closed"
  | "opened"
  | "longSession"
  | "extendedUntil"
  | "sessionFirst"
  | "restated"
  | "scale"
  | "splitAfter"
  | "splitUnits"
>;

/** The feed of a symbol among those of a run, which are in sorted order of symbols. */
export function feedNamed(feeds: readonly Feed[], symbol: string): Feed | undefined {
  let low = 0;
  let high = feeds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (feeds[middle]!.instrument.symbol < symbol) low = middle + 1;
    else high = middle;
  }
  return feeds[low]?.instrument.symbol === symbol ? feeds[low] : undefined;
}
