import { REASON_NAMES } from "../../broker/order-codes.ts";
import type { TimeInForce } from "../../broker/order-record.ts";
import { orderTypes } from "../../broker/order-types/catalog.ts";
import type { Rejection } from "../../broker/rejection.ts";
import { timesInForce } from "../../broker/times-in-force.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { formatMoney, formatQuantity } from "../../report/format.ts";
import type { OrderBody } from "../../schemas/order-request.ts";
import { formatInstant } from "../../time/instant.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import { CRYPTO_DECIMALS, rounded } from "../numbers.ts";
import { orderId } from "./ids.ts";
import type { TradingAccount } from "./trading-account.ts";

/** The answer to an order, or to other terms for one, that fails the pre-trade check; `sign` is 1 to buy, and `quantity` what it is for where that is known. */
export function orderRefused(
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
      const message = `${units} of ${symbol} need ${shown(required)}, ${shown(available)} are available`;
      return new ApiError("INSUFFICIENT_FUNDS", message, {
        symbol,
        required: money(required),
        available: money(available),
      });
    }
    case "insufficient_position": {
      const held = rounded(available, CRYPTO_DECIMALS);
      // What is bought makes a short position smaller.
      const [must, does] = sign > 0 ? ["be short of", "is short of"] : ["hold", "holds"];
      const message = `the account must ${must} ${formatQuantity(required)} of ${symbol} for this order, it ${does} ${formatQuantity(held)}`;
      return new ApiError("INSUFFICIENT_POSITION", message, { symbol, required, available: held });
    }
    case "no_price":
      return badMember("symbol", symbol, "must have a price before it can be ordered");
    default:
      return badMember("quantity", quantity, `must leave at least one lot of ${lot}`);
  }
}

/** The answer to a new order that fails the pre-trade check, which names the member of the request that is to blame. */
export function requestRefused(
  refusal: Rejection,
  account: TradingAccount,
  instrument: Pick<RecordedInstrument, "symbol" | "lot">,
  request: OrderBody,
): ApiError {
  const { required, available } = refusal;
  const { sizing = {}, quantity = 0 } = request;
  const sign = request.side === "buy" ? 1 : -1;
  const reason = REASON_NAMES[refusal.reason]!;
  const { risk, stop_price: stop } = sizing;
  // A stop at the very price loses nothing there.
  if (risk !== undefined && stop === available && (reason === "wrong_side" || required === stop)) {
    const [where, trade] = sign > 0 ? ["below", "a purchase loses"] : ["above", "a sale loses"];
    const must = `must be ${where} ${required}, ${EXPECTED}: ${trade} ${where} it. It was ${stop}`;
    return badMember("sizing.stop_price", stop, must);
  }
  if (reason === "wrong_side") return exitsRefused(required, sign, request);
  const size = (["notional", "percent", "risk"] as const).find((member) => sizing[member] !== undefined);
  if (reason !== "quantity_below_lot" || size === undefined)
    return orderRefused(refusal, account, instrument, sign, quantity);
  const least = formatQuantity(required);
  const before = available < required ? "" : " before commission and what the account has room for";
  const must = `must be at least ${least} of ${instrument.symbol}, of which quantities are multiples of ${least}: it is ${formatQuantity(available)}${before}`;
  return badMember(`sizing.${size}`, sizing[size], must);
}

const EXPECTED = "the price at which the order may be expected to fill";

function badMember(parameter: string, value: unknown, reason: string): ApiError {
  return invalidParameters([{ in: "body", parameter, value, reason }]);
}

/** The answer to an order with exits on the wrong side of a price, which names them. */
function exitsRefused(price: number, sign: 1 | -1, { take_profit: profit, stop_loss: loss }: OrderBody): ApiError {
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
            reason: `must be ${side > 0 ? "above" : "below"} ${price}, ${EXPECTED}`,
          },
        ],
  );
  return invalidParameters(problems);
}

/**
 * Throws MARKET_CLOSED for an order that cannot rest while its market is closed: it would have to wait for a price of another day. Market orders
 * for options never rest then.
 */
export function checkOpen(
  view: MarketView,
  { symbol, calendar, option }: RecordedInstrument,
  type: OrderBody["type"],
  timeInForce: TimeInForce,
  extendedHours: boolean,
): void {
  const { rests, auction, endsWithSession } = timesInForce[timeInForce];
  const waits = !orderTypes[type].immediate || (!endsWithSession && option === undefined);
  if (waits && (rests || auction !== "")) return;
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
export function ordersOf({ order_class: of, take_profit: profit, stop_loss: loss }: OrderBody): number {
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
