import type {
  Chain,
  History,
  HistoryRequest,
  Listing,
  MarketView,
  Quote,
  RecordedHistory,
  UniverseRequest,
  ViewPhase,
} from "../../market/market-view.ts";
import type { FactKind, RecordedInstrument } from "../../market/recorded-market.ts";
import type { LastPrice, InstrumentData } from "./instrument-data.ts";
import { type ViewPosition, positionOf } from "./view-position.ts";
import type { CorporateAction } from "../../market/corporate-action.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Calendar, MarketStatus, Session } from "../../time/calendar.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import { chainInputs, contractOf, expiryOf } from "./option-pricing.ts";
import type { HighestPrice } from "./converted-high.ts";
import type { PreparedMarket } from "./prepared-market.ts";
import { quoteOf } from "./quote-of.ts";
import { recordedHistoryOf } from "./recorded-history.ts";
import { suggestionFor, unknownSymbolError } from "./symbol-suggestion.ts";

const latest: LastPrice = { price: NaN, time: -Infinity, day: 0 };

/** Whether an instrument matches a request. */
function matches({ symbol, name, assetClass }: RecordedInstrument, request: UniverseRequest): boolean {
  if (request.assetClass !== undefined && request.assetClass !== assetClass) return false;
  if (request.query === undefined) return true;
  const query = request.query.toLowerCase();
  return symbol.toLowerCase().includes(query) || name.toLowerCase().includes(query);
}

/** Returns the listing of an instrument as known at a point in time. */
function listingOf(data: InstrumentData, instrument: RecordedInstrument, at: ViewPosition): Listing {
  data.last(at, latest);
  return { instrument, first: data.firstPriceTime, last: latest.time, intervals: intervalsOf(data, at) };
}

/** Returns the recorded intervals of an instrument whose bars have begun, from short to long. */
function intervalsOf({ tracks, recorded }: InstrumentData, at: ViewPosition): readonly Interval[] {
  const started = tracks.slice(0, recorded.length).filter(({ series }) => series.openTime[0]! <= at.openBound);
  return started.map(({ series }) => series.bars.interval);
}

const lastPrice: LastPrice = { price: NaN, time: -Infinity, day: 0 };

/** A view of a recorded market that shows only what was known at one instant and phase. */
export class BoundView implements MarketView, ViewPosition {
  readonly now: number;
  readonly phase: ViewPhase;
  readonly openBound: number;
  readonly sessionBound: number;
  readonly #market: PreparedMarket;

  constructor(market: PreparedMarket, now: number, phase: ViewPhase) {
    const { openBound, sessionBound } = positionOf(now, phase);
    this.now = now;
    this.phase = phase;
    this.openBound = openBound;
    this.sessionBound = sessionBound;
    this.#market = market;
  }

  get mainCalendar(): string {
    return this.#market.mainCalendar;
  }

  has(symbol: string): boolean {
    return this.#lookUp(symbol) !== undefined;
  }

  instrument(symbol: string): RecordedInstrument {
    return this.#find(symbol).instrumentAt(this);
  }

  intervals(symbol: string): readonly Interval[] {
    return intervalsOf(this.#find(symbol), this);
  }

  universe(request: UniverseRequest = {}): readonly Listing[] {
    const listings: Listing[] = [];
    for (const data of this.#known()) {
      const instrument = data.instrumentAt(this);
      if (matches(instrument, request)) listings.push(listingOf(data, instrument, this));
    }
    return listings;
  }

  suggestion(symbol: string): string | undefined {
    return suggestionFor(symbol, this.#names());
  }

  status(calendar: string): MarketStatus {
    return this.#market.status(calendar, this);
  }

  session(calendar: string): Session | undefined {
    return this.#market.days(calendar).calendar.lastSession(this.sessionBound, this.now);
  }

  nextSession(calendar: string): Session | undefined {
    return this.#market.days(calendar).calendar.nextSession(this.sessionBound, this.now);
  }

  sessions(calendar: string, fromDay: number, toDay: number): readonly Session[] {
    return rowsOf(this.#market.days(calendar).calendar, fromDay, toDay, this.now);
  }

  quote(symbol: string): Quote {
    const data = this.#find(symbol);
    return quoteOf(data, this, this.#market.status(data.instrument.calendar, this));
  }

  history(symbol: string, request: HistoryRequest): History {
    return this.#market.history(this.#find(symbol)).read(this, request);
  }

  recorded(symbol: string, interval: Interval, dividends = false): RecordedHistory {
    return recordedHistoryOf(this.#find(symbol), this, interval, dividends);
  }

  actions(symbol: string): readonly CorporateAction[] {
    const data = this.#find(symbol);
    data.last(this, lastPrice);
    return data.actions.slice(0, data.countActionsUpTo(data.today(this, lastPrice)));
  }

  fact(symbol: string, kind: FactKind): number | string | undefined {
    // Interest rates are stored by currency, and a currency need not be an instrument.
    const of = kind === "interest_rate" ? symbol : this.#find(symbol).instrument.symbol;
    return this.#market.facts.last(of, kind, this.openBound);
  }

  expirations(symbol: string): readonly number[] {
    const data = this.#find(symbol);
    const { calendar } = data.days;
    const yesterday = Math.floor(this.now / DAY_MS) - 2;
    const chains = this.#market.chains(data.instrument.symbol);
    const listed = chains?.expirations(yesterday, this.openBound) ?? [];
    return listed.filter((day) => expiryOf(calendar, day, this.now) > this.now);
  }

  chain(symbol: string, expiration?: number): Chain {
    const data = this.#find(symbol);
    const available = this.expirations(symbol);
    const day = expiration ?? available[0];
    if (day === undefined || !available.includes(day)) throw expirationUnknown(data.instrument.symbol, day, available);
    return this.#market
      .chains(data.instrument.symbol)!
      .chain(day, this.openBound, (chain, row) => contractOf(chain, row, chainInputs(data, day, chain.time[row]!)));
  }

  rate(from: string, to: string, at: number = this.now): number {
    return this.#market.rate(from, to, at < this.now ? positionOf(at, 7) : this);
  }

  highest(symbol: string, currency: string): HighestPrice {
    const data = this.#find(symbol);
    const { currency: own } = data.instrument;
    if (currency === own) {
      const { allTimeHigh: price, allTimeHighTime: time } = this.quote(symbol);
      return { price, time };
    }
    data.last(this, lastPrice);
    return this.#market.highs(data, currency).at(this, data.today(this, lastPrice));
  }

  #find(symbol: string): InstrumentData {
    const data = this.#lookUp(symbol);
    if (data === undefined) throw unknownSymbolError(symbol, this.suggestion(symbol));
    return data;
  }

  #lookUp(symbol: string): InstrumentData | undefined {
    const data = this.#market.instruments.get(symbol);
    if (data?.isKnown(this) === true) return data;
    return this.#market.byBase.get(symbol)?.find((entry) => entry.isKnown(this));
  }

  *#known(): Generator<InstrumentData> {
    for (const data of this.#market.instruments.values()) if (data.isKnown(this)) yield data;
  }

  *#names(): Generator<RecordedInstrument> {
    for (const data of this.#known()) yield data.instrumentAt(this);
  }
}

function expirationUnknown(symbol: string, day: number | undefined, available: readonly number[]): HindcastError {
  const dates = available.map((entry) => formatDate(entry * DAY_MS));
  const was = day === undefined ? "there is none" : `was ${formatDate(day * DAY_MS)}`;
  const message = `expiration must be one of the options on ${symbol} (${dates.join(", ") || "none"}), ${was}`;
  return new HindcastError("EXPIRATION_UNKNOWN", message, { symbol, expiration: day, available });
}

/** Returns the sessions between two dates, both inclusive, as known at an instant. */
function rowsOf(calendar: Calendar, fromDay: number, toDay: number, knownAt: number): readonly Session[] {
  const { date } = calendar.sessions(fromDay, toDay, knownAt);
  return Array.from(date, (day) => calendar.session(day, knownAt)!);
}
