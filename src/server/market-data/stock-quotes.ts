import type { MarketView } from "../../market/market-view.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { StockQuote } from "../../schemas/stock-quote.ts";
import type { StockQuotes, StockQuotesBody } from "../../schemas/stock-quotes.ts";
import { formatInstant } from "../../time/instant.ts";
import { findStock } from "./find-instrument.ts";
import { stockQuoteOf } from "./stock-quote.ts";

type Unknowns = StockQuotes["errors"];

/**
 * Quotes of many stocks by id, each with the fields that were asked for; unknown symbols are told apart. Throws SYMBOL_UNKNOWN when
 * none is known.
 */
export function stockQuotesOf(view: MarketView, { symbols, fields }: StockQuotesBody): StockQuotes {
  const quotes: [string, StockQuotes["quotes"][string]][] = [];
  const errors: [string, Unknowns[string]][] = [];
  let first: HindcastError | undefined;
  for (const symbol of new Set(symbols.map((one) => one.toUpperCase()))) {
    try {
      const instrument = findStock(view, symbol);
      quotes.push([instrument.symbol, chosen(stockQuoteOf(view, instrument), fields)]);
    } catch (error) {
      if (!(error instanceof HindcastError) || error.code !== "SYMBOL_UNKNOWN") throw error;
      first ??= error;
      errors.push([symbol, told(symbol, error)]);
    }
  }
  if (quotes.length === 0 && first !== undefined) throw first;
  return {
    quotes: Object.fromEntries(quotes),
    errors: Object.fromEntries(errors),
    timestamp: formatInstant(view.now),
  };
}

function chosen(quote: StockQuote, fields: StockQuotesBody["fields"]): StockQuotes["quotes"][string] {
  if (fields === undefined) return quote;
  const names = new Set<string>(["symbol", ...fields]);
  if (names.has("volume")) names.add("volume_exact");
  return {
    symbol: quote.symbol,
    ...Object.fromEntries(Object.entries(quote).filter(([name]) => names.has(name))),
  };
}

function told(symbol: string, { message, details }: HindcastError): Unknowns[string] {
  const suggestion = details["suggestion"];
  return {
    code: "SYMBOL_NOT_FOUND",
    message,
    details: { symbol, suggestion: typeof suggestion === "string" ? suggestion : null },
  };
}
