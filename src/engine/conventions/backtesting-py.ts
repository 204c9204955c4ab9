import { convention } from "./convention.ts";

/**
 * Orders wait in a queue and are gone through once a bar, when it has closed: market orders fill at its open, but what margin is free is counted at
 * its close. A share is one of the free margin. What closes a trade does so at the bare price; what opens one pays the spread, for limits too.
 */
export const backtestingPy = convention({
  name: "backtesting.py",
  title: "backtesting.py 0.6.6",
  parts: {
    account: {
      account: "free-margin",
      initialMargin: 1,
      maintenanceMargin: 0,
      marginCalls: "at-close",
      fillsBy: "trade",
      shortCash: "reject",
      ruin: "ends",
    },
    orders: { admission: "as-submitted", orderLife: "gtc", closing: "reduces" },
    timing: { fillAt: "next-open", bookAt: "bar-close", atEnd: "mark" },
    sizing: { sizeAt: "at-fill" },
    fills: { limitFill: "touch", stopGap: "at-open", stopLimitFill: "at-stop" },
    sequence: { intrabar: "queue" },
    exits: { entryBarExits: "proven", exitSides: "own-price" },
    slippage: { limitSlippage: "slips", tickRounding: "none" },
    counting: { moneyRounding: "none" },
  },
  metrics: "backtesting.py",
});
