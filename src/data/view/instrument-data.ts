import type { CorporateAction } from "../../market/corporate-action.ts";
import type { RecordedInstrument, RecordedQuotes, RecordedSeries } from "../../market/recorded-market.ts";
import { barSessions } from "../../market/bar-sessions.ts";
import { getOrCreate } from "../../primitives/map-helpers.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import { compareIntervals } from "../../time/interval.ts";
import type { DatedFacts, FactColumn } from "./dated-facts.ts";
import type { ViewPosition } from "./view-position.ts";
import { eventsOfBars, eventsOfMidpoints, firstMidpointTime, midpointsOf } from "./price-events.ts";
import { PriceSeries, SplitFactors, type BarPositions } from "./price-series.ts";
import type { SessionDays } from "./session-days.ts";

/** Last price of an instrument that is known at a point in time. */
export interface LastPrice {
  /** Price as traded; NaN if none is known. */
  price: number;
  time: number;
  /** Date of the session of the price, in days since 1970-01-01. */
  day: number;
}

/** A series, and which bars are its latest at the time of the last request, a day before, and a year before. */
export interface Track {
  readonly series: PriceSeries;
  readonly now: BarPositions;
  readonly dayAgo: BarPositions;
  /** Last bar that opened a year ago or earlier. */
  yearAgo: number;
}

/** Recorded data of one instrument, prepared on first use. */
export class InstrumentData {
  readonly instrument: RecordedInstrument;
  readonly days: SessionDays;
  readonly facts: DatedFacts;
  readonly recorded: readonly RecordedSeries[];
  readonly quotes: RecordedQuotes | undefined;
  /** Splits and dividends of the instrument, sorted by ex-date. */
  readonly actions: readonly CorporateAction[];
  /** Split factors of raw prices; empty for adjusted prices. */
  readonly splits: SplitFactors;
  readonly names: FactColumn | undefined;
  readonly shares: FactColumn | undefined;
  readonly supply: FactColumn | undefined;
  readonly earnings: FactColumn | undefined;
  readonly #exDates: Float64Array;
  #firstPriceTime: number | undefined;
  #tracks: readonly Track[] | undefined;
  #barTracks: readonly Track[] = [];
  readonly #instrumentAt = new Map<string, RecordedInstrument>();

  constructor(
    instrument: RecordedInstrument,
    days: SessionDays,
    facts: DatedFacts,
    series: readonly RecordedSeries[],
    quotes: RecordedQuotes | undefined,
    actions: readonly CorporateAction[],
  ) {
    this.instrument = instrument;
    this.days = days;
    this.facts = facts;
    this.recorded = series
      .filter(({ bars }) => bars.length > 0)
      .toSorted((a, b) => compareIntervals(a.bars.interval, b.bars.interval));
    this.quotes = quotes;
    this.actions = actions.toSorted((a, b) => a.exDate - b.exDate);
    this.#exDates = Float64Array.from(this.actions, ({ exDate }) => exDate);
    this.names = facts.column(instrument.symbol, "name");
    this.shares = facts.column(instrument.symbol, "shares_outstanding");
    this.supply = facts.column(instrument.symbol, "circulating_supply");
    this.earnings = facts.column(instrument.symbol, "trailing_eps");
    this.splits = new SplitFactors(instrument.priceBasis === "raw" ? this.actions : []);
  }

  /** Time from which the instrument's first price is known; Infinity if no price is recorded. */
  get firstPriceTime(): number {
    this.#firstPriceTime ??= Math.min(
      this.quotes === undefined ? Infinity : firstMidpointTime(this.quotes),
      ...this.recorded.map(({ bars }) => barSessions(bars.slice(0, 2), this.days.calendar).openTime[0]!),
    );
    return this.#firstPriceTime;
  }

  /** Whether a price of the instrument is known at a point in time. */
  isKnown(at: ViewPosition): boolean {
    return this.firstPriceTime <= at.openBound;
  }

  /** All price series: bars, finest first, then mid prices of quotes. */
  get tracks(): readonly Track[] {
    return this.#tracks ?? this.#prepare();
  }

  /** Series for ranges and volumes: bars; if there are none, mid prices of quotes. */
  get barTracks(): readonly Track[] {
    if (this.#tracks === undefined) this.#prepare();
    return this.#barTracks;
  }

  #prepare(): readonly Track[] {
    const { days, splits } = this;
    const bars = this.recorded.map((one) =>
      trackOf(new PriceSeries(one.bars, eventsOfBars(one.bars, days.calendar), splits)),
    );
    const midpoints = this.quotes === undefined ? undefined : midpointsOf(this.quotes);
    const tracks =
      midpoints === undefined
        ? bars
        : [...bars, trackOf(new PriceSeries(midpoints, eventsOfMidpoints(midpoints, days), splits))];
    this.#barTracks = bars.length > 0 ? bars : tracks;
    this.#tracks = tracks;
    return tracks;
  }

  /** Writes the last price known at a point in time to `lastPrice`. At equal times opens and quotes win over closes, then finer series over coarser. */
  last(at: ViewPosition, lastPrice: LastPrice, when: "now" | "dayAgo" = "now"): void {
    lastPrice.price = NaN;
    lastPrice.time = -Infinity;
    let isOpen = false;
    for (const track of this.tracks) {
      const { series } = track;
      const positions = track[when];
      series.seek(at, positions);
      const { opened, closed } = positions;
      if (opened < 0) continue;
      const forming = opened > closed;
      const time = forming ? series.openTime[opened]! : series.closeTime[closed]!;
      // A quote is treated like an open: it comes after all closes at the same time.
      const atOpens = forming || series.openTime[closed] === time;
      if (time < lastPrice.time || (time === lastPrice.time && (isOpen || !atOpens))) continue;
      lastPrice.time = time;
      lastPrice.price = forming ? series.bars.open[opened]! : series.bars.close[closed]!;
      lastPrice.day = forming ? series.openDay[opened]! : series.closeDay[closed]!;
      isOpen = atOpens;
    }
  }

  /** Returns the highest high (`side` 1) or lowest low (`side` -1), as traded, of the bars that close at an instant; ∓Infinity if no bar closes. */
  closingExtreme(instant: number, side: 1 | -1): number {
    let extreme = -side * Infinity;
    for (const { series } of this.tracks) {
      if (series.isMomentary) continue;
      const { bars, closeTime } = series;
      for (let row = lastAtOrBefore(closeTime, instant, closeTime.length - 1); closeTime[row] === instant; row--) {
        const price = side === 1 ? bars.high[row]! : bars.low[row]!;
        if (price * side > extreme * side) extreme = price;
      }
    }
    return extreme;
  }

  /** Returns the date up to which prices are adjusted for splits: that of the last opened session, or of the last price if later. */
  today(at: ViewPosition, lastPrice: LastPrice): number {
    const openedSession = this.days.lastOpenedSession(at.sessionBound);
    return lastPrice.time > -Infinity ? Math.max(openedSession, lastPrice.day) : openedSession;
  }

  /** Returns the number of actions with an ex-date at or before a day. */
  countActionsUpTo(day: number): number {
    return lastAtOrBefore(this.#exDates, day, this.#exDates.length - 1) + 1;
  }

  /** Returns the instrument with the name that it has at a point in time. */
  instrumentAt(at: ViewPosition): RecordedInstrument {
    const name = this.names?.seek(at.openBound) === true ? this.names.value : undefined;
    if (typeof name !== "string" || name === this.instrument.name) return this.instrument;
    return getOrCreate(this.#instrumentAt, name, () => Object.freeze({ ...this.instrument, name }));
  }
}

function trackOf(series: PriceSeries): Track {
  return { series, now: { opened: -1, closed: -1 }, dayAgo: { opened: -1, closed: -1 }, yearAgo: -1 };
}
