import type { JudgedTerms } from "../../broker/expected-price.ts";
import type { OrderRecord, OrderReason } from "../../broker/order-record.ts";
import { orderTypes } from "../../broker/order-types/catalog.ts";
import type { Feed } from "../../market/feed.ts";
import { formatMoney, formatQuantity } from "../../report/format.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import { CRYPTO_DECIMALS, rounded } from "../numbers.ts";
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
  power = account.run.driver.broker.account.buyingPower,
): ApiError {
  const { symbol } = feed.instrument;
  const { driver } = account.run;
  const { plan, portfolio } = driver;
  switch (reason) {
    case "insufficient_funds": {
      const { multiplier, lot } = feed.instrument;
      // A size for which the money is too little comes to nothing, which needs none: told is what the least would need.
      const units = Math.max(quantity, lot);
      const { money, moneyDecimals } = account.digits;
      const shown = (amount: number): string => formatMoney(amount, moneyDecimals);
      const price = driver.broker.account.judgedAt(judgedTerms(feed, sign, terms));
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
