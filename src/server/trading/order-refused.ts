import { expectedPrice, type JudgedTerms } from "../../broker/expected-price.ts";
import type { OrderReason, OrderRecord } from "../../broker/order-record.ts";
import { orderTypes } from "../../broker/order-types/catalog.ts";
import type { Feed } from "../../market/feed.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { formatMoney, formatQuantity } from "../../report/format.ts";
import type { OrderRequest } from "../../schemas/order-request.ts";
import { formatInstant } from "../../time/instant.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import { CRYPTO_DECIMALS, rounded } from "../numbers.ts";
import { orderId } from "./ids.ts";
import type { TradingAccount } from "./trading-account.ts";

/** The type and prices of an order that was refused. */
export type RefusedTerms = Pick<OrderRecord, "type"> &
  Partial<Pick<OrderRecord, "limitPrice" | "stopPrice" | "trailAmount" | "trailPercent" | "waterMark">> & {
    /** The stop was reached. */
    readonly triggered?: boolean | undefined;
  };

/** The answer to an order that fails the pre-trade check; `power` is the money that it may spend. */
export function orderRefused(
  reason: OrderReason,
  account: TradingAccount,
  feed: Feed,
  sign: 1 | -1,
  quantity: number,
  terms: RefusedTerms,
  power = account.run.simulation.broker.account.buyingPower,
): ApiError {
  const { symbol } = feed.instrument;
  const { simulation } = account.run;
  const { plan, portfolio } = simulation;
  switch (reason) {
    case "insufficient_funds": {
      const { multiplier, lot } = feed.instrument;
      // A size for which the money is too little comes to nothing, which needs none: told is what the least would need.
      const units = Math.max(quantity, lot);
      const { money, moneyDecimals } = account.digits;
      const shown = (amount: number): string => formatMoney(amount, moneyDecimals);
      const price = simulation.broker.account.judgedAt(judgedTerms(feed, sign, terms));
      const commission = plan.rules.costs.commission(units, price, multiplier);
      const required = money(units * price * multiplier + commission);
      const available = money(power);
      const message = `${formatQuantity(units)} of ${symbol} need ${shown(required)} at ${priceName(price, feed, terms)}, ${shown(available)} are available`;
      return new ApiError("INSUFFICIENT_FUNDS", message, { symbol, required, available });
    }
    case "insufficient_position": {
      const held = rounded(Math.max(0, -sign * portfolio.positions[feed.index]!.quantity), CRYPTO_DECIMALS);
      // So does a size for what is not held.
      const required = Math.max(quantity, feed.instrument.lot);
      // What is bought makes a short position smaller.
      const [must, does] = sign > 0 ? ["be short of", "is short of"] : ["hold", "holds"];
      const message = `the account must ${must} ${formatQuantity(required)} of ${symbol} for this order, it ${does} ${formatQuantity(held)}`;
      return new ApiError("INSUFFICIENT_POSITION", message, { symbol, required, available: held });
    }
    case "no_price":
      return invalidParameters([
        { in: "body", parameter: "symbol", value: symbol, reason: "must have a price before it can be ordered" },
      ]);
    default:
      return invalidParameters([
        {
          in: "body",
          parameter: "quantity",
          value: quantity,
          reason: `must leave at least one lot of ${feed.instrument.lot}`,
        },
      ]);
  }
}

function judgedTerms(feed: Feed, sign: 1 | -1, terms: RefusedTerms): JudgedTerms {
  return {
    feed,
    sign,
    type: orderTypes[terms.type],
    limitPrice: terms.limitPrice ?? NaN,
    stopPrice: terms.stopPrice ?? NaN,
    trailAmount: terms.trailAmount ?? NaN,
    trailPercent: terms.trailPercent ?? NaN,
    waterMark: terms.waterMark ?? NaN,
    triggered: terms.triggered ?? false,
  };
}

/** The price at which an order is judged, in words. */
function priceName(price: number, feed: Feed, { limitPrice }: RefusedTerms): string {
  if (price === feed.last) return "the last price";
  return `the ${price === limitPrice ? "limit" : "stop"} price, ${price}`;
}

type Sizing = NonNullable<OrderRequest["sizing"]>;

/**
 * The answer to an order whose size is what was refused of it: a stop on the side on which there is no loss, or what comes to less than a lot. Undefined
 * where it is something else.
 */
export function sizeRefused(
  reason: OrderReason,
  account: TradingAccount,
  feed: Feed,
  request: OrderRequest,
): ApiError | undefined {
  const { sizing } = request;
  if (sizing === undefined) return undefined;
  const sign = request.side === "buy" ? 1 : -1;
  const { risk, stop_price: stop } = sizing;
  if (risk !== undefined && stop !== undefined && (reason === "wrong_side" || reason === "quantity_below_lot")) {
    // A stop at the very price loses nothing there.
    const price = priceOf(feed, sign, request);
    const isBeyond = reason === "wrong_side" ? (price - stop) * sign < 0 : price === stop;
    if (isBeyond) return wrongStop(stop, price, sign);
  }
  return reason === "quantity_below_lot" ? tooSmall(account, feed, sizing, priceOf(feed, sign, request)) : undefined;
}

function wrongStop(stop: number, price: number, sign: 1 | -1): ApiError {
  const [where, trade] = sign > 0 ? ["below", "a purchase loses"] : ["above", "a sale loses"];
  const reason = `must be ${where} ${price}, the price at which the order may be expected to fill: ${trade} ${where} it. It was ${stop}`;
  return invalidParameters([{ in: "body", parameter: "sizing.stop_price", value: stop, reason }]);
}

/** What was asked, what it came to, and the least that it must come to. */
function tooSmall(account: TradingAccount, { last, instrument }: Feed, sizing: Sizing, entry: number): ApiError {
  const { symbol, lot, multiplier } = instrument;
  const { percent, notional, risk, stop_price: stop = entry } = sizing;
  const { equity } = account.run.simulation;
  const share = `of an equity of ${formatMoney(equity, account.digits.moneyDecimals)}`;
  const [member, value, money, unit, what] =
    notional !== undefined
      ? (["notional", notional, notional, last, `${notional} come`] as const)
      : percent !== undefined
        ? (["percent", percent, percent * equity, last, `${percent} ${share} comes`] as const)
        : ([
            "risk",
            risk,
            risk! * equity,
            Math.abs(entry - stop),
            `${risk} ${share}, lost from ${entry} to ${stop}, comes`,
          ] as const);
  const units = Math.max(0, money) / (unit * multiplier);
  const before = units < lot ? "" : " before commission and what the account has room for";
  const least = formatQuantity(lot);
  const at = risk === undefined ? ` at the last price, ${last}` : "";
  const reason = `must come to at least ${least} of ${symbol}, of which quantities are multiples of ${least}: ${what} to ${formatQuantity(units)}${at}${before}`;
  return invalidParameters([{ in: "body", parameter: `sizing.${member}`, value, reason }]);
}

function priceOf(
  feed: Feed,
  sign: 1 | -1,
  { type, limit_price: limit = NaN, stop_price: stop = NaN }: OrderRequest,
): number {
  return expectedPrice({ feed, sign, limitPrice: limit, stopPrice: stop, type: orderTypes[type] });
}

/**
 * Throws MARKET_CLOSED for an order that cannot rest while its market is closed: it would have to wait for a price of another day. Market orders
 * for options never rest then.
 */
export function checkOpen(
  view: MarketView,
  { symbol, calendar, option }: RecordedInstrument,
  type: OrderRequest["type"],
  timeInForce: string,
  extendedHours: boolean,
): void {
  const waits = type !== "market" || (timeInForce !== "day" && option === undefined);
  const rests = timeInForce !== "ioc" && timeInForce !== "fok" && waits;
  if (rests) return;
  const status = view.status(calendar);
  if (status === "open" || (extendedHours && status !== "closed")) return;
  const next = view.nextSession(calendar);
  const message = `the market of ${symbol} must be open for this order, it is ${status === "closed" ? "closed" : `in its ${status}-market hours`}`;
  throw new ApiError("MARKET_CLOSED", message, {
    symbol,
    market_status: status,
    next_open: next === undefined ? null : formatInstant(next.open),
  });
}

/** Open orders that one account may have, when nothing else is said: more than any client follows, and few enough that each of them can be kept in memory. */
export const MOST_OPEN_ORDERS = 200_000;

/** How many orders a request makes: an entry has its exits, and a pair of exits is two. */
export function ordersOf({ order_class: of, take_profit: profit, stop_loss: loss }: OrderRequest): number {
  const exits = (profit === undefined ? 0 : 1) + (loss === undefined ? 0 : 1);
  return of === "oco" ? exits : 1 + exits;
}

/** Throws TOO_MANY_OPEN_ORDERS unless an account may have so many more open orders. */
export function checkOpenOrders(account: TradingAccount, more: number, most: number): void {
  const { live } = account.run.simulation.broker.open;
  if (live + more <= most) return;
  throw new ApiError("TOO_MANY_OPEN_ORDERS", { limit: most, open: live });
}

/** Throws DUPLICATE_CLIENT_ORDER_ID for a name that an order of the account has. */
export function checkClientOrderId(account: TradingAccount, clientOrderId: string | undefined): void {
  if (clientOrderId === undefined) return;
  const id = account.run.named(clientOrderId);
  if (id === undefined) return;
  throw new ApiError("DUPLICATE_CLIENT_ORDER_ID", {
    client_order_id: clientOrderId,
    order_id: orderId(account, id),
  });
}
