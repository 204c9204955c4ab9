import { REASON_NAMES } from "../../broker/order-codes.ts";
import type { TimeInForce } from "../../broker/order-record.ts";
import { orderTypes } from "../../broker/order-types/catalog.ts";
import type { Rejection } from "../../broker/rejection.ts";
import { timesInForce } from "../../broker/times-in-force.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { formatMoney, formatQuantity } from "../../metrics/format.ts";
import type { OrderBody } from "../../schemas/order-request.ts";
import { formatInstant } from "../../time/instant.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import { CRYPTO_DECIMALS, rounded } from "../numbers.ts";
import { orderId } from "./ids.ts";
import type { TradingAccount } from "./trading-account.ts";

/**
 * Returns the error for an order or replacement that fails the pre-trade check. `sign` is 1 to buy and -1 to sell; `quantity` is that of
 * the order, if known.
 */
export function preTradeError(
  { reason: code, required, available }: Rejection,
  account: TradingAccount,
  { symbol, lot }: Pick<RecordedInstrument, "symbol" | "lot">,
  sign: 1 | -1,
  quantity: number,
): ApiError {
  const reason = REASON_NAMES[code]!;
  switch (reason) {
    case "insufficient_funds": {
      const { money, moneyDecimals } = account.digits;
      const shown = (amount: number): string => formatMoney(amount, moneyDecimals);
      const units = formatQuantity(Math.max(quantity, lot));
      const message = `${units} of ${symbol} require ${shown(required)}, but only ${shown(available)} are available`;
      return new ApiError("INSUFFICIENT_FUNDS", message, {
        symbol,
        required: money(required),
        available: money(available),
      });
    }
    case "insufficient_position": {
      const held = rounded(available, CRYPTO_DECIMALS);
      // A purchase that reduces a position needs a short one, a sale a long one.
      const [must, does] = sign > 0 ? ["be short of", "is short of"] : ["hold", "holds"];
      const message = `the account must ${must} ${formatQuantity(required)} of ${symbol} for this order, but it ${does} ${formatQuantity(held)}`;
      return new ApiError("INSUFFICIENT_POSITION", message, { symbol, required, available: held });
    }
    case "no_price":
      return memberError("symbol", symbol, "must have a price before orders are accepted");
    default:
      return memberError("quantity", quantity, `must leave at least one lot (${lot})`);
  }
}

/** Returns the error for a new order that fails the pre-trade check, with the member of the request that caused it. */
export function newOrderError(
  rejection: Rejection,
  account: TradingAccount,
  instrument: Pick<RecordedInstrument, "symbol" | "lot">,
  request: OrderBody,
): ApiError {
  const { required, available } = rejection;
  const { sizing = {}, quantity = 0 } = request;
  const sign = request.side === "buy" ? 1 : -1;
  const reason = REASON_NAMES[rejection.reason]!;
  const { risk, stop_price: stop } = sizing;
  // An order sized by risk with its stop at the price itself would risk nothing.
  if (risk !== undefined && stop === available && (reason === "wrong_side" || required === stop)) {
    const [where, trade] = sign > 0 ? ["below", "a purchase loses money"] : ["above", "a sale loses money"];
    const must = `must be ${where} ${required}, ${EXPECTED_PRICE}: ${trade} ${where} it. It was ${stop}`;
    return memberError("sizing.stop_price", stop, must);
  }
  if (reason === "wrong_side") return exitPriceError(required, sign, request);
  const size = (["notional", "percent", "risk"] as const).find((member) => sizing[member] !== undefined);
  if (reason !== "quantity_below_lot" || size === undefined)
    return preTradeError(rejection, account, instrument, sign, quantity);
  const least = formatQuantity(required);
  const before = available < required ? "" : " before commission and limits of the account";
  const must = `must give at least one lot of ${least} ${instrument.symbol}, but gives ${formatQuantity(available)}${before}`;
  return memberError(`sizing.${size}`, sizing[size], must);
}

const EXPECTED_PRICE = "the expected fill price";

function memberError(parameter: string, value: unknown, reason: string): ApiError {
  return invalidParameters([{ in: "body", parameter, value, reason }]);
}

/** Returns the error for an order with a take-profit or stop-loss on the wrong side of a price, and names these exits. */
function exitPriceError(price: number, sign: 1 | -1, { take_profit: profit, stop_loss: loss }: OrderBody): ApiError {
  const problems = [
    ["take_profit.limit_price", profit?.limit_price, sign] as const,
    ["stop_loss.stop_price", loss?.stop_price, -sign] as const,
  ].flatMap(([parameter, value, side]) =>
    value === undefined || (value - price) * side > 0
      ? []
      : [
          {
            in: "body" as const,
            parameter,
            value,
            reason: `must be ${side > 0 ? "above" : "below"} ${price}, ${EXPECTED_PRICE}`,
          },
        ],
  );
  return invalidParameters(problems);
}

/**
 * Throws MARKET_CLOSED for an order that cannot rest while its market is closed, since it would fill at a price of another day. Market
 * orders for options can never rest.
 */
export function checkOpen(
  view: MarketView,
  { symbol, calendar, option }: RecordedInstrument,
  type: OrderBody["type"],
  timeInForce: TimeInForce,
  extendedHours: boolean,
): void {
  const { rests, auction, endsWithSession } = timesInForce[timeInForce];
  const canWait = !orderTypes[type].immediate || (!endsWithSession && option === undefined);
  if (canWait && (rests || auction !== "")) return;
  const status = view.status(calendar);
  if (status === "open" || (extendedHours && status !== "closed")) return;
  const next = view.nextSession(calendar);
  const message = `the market of ${symbol} must be open for this order, but it is ${status === "closed" ? "closed" : `in its ${status}-market hours`}`;
  throw new ApiError("MARKET_CLOSED", message, {
    symbol,
    market_status: status,
    next_open: next === undefined ? null : formatInstant(next.open),
  });
}

/** Default number of open orders per account, which limits the memory for them. */
export const MAX_OPEN_ORDERS = 200_000;

/** Returns how many orders a request creates: an entry with its exits, or a pair of exits. */
export function orderCount({ order_class: orderClass, take_profit: profit, stop_loss: loss }: OrderBody): number {
  const exits = (profit === undefined ? 0 : 1) + (loss === undefined ? 0 : 1);
  return orderClass === "oco" ? exits : 1 + exits;
}

/** Throws TOO_MANY_OPEN_ORDERS if an account may not have `more` further open orders. */
export function checkOpenOrders(account: TradingAccount, more: number, max: number): void {
  const { live: openCount } = account.run.simulation.broker.open;
  if (openCount + more <= max) return;
  throw new ApiError("TOO_MANY_OPEN_ORDERS", { limit: max, open: openCount });
}

/** Throws DUPLICATE_CLIENT_ORDER_ID if an order of the account already has this client order id. */
export function checkClientOrderId(account: TradingAccount, clientOrderId: string | undefined): void {
  if (clientOrderId === undefined) return;
  const id = account.run.orderNamed(clientOrderId);
  if (id === undefined) return;
  throw new ApiError("DUPLICATE_CLIENT_ORDER_ID", {
    client_order_id: clientOrderId,
    order_id: orderId(account, id),
  });
}
