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
import type { Datum, InstrumentData } from "./instrument-data.ts";
import { type Position, positionOf } from "./view-position.ts";
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

const latest: Datum = { price: NaN, time: -Infinity, day: 0 };

/** Whether an instrument is among those that are asked for. */
function matches({ symbol, name, assetClass }: RecordedInstrument, request: UniverseRequest): boolean {
  if (request.assetClass !== undefined && request.assetClass !== assetClass) return false;
  if (request.query === undefined) return true;
  const query = request.query.toLowerCase();
  return symbol.toLowerCase().includes(query) || name.toLowerCase().includes(query);
}

/** What is known of an instrument's recording at a position. */
function listingOf(tape: InstrumentData, instrument: RecordedInstrument, at: Position): Listing {
  tape.last(at, latest);
  const begun = tape.tracks.slice(0, tape.recorded.length).filter(({ series }) => series.openTime[0]! <= at.opens);
  return {
    instrument,
    first: tape.firstEvent,
    last: latest.time,
    intervals: begun.map(({ series }) => series.bars.interval),
  };
}

const datum: Datum = { price: NaN, time: -Infinity, day: 0 };

/** A recorded market read at one moment. */
export class BoundView implements MarketView, Position {
  readonly now: number;
  readonly phase: ViewPhase;
  readonly opens: number;
  readonly begins: number;
  readonly #market: PreparedMarket;

  constructor(market: PreparedMarket, now: number, phase: ViewPhase) {
    const { opens, begins } = positionOf(now, phase);
    this.now = now;
    this.phase = phase;
    this.opens = opens;
    this.begins = begins;
    this.#market = market;
  }

  get mainCalendar(): string {
    return this.#market.mainCalendar;
  }

  has(symbol: string): boolean {
    return this.#lookUp(symbol) !== undefined;
  }

  instrument(symbol: string): RecordedInstrument {
    return this.#find(symbol).named(this);
  }

  universe(request: UniverseRequest = {}): readonly Listing[] {
    const listings: Listing[] = [];
    for (const tape of this.#known()) {
      const instrument = tape.named(this);
      if (matches(instrument, request)) listings.push(listingOf(tape, instrument, this));
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
    return this.#market.days(calendar).calendar.lastSession(this.begins, this.now);
  }

  nextSession(calendar: string): Session | undefined {
    return this.#market.days(calendar).calendar.nextSession(this.begins, this.now);
  }

  sessions(calendar: string, fromDay: number, toDay: number): readonly Session[] {
    return rowsOf(this.#market.days(calendar).calendar, fromDay, toDay, this.now);
  }

  quote(symbol: string): Quote {
    const tape = this.#find(symbol);
    return quoteOf(tape, this, this.#market.status(tape.instrument.calendar, this));
  }

  history(symbol: string, request: HistoryRequest): History {
    return this.#market.history(this.#find(symbol)).answer(this, request);
  }

  recorded(symbol: string, interval: Interval, dividends = false): RecordedHistory {
    return recordedHistoryOf(this.#find(symbol), this, interval, dividends);
  }

  actions(symbol: string): readonly CorporateAction[] {
    const tape = this.#find(symbol);
    tape.last(this, datum);
    return tape.actions.slice(0, tape.actionsUpTo(tape.today(this, datum)));
  }

  fact(symbol: string, kind: FactKind): number | string | undefined {
    // The rate is that of a currency, which need not be an instrument.
    const of = kind === "interest_rate" ? symbol : this.#find(symbol).instrument.symbol;
    return this.#market.facts.last(of, kind, this.opens);
  }

  expirations(symbol: string): readonly number[] {
    const tape = this.#find(symbol);
    const { calendar } = tape.days;
    const yesterday = Math.floor(this.now / DAY_MS) - 2;
    const chains = this.#market.chains(tape.instrument.symbol);
    const listed = chains?.expirations(yesterday, this.opens) ?? [];
    return listed.filter((day) => expiryOf(calendar, day, this.now) > this.now);
  }

  chain(symbol: string, expiration?: number): Chain {
    const tape = this.#find(symbol);
    const available = this.expirations(symbol);
    const day = expiration ?? available[0];
    if (day === undefined || !available.includes(day)) throw expirationUnknown(tape.instrument.symbol, day, available);
    return this.#market
      .chains(tape.instrument.symbol)!
      .chain(day, this.opens, (chain, row) => contractOf(chain, row, chainInputs(tape, day, chain.time[row]!)));
  }

  rate(from: string, to: string, at: number = this.now): number {
    return this.#market.rate(from, to, at < this.now ? positionOf(at, 7) : this);
  }

  highest(symbol: string, currency: string): HighestPrice {
    const tape = this.#find(symbol);
    const { currency: own } = tape.instrument;
    if (currency === own) {
      const { allTimeHigh: price, allTimeHighTime: time } = this.quote(symbol);
      return { price, time };
    }
    tape.last(this, datum);
    return this.#market.highs(tape, currency).at(this, tape.today(this, datum));
  }

  #find(symbol: string): InstrumentData {
    const tape = this.#lookUp(symbol);
    if (tape === undefined) throw unknownSymbolError(symbol, this.suggestion(symbol));
    return tape;
  }

  #lookUp(symbol: string): InstrumentData | undefined {
    const tape = this.#market.instruments.get(symbol);
    if (tape?.isKnown(this) === true) return tape;
    return this.#market.byBase.get(symbol)?.find((one) => one.isKnown(this));
  }

  *#known(): Generator<InstrumentData> {
    for (const tape of this.#market.instruments.values()) if (tape.isKnown(this)) yield tape;
  }

  *#names(): Generator<RecordedInstrument> {
    for (const tape of this.#known()) yield tape.named(this);
  }
}

function expirationUnknown(symbol: string, day: number | undefined, available: readonly number[]): HindcastError {
  const dates = available.map((one) => formatDate(one * DAY_MS));
  const was = day === undefined ? "there is none" : `was ${formatDate(day * DAY_MS)}`;
  const message = `expiration must be one of the options on ${symbol} (${dates.join(", ") || "none"}), ${was}`;
  return new HindcastError("EXPIRATION_UNKNOWN", message, { symbol, expiration: day, available });
}

/** The sessions between two dates, both inclusive, as a calendar knew them at a moment. */
function rowsOf(calendar: Calendar, fromDay: number, toDay: number, knownAt: number): readonly Session[] {
  const { date } = calendar.sessions(fromDay, toDay, knownAt);
  return Array.from(date, (day) => calendar.session(day, knownAt)!);
}
