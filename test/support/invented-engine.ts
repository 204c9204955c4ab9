import { convention } from "../../src/engine/conventions/convention.ts";

/** An engine that there is not: it fills at the close of the next bar, stops at their price, and takes a dollar a fill. */
export const inventedEngine = convention({
  name: "invented",
  title: "An engine that there is not",
  parts: {
    timing: { fillAt: "next-close" },
    fills: { stopGap: "at-stop" },
    costs: { commission: { model: "per-order", amount: 1 } },
    counting: { riskFreeRate: 0.02 },
  },
  metrics: "backtrader",
});
