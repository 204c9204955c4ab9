import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import type { Instrument } from "../market/instrument.ts";
import type { MarketData, Series } from "../market/market-data.ts";
import { scheduleOf } from "../market/schedule.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { lastUpTo } from "../primitives/rising.ts";
import { formatInstant } from "../time/instant.ts";

/** Units of account currency for one of another, by the last closed bar of a recorded pair. */
export interface CurrencyRate {
  readonly currency: string;
  /** The pair that is recorded; where it is the inverse, the rate is one over its price. */
  readonly pair: string;
  readonly closeTime: Column;
  readonly rate: Column;
}

/** The rate that was known at a moment: of the last closed bar, before any of the first that there is; 1 for money of the account. */
export function rateAt(of: CurrencyRate | undefined, time: number): number {
  return of === undefined ? 1 : of.rate[Math.max(0, lastUpTo(of.closeTime, time, -1))]!;
}

/** An instrument of a run, and the close of its first bar that is traded: before it nothing is decided about it. */
export interface TradedInstrument {
  readonly instrument: Instrument;
  readonly firstClose: number;
}

/**
 * The rates of every currency but that of the account in which a symbol of the run trades, by the pair of both currencies, or its inverse, among
 * the data. Throws `SETTING_INVALID` where there is no such pair, or it has no price yet when the first decision about such a symbol falls. Bars
 * that begin at the run's `end` or later are no part of it, and so no rates.
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
        `cash is in ${currency} and ${symbol} in ${other}: ${instrument.symbol} must have a price by ${formatInstant(firstClose)}, when ${symbol} can first be ordered, had its first at ${formatInstant(closeTime[0]!)}; begin the run later, or leave ${symbol} out`,
        { setting: "currency", pair: instrument.symbol, symbol, firstPrice: closeTime[0]!, firstClose },
      );
    }
    const inverted = instrument.symbol.startsWith(currency);
    const { close } = pair.bars.slice(0, lastUpTo(pair.bars.time, end - 1, -1) + 1);
    return {
      currency: other,
      pair: instrument.symbol,
      closeTime: closeTime.subarray(0, close.length),
      rate: inverted ? close.map((price) => 1 / price) : close,
    };
  });
}

/** The recorded pair by which money of one currency is told in another, either way round. */
export function pairOf(from: string, to: string, { series, rates = [] }: MarketData): Series | undefined {
  const all = [...series, ...rates];
  const named = (symbol: string) => all.find(({ instrument, bars }) => instrument.symbol === symbol && bars.length > 0);
  return named(`${from}${to}`) ?? named(`${to}${from}`);
}

/**
 * Keeps what a point of price is worth in account currency, for instruments of other currencies, at the rate of the last closed bar of their
 * pair. Money of a fill is converted at that rate when it is booked; positions are marked at it.
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

  /** There is something to convert at all. */
  get applies(): boolean {
    return this.#rates.length > 0;
  }

  /** Takes the rates of bars that have closed by now. */
  update(time: number): void {
    this.#rates.forEach(({ closeTime }, i) => {
      let next = this.#next[i]!;
      // A run that is restored may stand earlier than it did.
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

/** An instrument of another currency, whose point changes its worth with the rate. */
export function convertible(instrument: Instrument, currency: string): Instrument {
  return instrument.currency === currency ? instrument : { ...instrument };
}

function invalid(message: string, details: Readonly<Record<string, unknown>>): HindcastError {
  return new HindcastError("SETTING_INVALID", message, details);
}
