import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import type { Instrument } from "../market/instrument.ts";
import type { MarketData, Series } from "../market/market-data.ts";
import { scheduleOf } from "../market/schedule.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import { formatInstant } from "../time/instant.ts";

/**
 * Exchange rate: units of account currency for one unit of another currency, at the last closed bar of a recorded pair.
 */
export interface CurrencyRate {
  readonly currency: string;
  /** Symbol of the recorded pair. If that is the inverse pair, the rate is one divided by its price. */
  readonly pair: string;
  readonly closeTime: Column;
  readonly rate: Column;
}

/**
 * Returns the exchange rate known at a time, or 1 for account currency: that of the last closed bar, or of the first
 * bar before any bar has closed.
 */
export function rateAt(rate: CurrencyRate | undefined, time: number): number {
  return rate === undefined ? 1 : rate.rate[Math.max(0, lastAtOrBefore(rate.closeTime, time, -1))]!;
}

/** Instrument of a run, with the close of its first traded bar, after which orders for it are first possible. */
export interface TradedInstrument {
  readonly instrument: Instrument;
  readonly firstClose: number;
}

/**
 * Returns the rates of all traded currencies other than the account's, from pairs or inverse pairs in the data. Throws
 * `SETTING_INVALID` if a pair is missing, or has no price when the symbol can first be ordered. Bars that begin at the
 * run's `end` or later are left out.
 */
export function currencyRates(
  currency: string,
  traded: readonly TradedInstrument[],
  data: MarketData,
  end = Infinity,
): readonly CurrencyRate[] {
  const others = [...new Set(traded.map(({ instrument }) => instrument.currency))].filter((one) => one !== currency);
  return others.map((other) => {
    const pair = pairOf(other, currency, data);
    const { instrument: first, firstClose } = traded
      .filter(({ instrument }) => instrument.currency === other)
      .reduce((a, b) => (b.firstClose < a.firstClose ? b : a));
    const { symbol } = first;
    if (pair === undefined) {
      throw invalid(
        `cash is in ${currency} and ${symbol} in ${other}: the data need ${other}${currency} or ${currency}${other}, and have neither`,
        { setting: "currency", value: currency, symbol, currency: other },
      );
    }
    const { calendar, instrument } = pair;
    const { closeTime } = scheduleOf(pair.bars, calendar);
    if (!(closeTime[0]! <= firstClose)) {
      throw invalid(
        `cash is in ${currency} and ${symbol} in ${other}: ${instrument.symbol} must have a price by ${formatInstant(firstClose)}, when ${symbol} can first be ordered; its first price is at ${formatInstant(closeTime[0]!)}; begin the run later, or leave ${symbol} out`,
        { setting: "currency", pair: instrument.symbol, symbol, firstPrice: closeTime[0]!, firstClose },
      );
    }
    const inverted = instrument.symbol.startsWith(currency);
    const { close } = pair.bars.slice(0, lastAtOrBefore(pair.bars.time, end - 1, -1) + 1);
    return {
      currency: other,
      pair: instrument.symbol,
      closeTime: closeTime.subarray(0, close.length),
      rate: inverted ? close.map((price) => 1 / price) : close,
    };
  });
}

/** Returns the recorded pair of two currencies, in either direction, if there is one. */
export function pairOf(from: string, to: string, { series, rates = [] }: MarketData): Series | undefined {
  const all = [...series, ...rates];
  const named = (symbol: string) => all.find(({ instrument, bars }) => instrument.symbol === symbol && bars.length > 0);
  return named(`${from}${to}`) ?? named(`${to}${from}`);
}

/**
 * Keeps the value of one point of price in account currency, for instruments in other currencies. Fills are converted,
 * and positions valued, at the rate of the last closed bar of the currency pair.
 */
export class CurrencyConversion {
  readonly #rates: readonly CurrencyRate[];
  readonly #foreign: readonly { readonly feed: Feed; readonly points: number; readonly rate: number }[];
  readonly #portfolio: Portfolio;
  readonly #next: number[];

  constructor(rates: readonly CurrencyRate[], feeds: readonly Feed[], portfolio: Portfolio) {
    this.#rates = rates;
    this.#next = rates.map(() => 0);
    this.#portfolio = portfolio;
    this.#foreign = feeds.flatMap((feed) => {
      const rate = rates.findIndex(({ currency }) => currency === feed.instrument.currency);
      return rate < 0 ? [] : [{ feed, points: feed.instrument.multiplier, rate }];
    });
  }

  /** Whether any instrument has a currency other than the account's. */
  get applies(): boolean {
    return this.#rates.length > 0;
  }

  /** Applies the rates of bars that have closed by `time`. */
  update(time: number): void {
    this.#rates.forEach(({ closeTime }, i) => {
      let next = this.#next[i]!;
      // A restored simulation may be at an earlier time.
      if (next > 0 && !(closeTime[next - 1]! <= time)) next = 0;
      while (next < closeTime.length && closeTime[next]! <= time) next++;
      this.#next[i] = next;
    });
    for (const { feed, points, rate } of this.#foreign) {
      const place = this.#next[rate]! - 1;
      this.#portfolio.restate(feed.index, place < 0 ? points : points * this.#rates[rate]!.rate[place]!);
    }
  }
}

/** Returns a copy of an instrument in another currency, whose value of a point changes with the exchange rate. */
export function convertible(instrument: Instrument, currency: string): Instrument {
  return instrument.currency === currency ? instrument : { ...instrument };
}

function invalid(message: string, details: Readonly<Record<string, unknown>>): HindcastError {
  return new HindcastError("SETTING_INVALID", message, details);
}
