import { convention } from "./convention.ts";

/**
 * Conventions of backtrader. Only cash limits orders. They are checked in sequence at submission, at the close or at
 * their own price, and again at the fill. An order that would take cash below zero is rejected unless it closes a
 * position. Proceeds of short sales count as cash. Exits of a bracket become active with the next bar.
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
