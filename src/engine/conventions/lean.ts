import { convention } from "./convention.ts";

/**
 * Sizes are counted at the close that decides, on what equity is less a buffer and the commission; twice the equity may be held. Orders go through a bar
 * when it is complete, as they were given: each must be carried by the margin that is free at its close, at each bar until it fills. Limits fill when the
 * price goes through them. Daily bars close while the exchange is closed, so nothing is ever liquidated. Commission is that of Interactive
 * Brokers. LEAN counts in decimals and rounds only what it prints, so nothing is rounded.
 */
export const lean = convention({
  name: "lean",
  title: "LEAN, daily bars",
  parts: {
    account: {
      account: "buying-power",
      initialMargin: 0.5,
      maintenanceMargin: 0,
      marginCalls: "at-close",
      shortCash: "reject",
    },
    orders: { admission: "as-submitted", orderLife: "gtc" },
    timing: { fillAt: "next-open", bookAt: "bar-close", atEnd: "mark" },
    sizing: { sizeAt: "at-submission", sizing: "net-of-commission", cashBuffer: 0.0025 },
    fills: { limitFill: "trade-through", stopGap: "at-open", stopLimitFill: "by-close", trailFill: "worse-close" },
    sequence: { intrabar: "as-given" },
    slippage: { tickRounding: "none" },
    costs: { commission: { model: "per-share-order", amount: 0.005, minimum: 1, maximumShare: 0.005 } },
    counting: { moneyRounding: "none" },
  },
  metrics: "lean",
});
