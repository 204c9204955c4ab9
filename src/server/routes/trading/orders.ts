import { FillsQuery, OrderBody, OrderPatch, OrderPath, OrdersQuery } from "../../../schemas/order-request.ts";
import { CanceledOrders, FillList, OrderList, OrderRecord } from "../../../schemas/order.ts";
import { parseInstant } from "../../../time/instant.ts";
import { readInstant } from "../../request-times.ts";
import { pageTokens, type PageTokens } from "../../market-data/page-token.ts";
import { defineRoute } from "../../route.ts";
import { cancelOrder, cancelOrders, requireOrder, replaceOrder } from "../../trading/change-order.ts";
import { readAccount, runOnce } from "../../trading/run-once.ts";
import { checkOpenOrders, orderCount } from "../../trading/order-errors.ts";
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
    "A market order fills at the next price of its instrument, so the answer never contains a fill. A failed pre-trade check returns an error and creates no order. An order that fails later ends as rejected.",
  body: OrderBody,
  response: OrderRecord,
  status: 201,
  handler: async (call) => {
    const { session, view, body } = call;
    const order = await runOnce(call, "POST /trading/orders", (account) => {
      checkOpenOrders(account, orderCount(body), call.server.maxOpenOrders);
      return numberedOrder(account, placeOrder(session.accounts, account, view, body, session.queuesWhileClosed));
    });
    call.setHeader("Location", `${call.server.paths.base}/trading/orders/${order.id}`);
    return order;
  },
});

export const listOrdersRoute = defineRoute({
  method: "GET",
  path: "/trading/orders",
  scope: "trading:read",
  tag: "Trading",
  summary: "List orders",
  description:
    "Lists orders in pages; by default open orders, latest first. `status` selects other orders, `direction` the sort order.",
  query: OrdersQuery,
  response: OrderList,
  handler: (call) => readAccount(call, (account) => listOrders(account, call)),
});

export const getOrderRoute = defineRoute({
  method: "GET",
  path: "/trading/orders/:id",
  scope: "trading:read",
  tag: "Trading",
  summary: "Get an order",
  description: "Finds open and ended orders by `id`. To find an order by `client_order_id`, list orders.",
  params: OrderPath,
  response: OrderRecord,
  handler: (call) => readAccount(call, (account) => orderRecord(account, requireOrder(account, call.params.id))),
});

export const replaceOrderRoute = defineRoute({
  method: "PATCH",
  path: "/trading/orders/:id",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Replace an open order",
  description: "Returns the new order. The old order ends as replaced, and `replaces` and `replaced_by` link the two.",
  params: OrderPath,
  body: OrderPatch,
  response: OrderRecord,
  handler: (call) => {
    const { session, view, params, body } = call;
    return runOnce(call, "PATCH /trading/orders", (account) => {
      const id = requireOrder(account, params.id);
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
    "Returns the canceled order. Fails with ORDER_NOT_CANCELABLE for an order that has ended or is a margin call.",
  params: OrderPath,
  response: OrderRecord,
  handler: (call) =>
    runOnce(call, "DELETE /trading/orders/:id", (account) => {
      const id = requireOrder(account, call.params.id);
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
    "Also cancels exits that wait for their entry. Returns the ids of canceled orders; margin calls cannot be canceled and are listed in `failed`.",
  response: CanceledOrders,
  handler: (call) => runOnce(call, "DELETE /trading/orders", (account) => cancelOrders(call.session.accounts, account)),
});

export const orderFillsRoute = defineRoute({
  method: "GET",
  path: "/trading/orders/:id/fills",
  scope: "trading:read",
  tag: "Trading",
  summary: "List the fills of an order",
  description: "Fills with price, quantity and commission. The list is empty for an order without fills.",
  params: OrderPath,
  query: FillsQuery,
  response: FillList,
  handler: (call) => readAccount(call, (account) => listFills(account, call, requireOrder(account, call.params.id))),
});

export const listFillsRoute = defineRoute({
  method: "GET",
  path: "/trading/fills",
  scope: "trading:read",
  tag: "Trading",
  summary: "List fills",
  description: "Fills of all orders of the account, in pages; latest first unless `direction` is asc.",
  query: FillsQuery,
  response: FillList,
  handler: (call) => readAccount(call, (account) => listFills(account, call)),
});

const POSITION = /^[1-9]\d{0,14}$/;

const OPEN: ReadonlySet<OrderRecord["status"]> = new Set(["accepted", "held", "new", "partially_filled"]);

/** Filters and page parameters that all lists have. */
type ListFilters = Pick<OrdersQuery, "after" | "until" | "direction" | "limit" | "page_token" | "symbols" | "side">;

/** The parts of a request for a list that its handler needs. */
interface ListCall<Query> {
  readonly session: { readonly id: string; readonly epoch: number };
  readonly query: Query;
}

/** Lists orders of an account in the order in which they were submitted. Throws INVALID_PARAMETERS for invalid instants and tokens. */
function listOrders(account: TradingAccount, { session, query }: ListCall<OrdersQuery>): OrderList {
  const { run } = account;
  const { status, client_order_id: name } = query;
  const matches = filterOf(query, account.exchange.calendar.zone);
  const { open } = run.simulation.broker;
  // Reading only the open orders is faster than filtering all orders, since few are open.
  const ids =
    name !== undefined
      ? singleId(run.orderNamed(name))
      : status === "open"
        ? open.list().map(({ id }) => id)
        : idsUpTo(run.notes.length);
  const tokens = pageTokens(["orders", ...epochKey(session), account.keyId], query);
  const { items, next } = pageOf(query, tokens, ids, account.ordersBefore, (id) => {
    const { symbol, side, submittedAt } = run.record(id);
    if (!matches(symbol, side, submittedAt)) return undefined;
    const order = orderRecord(account, id);
    return status === "all" || OPEN.has(order.status) === (status === "open") ? order : undefined;
  });
  return { orders: items, next_page_token: next };
}

/** Lists fills of an account in order. Throws INVALID_PARAMETERS like `listOrders`. */
function listFills(account: TradingAccount, { session, query }: ListCall<FillsQuery>, orderId?: number): FillList {
  const { fills } = account.run;
  const matches = filterOf(query, account.exchange.calendar.zone);
  const order = orderId === undefined ? [] : [String(orderId)];
  const tokens = pageTokens(["fills", ...epochKey(session), account.keyId, ...order], query);
  const { items, next } = pageOf(query, tokens, idsUpTo(fills.length), account.fillsBefore, (id) => {
    const fill = fills[id - 1]!;
    if (orderId !== undefined && fill.orderId !== orderId) return undefined;
    return matches(fill.symbol, fill.side, fill.time) ? fillRecord(account, fill) : undefined;
  });
  return { fills: items, next_page_token: next };
}

/** Parts of a page token's list that identify the session and its epoch. Order numbers start again in each epoch. */
function epochKey({ id, epoch }: ListCall<unknown>["session"]): readonly string[] {
  return [id, String(epoch)];
}

/** Returns the filter that a query asks for. Dates and times without an offset are local time in `zone`. */
function filterOf(
  { symbols, side, after, until }: ListFilters,
  zone: string,
): (symbol: string, side: string, time: number) => boolean {
  const named = symbols === undefined ? undefined : new Set(symbols.toUpperCase().split(","));
  const from = after === undefined ? -Infinity : instantOf("after", after, zone);
  const to = until === undefined ? Infinity : instantOf("until", until, zone);
  return (symbol, orderSide, time) =>
    (named === undefined || named.has(symbol)) &&
    (side === undefined || orderSide === side) &&
    time > from &&
    time <= to;
}

/** Order ids in ascending order, as a list that need not be stored. */
type Ids = Pick<readonly number[], "length" | "at">;

function singleId(id: number | undefined): Ids {
  return id === undefined ? [] : [id];
}

function idsUpTo(length: number): Ids {
  return { length, at: (place) => place + 1 };
}

/**
 * Returns one page of the items that `read` returns. Order ids continue after a reset of the account, so a token from before the reset
 * finds nothing.
 */
function pageOf<Item>(
  { direction, limit, page_token: token }: ListFilters,
  tokens: PageTokens,
  ids: Ids,
  before: number,
  read: (id: number) => Item | undefined,
): { readonly items: Item[]; readonly next: string | null } {
  const ascending = direction === "asc";
  const after = token === undefined ? undefined : Number(tokens.placeOf(token, POSITION)) - before;
  const items: Item[] = [];
  let last = 0;
  const start = after === undefined ? 0 : ascending ? countUpTo(ids, after) : ids.length - countUpTo(ids, after - 1);
  for (let i = start; i < ids.length; i++) {
    const id = ids.at(ascending ? i : ids.length - 1 - i)!;
    const item = read(id);
    if (item === undefined) continue;
    if (items.length === limit) return { items, next: tokens.tokenOf(String(last + before)) };
    items.push(item);
    last = id;
  }
  return { items, next: null };
}

/** Returns the number of ids that are at most `id`. */
function countUpTo(ids: Ids, id: number): number {
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
  return readInstant({ in: "query", parameter }, text, () => parseInstant(text, zone));
}
