import type { Convention } from "./convention.ts";

/**
 * Cash alone decides: an order is tried when it is given, at the close or the price in its terms, after those that were given with it, and again when
 * it fills; what would take cash below zero is refused, what ends a position never is. Proceeds of short sales are cash. Exits of a bracket wake for
 * the next bar.
 */
export const backtrader: Convention = {
  title: "backtrader 1.9.78",
  settings: {
    account: "cash-flow",
    marginCalls: "at-close",
    admission: "as-submitted",
    fillAt: "next-open",
    bookAt: "bar-close",
    sizeAt: "at-submission",
    sizing: "value",
    shortCash: "reject",
    limitFill: "touch",
    limitSlippage: "to-limit",
    slippageReach: "bar",
    tickRounding: "none",
    stopGap: "at-open",
    stopLimitFill: "turned",
    trailFollows: "closes",
    intrabar: "as-given",
    entryBarExits: "next-bar",
    exitSides: "unchecked",
    exits: "plain",
    orderLife: "gtc",
    closing: "plain",
    atEnd: "mark",
    moneyRounding: "none",
    riskFreeRate: 0.01,
  },
  metrics: "backtrader",
};
