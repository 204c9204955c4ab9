import type { OrderReason } from "../../broker/order-record.ts";
import type { Feed } from "../../market/feed.ts";
import { formatMoney, formatQuantity } from "../../report/format.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import { CRYPTO_DECIMALS, rounded } from "../numbers.ts";
import type { TradingAccount } from "./trading-account.ts";

/** The answer to an order that an account does not admit; `power` is what it could spend on it. */
export function orderRefused(
  reason: OrderReason,
  account: TradingAccount,
  feed: Feed,
  sign: 1 | -1,
  quantity: number,
  power = account.run.driver.broker.account.buyingPower,
): ApiError {
  const { symbol } = feed.instrument;
  const { plan, portfolio } = account.run.driver;
  switch (reason) {
    case "insufficient_funds": {
      const { multiplier, lot } = feed.instrument;
      // A size for which the money is too little comes to nothing, which needs none: told is what the least would need.
      const units = Math.max(quantity, lot);
      const { money, moneyDecimals } = account.digits;
      const shown = (amount: number): string => formatMoney(amount, moneyDecimals);
      const commission = plan.rules.commission(units, feed.last, multiplier);
      const required = money(units * feed.last * multiplier + commission);
      const available = money(power);
      const message = `${formatQuantity(units)} of ${symbol} need ${shown(required)} at the last price, ${shown(available)} are available`;
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
