import { convention } from "./convention.ts";

/**
 * Conventions of LEAN with daily bars. Sizes are computed at the close of submission, from equity less a buffer and the
 * commission; positions may be worth twice the equity. Orders are matched in sequence against complete bars. Free
 * margin at the close must cover an order at each bar until it fills. Limit orders fill when the price trades through
 * them. Daily bars close while the exchange is closed, so positions are never liquidated. Commissions are those of
 * Interactive Brokers. LEAN computes in decimals and rounds only its output, so money is not rounded.
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
