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
import { bidAndAsk, priceDecimals, sessionPrices } from "../../market-data/prices.ts";
import { orNull, shownPrice, toSignificant, roundedToInteger } from "../../numbers.ts";
import { defineRoute } from "../../route.ts";

export const stockQuote = defineRoute({
  method: "GET",
  path: "/market-data/stocks/:symbol/quote",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Get the latest quote of a stock, fund or index",
  description:
    "`price` is the last known open, close or mid price. The change is relative to the previous regular session's close, adjusted for splits. Also available while the market is closed.",
  params: SymbolPath,
  response: StockQuote,
  handler: ({ params, view }) => stockQuoteBytes(view, findStock(view, params.symbol)),
});

export const stockQuotes = defineRoute({
  method: "POST",
  path: "/market-data/stocks/quotes",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Get the latest quotes of up to 100 stocks",
  description: "`errors` contains the unknown symbols. If no symbol is known, the request fails with SYMBOL_NOT_FOUND.",
  body: StockQuotesBody,
  response: StockQuotes,
  handler: ({ body, view }) => stockQuotesOf(view, body),
});

export const stockHistory = defineRoute({
  method: "GET",
  path: "/market-data/stocks/:symbol/history",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Get completed bars of a stock, fund or index",
  description:
    "Timestamps are the starts of bars, and the forming bar is left out. Prices are adjusted for splits and dividends known by now; with `adjust=false` they are as traded. Intervals that are not recorded are built from shorter ones.",
  params: SymbolPath,
  query: HistoryQuery,
  response: History,
  handler: (call) => historyBytes(historyPageOf(call, findStock(call.view, call.params.symbol)), call.server.barCache),
});

export const stockActions = defineRoute({
  method: "GET",
  path: "/market-data/stocks/:symbol/actions",
  scope: "market_data:read",
  tag: "Market data",
  summary: "List the splits, dividends and delisting known now",
  description:
    "Corporate actions with an ex-date up to the current session, earliest first. `ratio` is new shares per old share, and `cash` is per share. A delisting has the `price` paid per share; null means its last price.",
  params: SymbolPath,
  response: CorporateActions,
  handler: ({ params, view }) => corporateActionsOf(view, findStock(view, params.symbol)),
});

/** Returns the splits, dividends and delisting of a stock that are known at the market time. */
function corporateActionsOf(view: MarketView, { symbol }: RecordedInstrument): CorporateActions {
  return {
    symbol,
    actions: view.actions(symbol).map(({ kind, exDate, ratio, cash, price, currency }) => ({
      kind,
      ex_date: formatDate(exDate * DAY_MS),
      ratio: toSignificant(ratio),
      cash: toSignificant(cash),
      price: price === undefined ? null : toSignificant(price),
      currency,
    })),
  };
}

export const stockIndicators = defineRoute({
  method: "GET",
  path: "/market-data/stocks/:symbol/indicators",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Get technical indicators of completed daily bars",
  description:
    "Values of the requested indicators at the last completed bar, from adjusted prices. `period` applies to every indicator that has one. If there are too few bars, the error contains the required number.",
  params: SymbolPath,
  query: IndicatorsQuery,
  response: Indicators,
  handler: ({ params, query, view, server }) =>
    indicatorsOf(view, findStock(view, params.symbol), query, server.marketData),
});

const RATIO_DECIMALS = 4;

/** Returns the current quote of a stock, fund or index. */
function stockQuoteOf(view: MarketView, instrument: RecordedInstrument): StockQuote {
  const quote = view.quote(instrument.symbol);
  const decimals = priceDecimals(instrument);
  const { day_high, day_low, week_52_high, week_52_low, ...prices } = sessionPrices(quote, decimals);
  return {
    symbol: instrument.symbol,
    name: nameOf(instrument),
    ...prices,
    market_cap: orNull(quote.marketCap, roundedToInteger),
    pe_ratio: orNull(quote.peRatio, (value) => shownPrice(value, RATIO_DECIMALS)),
    day_high,
    day_low,
    week_52_high,
    week_52_low,
    ...bidAndAsk(quote, (value) => shownPrice(value, decimals)),
    timestamp: formatInstant(quote.time),
    market_status: quote.status,
  };
}

/** JSON of quotes by market view. The data of a view never change, and the JSON is garbage-collected with the view. */
const QUOTE_BYTES = new WeakMap<MarketView, Map<string, Buffer>>();

/** Returns the quote of a stock as JSON, which is created once per view. Repeated requests at the same market time get the same bytes. */
function stockQuoteBytes(view: MarketView, instrument: RecordedInstrument): Buffer {
  let quotes = QUOTE_BYTES.get(view);
  if (quotes === undefined) QUOTE_BYTES.set(view, (quotes = new Map()));
  let bytes = quotes.get(instrument.symbol);
  if (bytes === undefined) {
    bytes = Buffer.from(JSON.stringify(stockQuoteOf(view, instrument)));
    quotes.set(instrument.symbol, bytes);
  }
  return bytes;
}

type QuoteErrors = StockQuotes["errors"];

/**
 * Returns quotes of several stocks with the requested fields, and errors for unknown symbols. Throws SYMBOL_UNKNOWN if no symbol is known.
 */
function stockQuotesOf(view: MarketView, { symbols, fields }: StockQuotesBody): StockQuotes {
  const quotes: [string, StockQuotes["quotes"][string]][] = [];
  const errors: [string, QuoteErrors[string]][] = [];
  let first: HindcastError | undefined;
  for (const symbol of new Set(symbols.map((one) => one.toUpperCase()))) {
    try {
      const instrument = findStock(view, symbol);
      quotes.push([instrument.symbol, selectFields(stockQuoteOf(view, instrument), fields)]);
    } catch (error) {
      if (!(error instanceof HindcastError) || error.code !== "SYMBOL_UNKNOWN") throw error;
      first ??= error;
      errors.push([symbol, symbolError(symbol, error)]);
    }
  }
  if (quotes.length === 0 && first !== undefined) throw first;
  return {
    quotes: Object.fromEntries(quotes),
    errors: Object.fromEntries(errors),
    timestamp: formatInstant(view.now),
  };
}

function selectFields(quote: StockQuote, fields: StockQuotesBody["fields"]): StockQuotes["quotes"][string] {
  if (fields === undefined) return quote;
  const names = new Set<string>(["symbol", ...fields]);
  if (names.has("volume")) names.add("volume_exact");
  return {
    symbol: quote.symbol,
    ...Object.fromEntries(Object.entries(quote).filter(([name]) => names.has(name))),
  };
}

function symbolError(symbol: string, { message, details }: HindcastError): QuoteErrors[string] {
  const suggestion = details["suggestion"];
  return {
    code: "SYMBOL_NOT_FOUND",
    message,
    details: { symbol, suggestion: typeof suggestion === "string" ? suggestion : null },
  };
}
