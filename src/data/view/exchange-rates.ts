import { groupBy } from "../../primitives/map-helpers.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";

/** The pairs of a market by what they turn into what. */
export class ExchangeRates {
  readonly #pairs: ReadonlyMap<string, readonly RecordedInstrument[]>;

  constructor(instruments: readonly RecordedInstrument[]) {
    const pairs = instruments.filter((instrument) => baseCurrencyOf(instrument) !== undefined);
    this.#pairs = groupBy(pairs, (instrument) => `${baseCurrencyOf(instrument)}/${instrument.currency}`);
  }

  /**
   * Units of `to` for one of `from`: by a pair of both, by the inverted one, or by way of US dollars; NaN where there is no way. `priceOf` gives the
   * last price of a pair, NaN where none is known; `invertedOf` that of one that is inverted, where it is another.
   */
  rate(
    from: string,
    to: string,
    priceOf: (symbol: string) => number,
    invertedOf: (symbol: string) => number = priceOf,
  ): number {
    const directRate = this.#directRate(from, to, priceOf, invertedOf);
    if (!Number.isNaN(directRate) || from === BRIDGE || to === BRIDGE) return directRate;
    return this.#directRate(from, BRIDGE, priceOf, invertedOf) * this.#directRate(BRIDGE, to, priceOf, invertedOf);
  }

  /** The pairs of which a rate may be made. */
  pairsOf(from: string, to: string): readonly string[] {
    const routes = [
      [from, to],
      [from, BRIDGE],
      [BRIDGE, to],
    ] as const;
    const keys = new Set(routes.flatMap(([a, b]) => [`${a}/${b}`, `${b}/${a}`]));
    return [...keys].flatMap((key) => this.#pairs.get(key) ?? []).map(({ symbol }) => symbol);
  }

  #directRate(
    from: string,
    to: string,
    priceOf: (symbol: string) => number,
    invertedOf: (symbol: string) => number,
  ): number {
    if (from === to) return 1;
    const direct = this.#price(from, to, priceOf);
    return Number.isNaN(direct) ? 1 / this.#price(to, from, invertedOf) : direct;
  }

  #price(from: string, to: string, priceOf: (symbol: string) => number): number {
    for (const { symbol } of this.#pairs.get(`${from}/${to}`) ?? []) {
      const price = priceOf(symbol);
      if (price > 0) return price;
    }
    return NaN;
  }
}

/** The currency over which others are turned into each other. */
const BRIDGE = "USD";

/** What one unit of an instrument is a unit of, where that is a currency: `EUR` of EURUSD, `BTC` of BTCUSD. */
function baseCurrencyOf({ assetClass, symbol, base, currency }: RecordedInstrument): string | undefined {
  if (assetClass !== "forex" && assetClass !== "crypto") return undefined;
  if (base !== symbol) return base;
  return symbol.length > currency.length && symbol.endsWith(currency) ? symbol.slice(0, -currency.length) : undefined;
}
