import { FillsQuery, OrderBody, OrderPatch, OrderPath, OrdersQuery } from "../../../schemas/order-request.ts";
import { CanceledOrders, FillList, OrderList, OrderRecord } from "../../../schemas/order.ts";
import { parseInstant } from "../../../time/instant.ts";
import { readMoment } from "../../request-times.ts";
import { pageTokens, type PageTokens } from "../../market-data/page-token.ts";
import { defineRoute } from "../../route.ts";
import { cancelOrder, cancelOrders, foundOrder, replaceOrder } from "../../trading/change-order.ts";
import { ofAccount, once } from "../../trading/once.ts";
import { checkOpenOrders, ordersOf } from "../../trading/order-refused.ts";
import { fillRecord, numberedOrder, orderRecord } from "../../trading/order-record.ts";
import { placeOrder } from "../../trading/place-order.ts";
import type { TradingAccount } from "../../trading/trading-account.ts";

export const placeOrderRoute = defineRoute({
  method: "POST",
  path: "/trading/orders",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Place an order",
  description:
    "A market order is not filled in the answer: it fills at the first price of its instrument that comes after it. A failed pre-trade check is an error and creates no order; an order that fails later ends as rejected.",
  body: OrderBody,
  response: OrderRecord,
  status: 201,
  handler: async (call) => {
    const { session, view, body } = call;
    const order = await once(call, "POST /trading/orders", (account) => {
      checkOpenOrders(account, ordersOf(body), call.server.maxOpenOrders);
      return numberedOrder(account, placeOrder(session.accounts, account, view, body, session.queuesWhileClosed));
    });
    call.setHeader("Location", `${call.server.place.base}/trading/orders/${order.id}`);
    return order;
  },
});

export const listOrdersRoute = defineRoute({
  method: "GET",
  path: "/trading/orders",
  scope: "trading:read",
  tag: "Trading",
  summary: "List orders",
  description: "Open ones unless `status` says otherwise, the latest first unless `direction` does, page by page.",
  query: OrdersQuery,
  response: OrderList,
  handler: (call) => ofAccount(call, (account) => listOrders(account, call)),
});

export const getOrderRoute = defineRoute({
  method: "GET",
  path: "/trading/orders/:id",
  scope: "trading:read",
  tag: "Trading",
  summary: "Read an order",
  description:
    "By the id that the service gave it, whether it is open or has ended. By the id that the client gave, orders are listed.",
  params: OrderPath,
  response: OrderRecord,
  handler: (call) => ofAccount(call, (account) => orderRecord(account, foundOrder(account, call.params.id))),
});

export const replaceOrderRoute = defineRoute({
  method: "PATCH",
  path: "/trading/orders/:id",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Replace an open order by one with other terms",
  description: "The answer is the new order; the old one ends as replaced, and each names the other.",
  params: OrderPath,
  body: OrderPatch,
  response: OrderRecord,
  handler: (call) => {
    const { session, view, params, body } = call;
    return once(call, "PATCH /trading/orders", (account) => {
      const id = foundOrder(account, params.id);
      return numberedOrder(account, replaceOrder(session.accounts, account, view, id, body, session.queuesWhileClosed));
    });
  },
});

export const cancelOrderRoute = defineRoute({
  method: "DELETE",
  path: "/trading/orders/:id",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Cancel an open order",
  description:
    "The answer is the order, canceled. An order that has ended, or is a margin call, is rejected with ORDER_NOT_CANCELABLE.",
  params: OrderPath,
  response: OrderRecord,
  handler: (call) =>
    once(call, "DELETE /trading/orders/:id", (account) => {
      const id = foundOrder(account, call.params.id);
      cancelOrder(call.session.accounts, account, id);
      return orderRecord(account, id);
    }),
});

export const cancelOrdersRoute = defineRoute({
  method: "DELETE",
  path: "/trading/orders",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Cancel all open orders",
  description:
    "Exits that wait for an entry too. The answer names those that were open; margin calls go on, as `failed`.",
  response: CanceledOrders,
  handler: (call) => once(call, "DELETE /trading/orders", (account) => cancelOrders(call.session.accounts, account)),
});

export const orderFillsRoute = defineRoute({
  method: "GET",
  path: "/trading/orders/:id/fills",
  scope: "trading:read",
  tag: "Trading",
  summary: "List the fills of an order",
  description: "Each with price, quantity and commission; none for an order that has not filled.",
  params: OrderPath,
  query: FillsQuery,
  response: FillList,
  handler: (call) => ofAccount(call, (account) => listFills(account, call, foundOrder(account, call.params.id))),
});

export const listFillsRoute = defineRoute({
  method: "GET",
  path: "/trading/fills",
  scope: "trading:read",
  tag: "Trading",
  summary: "List fills",
  description: "Of all orders of the account, the latest first unless `direction` says otherwise, page by page.",
  query: FillsQuery,
  response: FillList,
  handler: (call) => ofAccount(call, (account) => listFills(account, call)),
});

const PLACE = /^[1-9]\d{0,14}$/;

const OPEN: ReadonlySet<OrderRecord["status"]> = new Set(["accepted", "held", "new", "partially_filled"]);

/** What lists are asked for alike. */
type Page = Pick<OrdersQuery, "after" | "until" | "direction" | "limit" | "page_token" | "symbols" | "side">;

/** What is read of a request for a list. */
interface ListCall<Query> {
  readonly session: { readonly id: string; readonly epoch: number };
  readonly query: Query;
}

/** Orders of an account by the time at which they were given. Throws INVALID_PARAMETERS for instants and tokens that are none. */
function listOrders(account: TradingAccount, { session, query }: ListCall<OrdersQuery>): OrderList {
  const { run } = account;
  const { status, client_order_id: name } = query;
  const wanted = filterOf(query, account.exchange.calendar.zone);
  const { open } = run.simulation.broker;
  // Few orders are open, and many were.
  const ids =
    name !== undefined
      ? onlyOne(run.named(name))
      : status === "open"
        ? open.list().map(({ id }) => id)
        : upTo(run.notes.length);
  const tokens = pageTokens(["orders", ...placeOf(session), account.keyId], query);
  const { items, next } = pageOf(query, tokens, ids, account.ordersBefore, (id) => {
    const { symbol, side, submittedAt } = run.record(id);
    if (!wanted(symbol, side, submittedAt)) return undefined;
    const order = orderRecord(account, id);
    return status === "all" || OPEN.has(order.status) === (status === "open") ? order : undefined;
  });
  return { orders: items, next_page_token: next };
}

/** Fills of an account in the order in which they came. Throws INVALID_PARAMETERS like `listOrders`. */
function listFills(account: TradingAccount, { session, query }: ListCall<FillsQuery>, orderId?: number): FillList {
  const { fills } = account.run;
  const wanted = filterOf(query, account.exchange.calendar.zone);
  const order = orderId === undefined ? [] : [String(orderId)];
  const tokens = pageTokens(["fills", ...placeOf(session), account.keyId, ...order], query);
  const { items, next } = pageOf(query, tokens, upTo(fills.length), account.fillsBefore, (id) => {
    const fill = fills[id - 1]!;
    if (orderId !== undefined && fill.orderId !== orderId) return undefined;
    return wanted(fill.symbol, fill.side, fill.time) ? fillRecord(account, fill) : undefined;
  });
  return { fills: items, next_page_token: next };
}

/** Orders are numbered within their session and its epoch. */
function placeOf({ id, epoch }: ListCall<unknown>["session"]): readonly string[] {
  return [id, String(epoch)];
}

/** Which entries are asked for; dates and times without an offset are those of `zone`. */
function filterOf(
  { symbols, side, after, until }: Page,
  zone: string,
): (symbol: string, side: string, time: number) => boolean {
  const named = symbols === undefined ? undefined : new Set(symbols.toUpperCase().split(","));
  const from = after === undefined ? -Infinity : instantOf("after", after, zone);
  const to = until === undefined ? Infinity : instantOf("until", until, zone);
  return (symbol, of, time) =>
    (named === undefined || named.has(symbol)) && (side === undefined || of === side) && time > from && time <= to;
}

/** Ids in rising order, as a list of which nothing is stored. */
type Ids = Pick<readonly number[], "length" | "at">;

function onlyOne(id: number | undefined): Ids {
  return id === undefined ? [] : [id];
}

function upTo(length: number): Ids {
  return { length, at: (place) => place + 1 };
}

/** One page of those that `read` gives something for. Places count on over resets, so a token of before one leads nowhere. */
function pageOf<Item>(
  { direction, limit, page_token: token }: Page,
  tokens: PageTokens,
  ids: Ids,
  before: number,
  read: (id: number) => Item | undefined,
): { readonly items: Item[]; readonly next: string | null } {
  const rising = direction === "asc";
  const after = token === undefined ? undefined : Number(tokens.placeOf(token, PLACE)) - before;
  const items: Item[] = [];
  let last = 0;
  const start = after === undefined ? 0 : rising ? placeAfter(ids, after) : ids.length - placeAfter(ids, after - 1);
  for (let i = start; i < ids.length; i++) {
    const id = ids.at(rising ? i : ids.length - 1 - i)!;
    const item = read(id);
    if (item === undefined) continue;
    if (items.length === limit) return { items, next: tokens.tokenOf(String(last + before)) };
    items.push(item);
    last = id;
  }
  return { items, next: null };
}

/** How many ids are not beyond one. */
function placeAfter(ids: Ids, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids.at(middle)! <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function instantOf(parameter: string, text: string, zone: string): number {
  return readMoment({ in: "query", parameter }, text, () => parseInstant(text, zone));
}
