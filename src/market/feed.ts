import type { Column } from "../primitives/column.ts";
import { MISSING } from "../primitives/column.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import type { Bars } from "./bars.ts";
import { type Instrument, isTraded } from "./instrument.ts";
import type { SeriesQuotes } from "./market-data.ts";
import type { Schedule } from "./schedule.ts";
import { EXTENDED_OPENING, SESSION_CLOSING, SESSION_OPENING, type Timeline } from "./timeline.ts";

/**
 * The bars of one instrument in a run, with the indexes of the bars that last closed and last opened. Only values up to these two bars are
 * known at the simulated time.
 */
export class Feed {
  readonly instrument: Instrument;
  /** Index of the instrument among those of the run, which are sorted by symbol. */
  readonly index: number;
  readonly bars: Bars;
  readonly open: Column;
  readonly high: Column;
  readonly low: Column;
  readonly close: Column;
  readonly volume: Column;
  /** Times at which each bar opens and closes, epoch milliseconds. */
  readonly openTime: Column;
  readonly closeTime: Column;
  /** 1 for a bar outside regular hours, otherwise 0; undefined if all bars are regular. */
  readonly extended: Uint8Array | undefined;
  /** Bars of a finer interval, to simulate fills inside a bar. */
  readonly finer: Bars | undefined;
  /** Recorded bid and ask at the end of each bar. If an instrument has quotes, orders fill only at them. */
  readonly quotes: SeriesQuotes | undefined;
  /** Index of the last closed bar; -1 before the first. */
  closed = -1;
  /** Index of the last opened bar; -1 before the first. */
  opened = -1;
  /** Why the instrument cannot be traded (it has the role `data`, has expired or is delisted); empty while it trades. */
  ended: InstrumentEnd;
  /** Whether each bar is its own session. */
  readonly sessionIsBar: boolean;
  /** Whether a session of several bars is in progress. */
  longSession = false;
  /** End of the latest extended hours that began, epoch milliseconds. */
  extendedUntil = -Infinity;
  readonly #extendedOpen: Column | undefined;
  readonly #extendedClose: Column | undefined;
  /** Index of the first bar that may open in the current or latest session. */
  sessionFirst = 0;
  /** Whether no price is known since the last split. The price in units after the split is then the last close times `scale`. */
  restated = false;
  scale = 0.5;
  /** Index of the bar that had last closed at the latest split (-2 for none); `splitUnits` is the ratio of that split. */
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
    this.ended = endAtStart(instrument);
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

  /** Whether a session of the instrument is in progress. */
  get inSession(): boolean {
    return this.sessionIsBar ? this.forming : this.longSession;
  }

  /** Begins the extended hours that include `time`. */
  openExtended(time: number): void {
    this.extendedUntil = this.#extendedClose![lastAtOrBefore(this.#extendedOpen!, time, -1)]!;
  }

  /** Returns the price at the last close for a buy (1) or a sell (-1): the recorded ask or bid, or the close if there are no quotes. */
  closeFor(sign: 1 | -1): number {
    const { quotes } = this;
    return quotes === undefined ? this.close[this.closed]! : (sign === 1 ? quotes.ask : quotes.bid)[this.closed]!;
  }

  /** Closes the bars whose close is at or before `time`. */
  closeUpTo(time: number): void {
    this.closed = Math.max(this.closed, lastAtOrBefore(this.closeTime, time, -1));
  }

  /** Closes the next bar of an instrument that is only read, whose opens are not reported. */
  closeData(): void {
    this.opened = ++this.closed;
  }

  /**
   * Moves the feed to a state in which bars have closed up to time `closed` and sessions up to `sessionsClosed`. Bars and sessions have
   * opened up to time `opened`.
   */
  seek(timeline: Timeline, closed: number, sessionsClosed: number, opened: number): void {
    const first = this.opened + 1;
    this.closeUpTo(closed);
    this.opened = Math.max(this.opened, lastAtOrBefore(this.openTime, opened, -1));
    const begun = timeline.lastOf(this.index, EXTENDED_OPENING, opened);
    if (begun > -Infinity) this.openExtended(begun);
    const session = timeline.lastOf(this.index, SESSION_OPENING, opened);
    if (session === -Infinity) return;
    this.longSession = session >= timeline.lastOf(this.index, SESSION_CLOSING, sessionsClosed);
    const bar = lastAtOrBefore(this.openTime, session, -1);
    // A session opens before the bars that open at the same moment.
    this.sessionFirst = Math.max(first, this.openTime[bar] === session ? bar : bar + 1);
  }

  /** Progress of the feed as plain data, for snapshots. */
  get marks(): FeedMarks {
    const { closed, opened, longSession, extendedUntil, sessionFirst, restated, scale, splitAfter, splitUnits } = this;
    return { closed, opened, longSession, extendedUntil, sessionFirst, restated, scale, splitAfter, splitUnits };
  }

  /**
   * Applies a split. The columns keep the units of the recording, so the last close is scaled until the next price is known, and the last
   * volume until the next close.
   */
  split(ratio: number): void {
    this.scale = (this.restated ? this.scale : 1) / ratio;
    this.restated = true;
    this.splitUnits = (this.splitAfter === this.closed ? this.splitUnits : 1) * ratio;
    this.splitAfter = this.closed;
  }

  /** Volume of the last closed bar, in units after all splits so far; NaN before the first close. */
  get lastVolume(): number {
    const { closed } = this;
    if (closed < 0) return MISSING[0]!;
    return closed === this.splitAfter ? this.volume[closed]! * this.splitUnits : this.volume[closed]!;
  }

  /** Close of the second-to-last closed bar, in the units of the last closed bar. At least two bars must have closed. */
  get previousClose(): number {
    const before = this.closed - 1;
    return before === this.splitAfter ? this.close[before]! / this.splitUnits : this.close[before]!;
  }

  /** Whether a bar has opened and not yet closed. */
  get forming(): boolean {
    return this.opened > this.closed;
  }

  /** Last known price: the open of the forming bar if there is one, else the last close; NaN before the first bar. */
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

/** Why an instrument cannot be traded; empty while it trades. */
export type InstrumentEnd = "" | "expired_instrument" | "delisted" | "not_traded";

/** Returns why an instrument cannot be traded when a run begins: it has the role `data`. */
export function endAtStart(instrument: Pick<Instrument, "role">): InstrumentEnd {
  return isTraded(instrument) ? "" : "not_traded";
}

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

/** Finds the feed of a symbol; `feeds` must be sorted by symbol. */
export function findFeed(feeds: readonly Feed[], symbol: string): Feed | undefined {
  let low = 0;
  let high = feeds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (feeds[middle]!.instrument.symbol < symbol) low = middle + 1;
    else high = middle;
  }
  return feeds[low]?.instrument.symbol === symbol ? feeds[low] : undefined;
}
