import type { MarketView } from "../../market/market-view.ts";
import type { AssetClass, RecordedInstrument } from "../../market/recorded-market.ts";
import { suggestionFor, unknownSymbolError } from "../../data/view/symbol-suggestion.ts";

/** What the paths below `stocks` serve. */
const STOCKS: readonly AssetClass[] = ["stock", "etf", "index"];

/** A stock, fund or index by its id, in any case. Throws SYMBOL_UNKNOWN, with a suggestion among those that are known now. */
export function findStock(view: MarketView, symbol: string): RecordedInstrument {
  return find(view, symbol, STOCKS);
}

/** A pair of currencies. Throws SYMBOL_UNKNOWN. */
export function findPair(view: MarketView, pair: string): RecordedInstrument {
  return find(view, pair, ["forex"]);
}

/** A commodity. Throws SYMBOL_UNKNOWN. */
export function findCommodity(view: MarketView, symbol: string): RecordedInstrument {
  return find(view, symbol, ["commodity"]);
}

/** What options are written on. Throws SYMBOL_UNKNOWN. */
export function findUnderlying(view: MarketView, symbol: string): RecordedInstrument {
  return find(view, symbol, undefined);
}

/** A coin by its id or base: of the pairs of one base that in US dollars. Throws SYMBOL_UNKNOWN, with a base as suggestion. */
export function findCoin(view: MarketView, symbol: string): RecordedInstrument {
  const wanted = symbol.toUpperCase();
  const named = known(view, wanted);
  if (named?.assetClass === "crypto") return named;
  // Something else may have the name of the base for an id.
  const coins = view.universe({ assetClass: "crypto" }).map(({ instrument }) => instrument);
  const pairs = coins.filter(({ base }) => base === wanted);
  const found = pairs.find(({ currency }) => currency === "USD") ?? pairs[0];
  if (found !== undefined) return found;
  const bases = coins.map(({ base, name }) => ({ symbol: base, name }));
  throw unknownSymbolError(wanted, suggestionFor(wanted, bases));
}

function find(view: MarketView, symbol: string, classes: readonly AssetClass[] | undefined): RecordedInstrument {
  const wanted = symbol.toUpperCase();
  const instrument = known(view, wanted);
  const fits = (one: RecordedInstrument | undefined): boolean =>
    one !== undefined && (classes === undefined || classes.includes(one.assetClass));
  if (fits(instrument) && instrument!.symbol === wanted) return instrument!;
  const like = view.suggestion(wanted);
  throw unknownSymbolError(wanted, like !== undefined && fits(known(view, like)) ? like : undefined);
}

function known(view: MarketView, symbol: string): RecordedInstrument | undefined {
  return view.has(symbol) ? view.instrument(symbol) : undefined;
}

/** A text that may be missing. */
export function textOrNull(text: string): string | null {
  return text === "" ? null : text;
}

/** The name of an instrument as known now. */
export function nameOf({ name }: RecordedInstrument): string | null {
  return textOrNull(name);
}
