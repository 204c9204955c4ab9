import type { MarketView } from "../../market/market-view.ts";
import type { AssetClass, RecordedInstrument } from "../../market/recorded-market.ts";
import { suggestionFor, unknownSymbolError } from "../../data/view/symbol-suggestion.ts";

/** Asset classes served below `stocks`. */
const STOCKS: readonly AssetClass[] = ["stock", "etf", "index"];

/** Returns a stock, fund or index by its symbol, in any case. Throws SYMBOL_UNKNOWN, with a suggestion among the symbols known now. */
export function findStock(view: MarketView, symbol: string): RecordedInstrument {
  return findOfClass(view, symbol, STOCKS);
}

/** Returns a currency pair. Throws SYMBOL_UNKNOWN. */
export function findPair(view: MarketView, pair: string): RecordedInstrument {
  return findOfClass(view, pair, ["forex"]);
}

/** Returns a commodity. Throws SYMBOL_UNKNOWN. */
export function findCommodity(view: MarketView, symbol: string): RecordedInstrument {
  return findOfClass(view, symbol, ["commodity"]);
}

/** Returns an underlying of options. Throws SYMBOL_UNKNOWN. */
export function findUnderlying(view: MarketView, symbol: string): RecordedInstrument {
  return findOfClass(view, symbol, undefined);
}

/**
 * Returns a coin by its symbol or base. Among several pairs with that base, the one in US dollars. Throws SYMBOL_UNKNOWN, with a base as
 * suggestion.
 */
export function findCoin(view: MarketView, symbol: string): RecordedInstrument {
  const wanted = symbol.toUpperCase();
  const named = instrumentOrUndefined(view, wanted);
  if (named?.assetClass === "crypto") return named;
  // Another instrument may have the base as its symbol.
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

/** Returns null for an empty text. */
export function textOrNull(text: string): string | null {
  return text === "" ? null : text;
}

/** Returns the name of an instrument as known now. */
export function nameOf({ name }: RecordedInstrument): string | null {
  return textOrNull(name);
}
