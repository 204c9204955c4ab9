/** The routes of orders, account and portfolio. One entry a route. */
import type { Route } from "../../route.ts";
import { accountRoute } from "./account.ts";
import { accountKeyRoute } from "./account-key.ts";
import { cancelOrderRoute } from "./cancel-order.ts";
import { cancelOrdersRoute } from "./cancel-orders.ts";
import { closePositionRoute } from "./close-position.ts";
import { getOrderRoute } from "./get-order.ts";
import { listFillsRoute } from "./list-fills.ts";
import { listOrdersRoute } from "./list-orders.ts";
import { orderFillsRoute } from "./order-fills.ts";
import { placeOrderRoute } from "./place-order.ts";
import { portfolioHistoryRoute, portfolioRoute } from "./portfolio.ts";
import { getPositionRoute, listPositionsRoute } from "./positions.ts";
import { replaceOrderRoute } from "./replace-order.ts";
import { targetOrdersRoute } from "./target-orders.ts";
import { resetAccountRoute } from "./reset-account.ts";

export const TRADING_ROUTES: readonly Route[] = [
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
];
