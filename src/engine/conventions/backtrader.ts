import { convention } from "./convention.ts";

/**
 * Cash alone decides: an order is tried when it is given, at the close or the price in its terms, after those that were given with it, and again when
 * it fills; what would take cash below zero is refused, what ends a position never is. Proceeds of short sales are cash. Exits of a bracket wake for
 * the next bar.
 */
export const backtrader = convention({
  name: "backtrader",
  title: "backtrader 1.9.78",
  parts: {
    account: { account: "cash-flow", marginCalls: "at-close", shortCash: "reject" },
    orders: { admission: "as-submitted", orderLife: "gtc", closing: "plain" },
    timing: { fillAt: "next-open", bookAt: "bar-close", atEnd: "mark" },
    sizing: { sizeAt: "at-submission", sizing: "value" },
    fills: { limitFill: "touch", stopGap: "at-open", stopLimitFill: "turned", trailFollows: "closes" },
    sequence: { intrabar: "as-given" },
    exits: { entryBarExits: "next-bar", exitSides: "unchecked", exits: "plain" },
    slippage: { limitSlippage: "to-limit", slippageReach: "bar", tickRounding: "none" },
    counting: { moneyRounding: "none", riskFreeRate: 0.01 },
  },
  metrics: "backtrader",
});
