import { convention } from "./convention.ts";

/**
 * Conventions of backtesting.py. Orders are processed in a queue when a bar has closed: market orders fill at the bar's
 * open, but free margin is computed at its close. Percentage sizes are shares of free margin. Only opening a trade has
 * slippage, also with limit orders.
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
