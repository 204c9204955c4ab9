/** Exports all routes of the API, in the order of the documentation. */
import type { Route } from "../route.ts";
import { createKey, listKeys, revokeKey, rotateKey } from "./admin/keys.ts";
import { BACKTEST_ROUTES } from "./backtests/index.ts";
import { calendarRoute } from "./market-data/calendar.ts";
import { clock } from "./market-data/clock.ts";
import { commodities, commodityHistory, commodityQuote } from "./market-data/commodities.ts";
import { cryptoHistory, cryptoQuote } from "./market-data/crypto.ts";
import { forexHistory, forexQuote } from "./market-data/forex.ts";
import { optionsChain } from "./market-data/options-chain.ts";
import { stockActions, stockHistory, stockIndicators, stockQuote, stockQuotes } from "./market-data/stocks.ts";
import { symbols } from "./market-data/symbols.ts";
import { advance, pause, readClock, resume, seek, setSpeed, start } from "./replay/control.ts";
import { clearFaults, readFaults, setFaults } from "./replay/faults.ts";
import { createSession, deleteSession, forkSession, listSessions, readSession } from "./replay/sessions.ts";
import { accountKeyRoute, accountRoute, resetAccountRoute } from "./trading/account.ts";
import {
  cancelOrderRoute,
  cancelOrdersRoute,
  getOrderRoute,
  listFillsRoute,
  listOrdersRoute,
  orderFillsRoute,
  placeOrderRoute,
  replaceOrderRoute,
} from "./trading/orders.ts";
import { closePositionRoute, getPositionRoute, listPositionsRoute } from "./trading/positions.ts";
import { portfolioHistoryRoute, portfolioRoute } from "./trading/portfolio.ts";
import { targetOrdersRoute } from "./trading/target-orders.ts";

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
  calendarRoute,
  symbols,
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
  placeOrderRoute,
  targetOrdersRoute,
  listOrdersRoute,
  cancelOrdersRoute,
  getOrderRoute,
  replaceOrderRoute,
  cancelOrderRoute,
  orderFillsRoute,
  listFillsRoute,
  listPositionsRoute,
  getPositionRoute,
  closePositionRoute,
  accountRoute,
  accountKeyRoute,
  resetAccountRoute,
  portfolioRoute,
  portfolioHistoryRoute,
  readClock,
  start,
  pause,
  resume,
  setSpeed,
  advance,
  seek,
  createSession,
  listSessions,
  forkSession,
  readSession,
  deleteSession,
  readFaults,
  setFaults,
  clearFaults,
  ...BACKTEST_ROUTES,
];
