import type { MarketView } from "../../../market/market-view.ts";
import type { RecordedInstrument } from "../../../market/recorded-market.ts";
import { HindcastError } from "../../../primitives/errors.ts";
import { CorporateActions } from "../../../schemas/corporate-actions.ts";
import { History, HistoryQuery } from "../../../schemas/history.ts";
import { Indicators, IndicatorsQuery } from "../../../schemas/indicators.ts";
import { SymbolPath } from "../../../schemas/fields.ts";
import { StockQuote, StockQuotes, StockQuotesBody } from "../../../schemas/stock-quote.ts";
import { DAY_MS } from "../../../time/civil-date.ts";
import { formatDate, formatInstant } from "../../../time/instant.ts";
import { findStock, nameOf } from "../../market-data/find-instrument.ts";
import { historyBytes, historyPageOf } from "../../market-data/history.ts";
import { indicatorsOf } from "../../market-data/indicators.ts";
import { priceDecimals, sessionPrices } from "../../market-data/prices.ts";
import { orNull, shownPrice, significant, whole } from "../../numbers.ts";
import { defineRoute } from "../../route.ts";

export const stockQuote = defineRoute({
  method: "GET",
  path: "/market-data/stocks/:symbol/quote",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The latest quote of a stock, fund or index",
  description:
    "`price` is the last one that is known, an open, a close or the middle of a quote; change is against the close of the regular session before, restated for splits. Reads work while the market is closed.",
  params: SymbolPath,
  response: StockQuote,
  handler: ({ params, view }) => stockQuoteBytes(view, findStock(view, params.symbol)),
});

export const stockQuotes = defineRoute({
  method: "POST",
  path: "/market-data/stocks/quotes",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The latest quotes of up to 100 stocks",
  description: "`errors` has the unknown symbols; if no symbol is known the answer is SYMBOL_NOT_FOUND.",
  body: StockQuotesBody,
  response: StockQuotes,
  handler: ({ body, view }) => stockQuotesOf(view, body),
});

export const stockHistory = defineRoute({
  method: "GET",
  path: "/market-data/stocks/:symbol/history",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Completed bars of a stock, fund or index",
  description:
    "Bars carry the instant of their start, and one that is still forming is left out. Adjusted prices are restated for splits and dividends known by now; without `adjust` they are as traded. Intervals that are not recorded are joined from finer ones.",
  params: SymbolPath,
  query: HistoryQuery,
  response: History,
  handler: (call) => historyBytes(historyPageOf(call, findStock(call.view, call.params.symbol)), call.server.barSlabs),
});

export const stockActions = defineRoute({
  method: "GET",
  path: "/market-data/stocks/:symbol/actions",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Splits, dividends and delisting that are known now",
  description:
    "Corporate actions with an ex-date up to the current session, earliest first. `ratio` is new shares for one old, `cash` is for one share; a delisting has the `price` that was paid for one share, null for its last price.",
  params: SymbolPath,
  response: CorporateActions,
  handler: ({ params, view }) => corporateActionsOf(view, findStock(view, params.symbol)),
});

/** Splits, dividends and the end of the listing of a stock that are known now. */
function corporateActionsOf(view: MarketView, { symbol }: RecordedInstrument): CorporateActions {
  return {
    symbol,
    actions: view.actions(symbol).map(({ kind, exDate, ratio, cash, price, currency }) => ({
      kind,
      ex_date: formatDate(exDate * DAY_MS),
      ratio: significant(ratio),
      cash: significant(cash),
      price: price === undefined ? null : significant(price),
      currency,
    })),
  };
}

export const stockIndicators = defineRoute({
  method: "GET",
  path: "/market-data/stocks/:symbol/indicators",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Technical indicators of completed daily bars, adjusted",
  description:
    "Values of the last completed bar. `period` is that of every indicator that has one. Too few bars are rejected, with the number that is required.",
  params: SymbolPath,
  query: IndicatorsQuery,
  response: Indicators,
  handler: ({ params, query, view, server }) =>
    indicatorsOf(view, findStock(view, params.symbol), query, server.marketData),
});

const RATIO_DECIMALS = 4;

/** The quote of a stock, a fund or an index as of now. */
function stockQuoteOf(view: MarketView, instrument: RecordedInstrument): StockQuote {
  const quote = view.quote(instrument.symbol);
  const { day_high, day_low, week_52_high, week_52_low, ...prices } = sessionPrices(quote, priceDecimals(instrument));
  return {
    symbol: instrument.symbol,
    name: nameOf(instrument),
    ...prices,
    market_cap: orNull(quote.marketCap, whole),
    pe_ratio: orNull(quote.peRatio, (value) => shownPrice(value, RATIO_DECIMALS)),
    day_high,
    day_low,
    week_52_high,
    week_52_low,
    timestamp: formatInstant(quote.time),
    market_status: quote.status,
  };
}

/** Bytes of quotes by the view that they were read of: what a view answers never changes, and goes with it. */
const answered = new WeakMap<MarketView, Map<string, Buffer>>();

/** The quote of a stock as the bytes of its JSON, made once a moment: a clock that stands, or ticks slower than clients ask, answers with the same ones. */
function stockQuoteBytes(view: MarketView, instrument: RecordedInstrument): Buffer {
  let quotes = answered.get(view);
  if (quotes === undefined) answered.set(view, (quotes = new Map()));
  let bytes = quotes.get(instrument.symbol);
  if (bytes === undefined) {
    bytes = Buffer.from(JSON.stringify(stockQuoteOf(view, instrument)));
    quotes.set(instrument.symbol, bytes);
  }
  return bytes;
}

type Unknowns = StockQuotes["errors"];

/**
 * Quotes of many stocks by id, each with the fields that were asked for; unknown symbols are told apart. Throws SYMBOL_UNKNOWN when
 * none is known.
 */
function stockQuotesOf(view: MarketView, { symbols, fields }: StockQuotesBody): StockQuotes {
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
