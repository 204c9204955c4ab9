/** The routes of the API. One entry a route. */
import type { Route } from "../route.ts";
import { BACKTEST_ROUTES } from "./backtests/index.ts";
import { createKey, listKeys, revokeKey, rotateKey } from "./admin/keys.ts";
import { clock } from "./market-data/clock.ts";
import { stockQuote } from "./market-data/stock-quote.ts";
import { stockQuotes } from "./market-data/stock-quotes.ts";
import { stockHistory } from "./market-data/stock-history.ts";
import { stockActions } from "./market-data/stock-actions.ts";
import { stockIndicators } from "./market-data/stock-indicators.ts";
import { cryptoQuote } from "./market-data/crypto-quote.ts";
import { cryptoHistory } from "./market-data/crypto-history.ts";
import { forexQuote } from "./market-data/forex-quote.ts";
import { forexHistory } from "./market-data/forex-history.ts";
import { optionsChain } from "./market-data/options-chain.ts";
import { commodities } from "./market-data/commodities.ts";
import { commodityQuote } from "./market-data/commodity-quote.ts";
import { commodityHistory } from "./market-data/commodity-history.ts";
import { calendar } from "./market-data/calendar.ts";
import { symbols } from "./market-data/symbols.ts";
import { REPLAY_ROUTES } from "./replay/index.ts";
import { TRADING_ROUTES } from "./trading/index.ts";

export const ROUTES: readonly Route[] = [
  clock,
  stockQuote,
  stockQuotes,
  stockHistory,
  stockActions,
  stockIndicators,
  cryptoQuote,
  cryptoHistory,
  forexQuote,
  forexHistory,
  optionsChain,
  commodities,
  commodityQuote,
  commodityHistory,
  calendar,
  symbols,
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
  ...TRADING_ROUTES,
  ...REPLAY_ROUTES,
  ...BACKTEST_ROUTES,
];
