import type { Convention } from "./convention.ts";

/**
 * Everything fills at the close of a later bar: market orders at the next, limits and stops when a close reaches them. A bar gives a fortieth of its
 * volume, the rest waits, and the price moves by the square of the share taken. Nothing is refused: cash may go below zero.
 */
export const zipline: Convention = {
  title: "zipline",
  settings: {
    account: "unchecked",
    marginCalls: "at-close",
    admission: "as-submitted",
    fillAt: "next-close",
    restingSee: "traded-close",
    sizeAt: "at-submission",
    sizing: "near-value",
    shortCash: "allow-negative",
    limitSlippage: "by-model",
    tickRounding: "orders",
    volumeShare: 0.025,
    slippage: { model: "volume-share", impact: 0.1, beyondBar: true },
    commission: { model: "per-share-order", amount: 0.0075, minimum: 1 },
    entryBarExits: "next-bar",
    orderLife: "gtc",
    closing: "plain",
    atEnd: "mark",
    moneyRounding: "none",
  },
  metrics: "zipline",
};
