import type { Convention } from "./convention.ts";

/**
 * Sizes are counted at the close that decides, on what equity is less a buffer and the commission; twice the equity may be held. Limits fill when
 * the price goes through them. Commission is that of Interactive Brokers. LEAN counts in decimals and rounds only what it prints, so nothing is rounded.
 */
export const lean: Convention = {
  title: "LEAN, daily bars",
  settings: {
    account: "margin",
    initialMargin: 0.5,
    maintenanceMargin: 0.25,
    fillAt: "next-open",
    sizeAt: "at-submission",
    sizing: "net-of-commission",
    cashBuffer: 0.0025,
    shortCash: "allow-negative",
    limitFill: "trade-through",
    stopGap: "at-open",
    stopLimitFill: "by-close",
    orderLife: "gtc",
    commission: { model: "per-share-order", amount: 0.005, minimum: 1, maximumShare: 0.005 },
    atEnd: "mark",
    moneyRounding: "none",
  },
  metrics: "lean",
};
