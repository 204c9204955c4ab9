import type { MarketView } from "../../market/market-view.ts";
import type { AssetClass, RecordedInstrument } from "../../market/recorded-market.ts";
import { suggestionFor, unknownSymbolError } from "../../data/view/symbol-suggestion.ts";

/** Asset classes that the API serves below the path `stocks`. */
const STOCKS: readonly AssetClass[] = ["stock", "etf", "index"];

/**
 * Returns a stock, fund or index by its symbol, in any case. Throws SYMBOL_UNKNOWN, and suggests one of the symbols that are listed at the
 * market time.
 */
export function findStock(view: MarketView, symbol: string): RecordedInstrument {
  return findOfClass(view, symbol, STOCKS);
}

/** Returns a currency pair by its symbol. Throws SYMBOL_UNKNOWN. */
export function findPair(view: MarketView, pair: string): RecordedInstrument {
  return findOfClass(view, pair, ["forex"]);
}

/** Returns a commodity by its symbol. Throws SYMBOL_UNKNOWN. */
export function findCommodity(view: MarketView, symbol: string): RecordedInstrument {
  return findOfClass(view, symbol, ["commodity"]);
}

/** Returns an instrument that has options by its symbol. Throws SYMBOL_UNKNOWN. */
export function findUnderlying(view: MarketView, symbol: string): RecordedInstrument {
  return findOfClass(view, symbol, undefined);
}

/**
 * Returns a coin by its symbol or by its base currency. If several pairs have this base, returns the pair in US dollars. Throws
 * SYMBOL_UNKNOWN, and suggests a base currency.
 */
export function findCoin(view: MarketView, symbol: string): RecordedInstrument {
  const wanted = symbol.toUpperCase();
  const named = instrumentOrUndefined(view, wanted);
  if (named?.assetClass === "crypto") return named;
  // Another instrument may have the base currency as its symbol, so only crypto pairs are searched.
  const coins = view.universe({ assetClass: "crypto" }).map(({ instrument }) => instrument);
  const pairs = coins.filter(({ base }) => base === wanted);
  const found = pairs.find(({ currency }) => currency === "USD") ?? pairs[0];
  if (found !== undefined) return found;
  const bases = coins.map(({ base, name }) => ({ symbol: base, name }));
  throw unknownSymbolError(wanted, suggestionFor(wanted, bases));
}

function findOfClass(view: MarketView, symbol: string, classes: readonly AssetClass[] | undefined): RecordedInstrument {
  const wanted = symbol.toUpperCase();
  const instrument = instrumentOrUndefined(view, wanted);
  const fits = (one: RecordedInstrument | undefined): boolean =>
    one !== undefined && (classes === undefined || classes.includes(one.assetClass));
  if (fits(instrument) && instrument!.symbol === wanted) return instrument!;
  const suggestion = view.suggestion(wanted);
  throw unknownSymbolError(
    wanted,
    suggestion !== undefined && fits(instrumentOrUndefined(view, suggestion)) ? suggestion : undefined,
  );
}

function instrumentOrUndefined(view: MarketView, symbol: string): RecordedInstrument | undefined {
  return view.has(symbol) ? view.instrument(symbol) : undefined;
}

/** Returns a text, or null for an empty one. */
export function textOrNull(text: string): string | null {
  return text === "" ? null : text;
}

/** Returns the name of an instrument as known at the market time; null if it has none. */
export function nameOf({ name }: RecordedInstrument): string | null {
  return textOrNull(name);
}
