import { groupBy } from "../../primitives/map-helpers.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";

/** Exchange rates from the currency pairs of a market. */
export class ExchangeRates {
  readonly #pairs: ReadonlyMap<string, readonly RecordedInstrument[]>;

  constructor(instruments: readonly RecordedInstrument[]) {
    const pairs = instruments.filter((instrument) => baseCurrencyOf(instrument) !== undefined);
    this.#pairs = groupBy(pairs, (instrument) => `${baseCurrencyOf(instrument)}/${instrument.currency}`);
  }

  /**
   * Returns the units of the currency `to` for one unit of `from`: from a direct pair, an inverted pair, or two pairs with US dollars; NaN if there
   * is none. `priceOf` returns the price of a pair, NaN if unknown. `invertedOf` returns the price of a pair to invert; default: `priceOf`.
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

  /** Returns the symbols of all pairs from which the rate between two currencies may be computed. */
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

/** Currency through which pairs without a direct rate are converted. */
const BRIDGE = "USD";

/** Returns the base currency of a pair or coin: `EUR` of EURUSD, `BTC` of BTCUSD; undefined for other instruments. */
function baseCurrencyOf({ assetClass, symbol, base, currency }: RecordedInstrument): string | undefined {
  if (assetClass !== "forex" && assetClass !== "crypto") return undefined;
  if (base !== symbol) return base;
  return symbol.length > currency.length && symbol.endsWith(currency) ? symbol.slice(0, -currency.length) : undefined;
}
