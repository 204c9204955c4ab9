import type { RecordedChain, RecordedMarket } from "../../market/recorded-market.ts";
import { groupBy, getOrCreate } from "../../primitives/map-helpers.ts";
import type { MarketStatus } from "../../time/calendar.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { ChainSnapshots } from "./chain-snapshots.ts";
import { ConvertedHigh } from "./converted-high.ts";
import { DatedFacts } from "./dated-facts.ts";
import { ExchangeRates } from "./exchange-rates.ts";
import { HistoryReader } from "./history-reader.ts";
import { type LastPrice, InstrumentData } from "./instrument-data.ts";
import type { ViewPosition } from "./view-position.ts";
import { SessionDays } from "./session-days.ts";

const lastPrice: LastPrice = { price: NaN, time: -Infinity, day: 0 };

/** The data of a recorded market, prepared for each instrument on first use and shared by all views. */
export class PreparedMarket {
  readonly mainCalendar: string;
  readonly facts: DatedFacts;
  readonly rates: ExchangeRates;
  /** All instruments by symbol, in alphabetical order. */
  readonly instruments: ReadonlyMap<string, InstrumentData>;
  /** Currency pairs and coins by base currency, those quoted in US dollars first. */
  readonly byBase: ReadonlyMap<string, readonly InstrumentData[]>;
  readonly #market: RecordedMarket;
  readonly #days = new Map<string, SessionDays>();
  readonly #histories = new Map<InstrumentData, HistoryReader>();
  readonly #recordedChains: ReadonlyMap<string, readonly RecordedChain[]>;
  readonly #chains = new Map<string, ChainSnapshots>();
  readonly #highs = new Map<string, ConvertedHigh>();

  constructor(market: RecordedMarket) {
    this.mainCalendar = market.mainCalendar;
    this.facts = new DatedFacts(market.facts);
    this.rates = new ExchangeRates(market.instruments);
    this.#market = market;
    this.#recordedChains = groupBy(market.chains, ({ symbol }) => symbol);
    const series = groupBy(market.series, ({ symbol }) => symbol);
    const quotes = groupBy(market.quotes, ({ symbol }) => symbol);
    const actions = groupBy(market.actions, ({ symbol }) => symbol);
    const instruments = market.instruments
      .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
      .map((instrument) => {
        const { symbol, calendar } = instrument;
        const days = this.days(calendar);
        const ownSeries = series.get(symbol) ?? [];
        return new InstrumentData(
          instrument,
          days,
          this.facts,
          ownSeries,
          quotes.get(symbol)?.[0],
          actions.get(symbol) ?? [],
        );
      });
    this.instruments = new Map(instruments.map((data) => [data.instrument.symbol, data]));
    const inDollars = ({ instrument }: InstrumentData): number => (instrument.currency === "USD" ? 0 : 1);
    const dollarsFirst = instruments.toSorted((a, b) => inDollars(a) - inDollars(b));
    this.byBase = groupBy(dollarsFirst, ({ instrument }) => instrument.base);
  }

  /** Returns the sessions of a calendar. Throws `CALENDAR_UNKNOWN`. */
  days(calendar: string): SessionDays {
    return getOrCreate(this.#days, calendar, () => new SessionDays(calendarOf(calendar, this.#market.calendars)));
  }

  /** Returns the status of a market at a point in time. At the opening time it is `open` from phase 6 on. */
  status(calendar: string, { now, sessionBound }: ViewPosition): MarketStatus {
    const { calendar: sessions } = this.days(calendar);
    return sessionBound < now && sessions.nextSession(sessionBound, now)?.open === now
      ? sessions.status(sessionBound, now)
      : sessions.status(now, now);
  }

  history(data: InstrumentData): HistoryReader {
    return getOrCreate(this.#histories, data, () => new HistoryReader(data));
  }

  /** Returns the units of the currency `to` for one unit of `from` at a point in time; NaN if no rate is known. */
  rate(from: string, to: string, at: ViewPosition): number {
    return this.rates.rate(from, to, (symbol) => this.#price(symbol, at));
  }

  /** Returns the lowest possible rate at a point in time, from prices known then and from lows and highs of bars that close then. */
  #lowestRate(from: string, to: string, at: ViewPosition): number {
    return this.rates.rate(
      from,
      to,
      (symbol) => Math.min(this.#price(symbol, at), this.instruments.get(symbol)!.closingExtreme(at.now, -1)),
      (symbol) => Math.max(this.#price(symbol, at), this.instruments.get(symbol)!.closingExtreme(at.now, 1)),
    );
  }

  #price(symbol: string, at: ViewPosition): number {
    const data = this.instruments.get(symbol)!;
    if (!data.isKnown(at)) return NaN;
    data.last(at, lastPrice);
    return lastPrice.price;
  }

  /** Returns an object that computes the highest price of an instrument in another currency. */
  highs(data: InstrumentData, currency: string): ConvertedHigh {
    const { symbol, currency: own } = data.instrument;
    return getOrCreate(this.#highs, `${symbol} ${currency}`, () => {
      const pairs = this.rates.pairsOf(own, currency).map((pair) => this.instruments.get(pair)!);
      return new ConvertedHigh(data, pairs, {
        at: (position) => this.rate(own, currency, position),
        lowest: (position) => this.#lowestRate(own, currency, position),
      });
    });
  }

  /** Returns the recorded chains of an underlying; undefined if there are none. */
  chains(symbol: string): ChainSnapshots | undefined {
    const recorded = this.#recordedChains.get(symbol)?.[0];
    return recorded && getOrCreate(this.#chains, symbol, () => new ChainSnapshots(recorded));
  }
}
