import type { OrderReason } from "../../broker/order-record.ts";
import { orderTypes } from "../../broker/order-types/catalog.ts";
import { expectedPrice } from "../../broker/expected-price.ts";
import type { Feed } from "../../market/feed.ts";
import { formatMoney, formatQuantity } from "../../report/format.ts";
import type { OrderRequest } from "../../schemas/order-request.ts";
import { type ApiError, invalidParameters } from "../errors/api-error.ts";
import type { TradingAccount } from "./trading-account.ts";

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
  const { equity } = account.run;
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
