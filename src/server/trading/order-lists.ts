import type { FillList, OrderList, OrderRecord } from "../../schemas/order.ts";
import type { FillsQuery, OrdersQuery } from "../../schemas/order-request.ts";
import { parseInstant } from "../../time/instant.ts";
import { pageTokens, type PageTokens } from "../market-data/page-token.ts";
import { readMoment } from "../errors/read-moment.ts";
import { fillRecord, orderRecord } from "./order-record.ts";
import type { TradingAccount } from "./trading-account.ts";

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
export function listOrders(account: TradingAccount, { session, query }: ListCall<OrdersQuery>): OrderList {
  const { run } = account;
  const { status, client_order_id: name } = query;
  const wanted = filterOf(query, account.exchange.calendar.zone);
  const { open } = run.driver.broker;
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
export function listFills(
  account: TradingAccount,
  { session, query }: ListCall<FillsQuery>,
  orderId?: number,
): FillList {
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
