import type { Convention } from "./convention.ts";

/**
 * Orders wait in a queue and are gone through once a bar, when it has closed: market orders fill at its open, but what margin is free is counted at
 * its close. A share is one of the free margin. What closes a trade does so at the bare price; what opens one pays the spread, for limits too.
 */
export const backtestingPy: Convention = {
  title: "backtesting.py 0.6.6",
  settings: {
    account: "free-margin",
    admission: "as-submitted",
    initialMargin: 1,
    maintenanceMargin: 0,
    marginCalls: "at-close",
    fillAt: "next-open",
    bookAt: "bar-close",
    sizeAt: "at-fill",
    fillsBy: "trade",
    shortCash: "reject",
    limitFill: "touch",
    limitSlippage: "slips",
    tickRounding: "none",
    stopGap: "at-open",
    stopLimitFill: "at-stop",
    intrabar: "queue",
    entryBarExits: "proven",
    exitSides: "own-price",
    orderLife: "gtc",
    closing: "reduces",
    ruin: "ends",
    atEnd: "mark",
    moneyRounding: "none",
  },
  metrics: "backtesting.py",
};
