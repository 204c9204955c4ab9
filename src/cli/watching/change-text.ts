import { formatMoney, formatQuantity } from "../../metrics/format.ts";
import type { Portfolio } from "../../schemas/account.ts";
import type { OrderRecord } from "../../schemas/order.ts";
import type { StreamMessage } from "../../schemas/stream-message.ts";
import { type MessageOf, signedNumber, type WatchedMarket } from "./watched-market.ts";

type Texts = {
  readonly [T in StreamMessage["type"]]?: (
    message: Extract<StreamMessage, { readonly type: T }>,
    market: WatchedMarket,
  ) => string;
};

const STATUS_WORDS: Readonly<Record<MessageOf<"market_status">["status"], string>> = {
  open: "open",
  closed: "closed",
  pre: "before its open",
  post: "after its close",
};

/** Functions that describe a message, by its type. Messages of other types are not shown. */
const TEXTS: Texts = {
  quote: ({ symbol, price, bid, ask, change_percent: change, volume }, market) => {
    const shown = (name: string, value: number | null) =>
      value === null ? [] : [`${name} ${market.priceText(symbol, value)}`];
    const percent = change === null ? [] : [`${signedNumber(change, 2)}%`];
    const words = [market.priceText(symbol, price), ...percent, ...shown("bid", bid), ...shown("ask", ask)];
    return [symbol, ...words, `volume ${formatQuantity(volume)}`].join(" ");
  },
  order: ({ event, order, fill }, market) => {
    const why = order.reject_reason === null ? "" : `: ${order.reject_reason.message}`;
    const filled =
      fill === undefined
        ? ""
        : `: ${formatQuantity(fill.quantity)} at ${market.priceText(fill.symbol, fill.price)}, commission ${formatMoney(fill.commission)}`;
    return `order ${order.id} ${event.replace("_", " ")}${filled}${why} (${orderWords(order, market)})`;
  },
  corporate_action: ({ symbol, kind, ratio, cash }) =>
    kind === "split" ? `${symbol} splits ${formatQuantity(ratio)} for 1` : `${symbol} pays ${formatQuantity(cash)}`,
  market_status: ({ calendar, status }) => `${calendar} is ${STATUS_WORDS[status]}`,
  clock: ({ state, speed }) => `clock ${state}, speed ${speed}`,
  warning: ({ message }) => `warning: ${message}`,
  closing: ({ reason }) => `the server is closing: ${reason}`,
};

/** Describes a message of the stream, without its time. Returns undefined if messages of its type are not shown. */
export function changeText(message: StreamMessage, market: WatchedMarket): string | undefined {
  const text = TEXTS[message.type] as ((message: StreamMessage, market: WatchedMarket) => string) | undefined;
  return text?.(message, market);
}

/** Formats the terms of an order, such as `buy 10 AAPL limit 101.50 gtc`. */
export function orderWords(order: OrderRecord, market: WatchedMarket): string {
  const { symbol, side, quantity, type, limit_price, stop_price, trail_amount, trail_percent } = order;
  const prices = [
    ["limit", limit_price],
    ["stop", stop_price],
    ["trail", trail_amount],
  ] as const;
  const terms = prices.flatMap(([name, value]) =>
    value === null ? [] : [`${name} ${market.priceText(symbol, value)}`],
  );
  if (trail_percent !== null) terms.push(`trail ${formatQuantity(trail_percent)}%`);
  if (terms.length === 0) terms.push(type);
  return `${side} ${formatQuantity(quantity)} ${symbol} ${terms.join(" ")} ${order.time_in_force}`;
}

/** Formats an account in one line. */
export function accountText({ account, positions }: Portfolio): string {
  const held = positions.map(
    ({ symbol, direction, quantity }) => `${direction === "short" ? "-" : ""}${formatQuantity(quantity)} ${symbol}`,
  );
  const holds = held.length === 0 ? "no positions" : `holds ${held.join(", ")}`;
  return `account equity ${formatMoney(account.equity)}, cash ${formatMoney(account.cash)}, ${holds}`;
}
