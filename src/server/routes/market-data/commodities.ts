import type { MarketView } from "../../../market/market-view.ts";
import type { RecordedInstrument } from "../../../market/recorded-market.ts";
import { Commodities, CommodityQuote } from "../../../schemas/commodities.ts";
import { CommodityHistory, HistoryQuery } from "../../../schemas/history.ts";
import { SymbolPath } from "../../../schemas/fields.ts";
import { formatInstant } from "../../../time/instant.ts";
import { findCommodity, nameOf, textOrNull } from "../../market-data/find-instrument.ts";
import { commodityPageOf, historyBytes, historyPageOf } from "../../market-data/history.ts";
import { bidAndAsk, priceDecimals, sessionPrices } from "../../market-data/prices.ts";
import { shownPrice } from "../../numbers.ts";
import { defineRoute } from "../../route.ts";

export const commodities = defineRoute({
  method: "GET",
  path: "/market-data/commodities",
  scope: "market_data:read",
  tag: "Market data",
  summary: "List the commodities known now",
  description:
    "Futures with unit, currency and contract month. A `continuous` series joins contracts of several months.",
  response: Commodities,
  handler: ({ view }) => commoditiesOf(view),
});

export const commodityQuote = defineRoute({
  method: "GET",
  path: "/market-data/commodities/:symbol/quote",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Get the latest quote of a commodity",
  description:
    "Like a stock quote, with unit and contract month. Volume and range cover the current session so far, or the last one.",
  params: SymbolPath,
  response: CommodityQuote,
  handler: ({ params, view }) => commodityQuoteOf(view, findCommodity(view, params.symbol)),
});

export const commodityHistory = defineRoute({
  method: "GET",
  path: "/market-data/commodities/:symbol/history",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Get completed bars of a commodity",
  description: "Like stock history. `meta` contains the unit, and whether the bars join contracts of several months.",
  params: SymbolPath,
  query: HistoryQuery,
  response: CommodityHistory,
  handler: (call) =>
    historyBytes(
      commodityPageOf(historyPageOf(call, findCommodity(call.view, call.params.symbol))),
      call.server.barCache,
    ),
});

/** Returns the commodities that are listed at the market time, by symbol. */
function commoditiesOf(view: MarketView): Commodities {
  return {
    commodities: view.universe({ assetClass: "commodity" }).map(({ instrument }) => ({
      symbol: instrument.symbol,
      name: nameOf(instrument),
      exchange: instrument.exchange,
      unit: textOrNull(instrument.unit),
      currency: instrument.currency,
      contract_month: textOrNull(instrument.contractMonth),
      continuous: instrument.continuous,
    })),
    timestamp: formatInstant(view.now),
  };
}

/** Returns the current quote of a commodity. */
function commodityQuoteOf(view: MarketView, instrument: RecordedInstrument): CommodityQuote {
  const quote = view.quote(instrument.symbol);
  const decimals = priceDecimals(instrument);
  return {
    symbol: instrument.symbol,
    name: nameOf(instrument),
    ...sessionPrices(quote, decimals),
    ...bidAndAsk(quote, (value) => shownPrice(value, decimals)),
    unit: textOrNull(instrument.unit),
    currency: instrument.currency,
    contract_month: textOrNull(instrument.contractMonth),
    market_status: quote.status,
    timestamp: formatInstant(quote.time),
  };
}
