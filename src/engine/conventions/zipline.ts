import { convention } from "./convention.ts";

/**
 * Conventions of zipline. All orders fill at closes: market orders at the next close, limits and stops when a close
 * reaches them. A bar fills a fortieth of its volume, and the rest of an order waits. The price moves by the square of
 * the share of the volume. No order is rejected, and cash may go below zero.
 */
export const zipline = convention({
  name: "zipline",
  title: "zipline",
  parts: {
    account: { account: "unchecked", marginCalls: "at-close", shortCash: "allow-negative" },
    orders: { admission: "as-submitted", orderLife: "gtc", closing: "plain" },
    timing: { fillAt: "next-close", restingSee: "traded-close", atEnd: "mark" },
    sizing: { sizeAt: "at-submission", sizing: "near-value" },
    exits: { entryBarExits: "next-bar" },
    slippage: {
      limitSlippage: "by-model",
      tickRounding: "orders",
      slippage: { model: "volume-share", impact: 0.1, beyondBar: true },
    },
    liquidity: { volumeShare: 0.025 },
    costs: { commission: { model: "per-share-order", amount: 0.0075, minimum: 1 } },
    counting: { moneyRounding: "none" },
  },
  metrics: "zipline",
});
