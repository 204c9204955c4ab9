import { convention } from "../../src/engine/conventions/convention.ts";

/** Rules of a fictional engine: orders fill at the next close, stops fill at their own prices, and each fill costs a dollar. */
export const inventedEngine = convention({
  name: "invented",
  title: "A fictional engine",
  parts: {
    timing: { fillAt: "next-close" },
    fills: { stopGap: "at-stop" },
    costs: { commission: { model: "per-order", amount: 1 } },
    counting: { riskFreeRate: 0.02 },
  },
  metrics: "backtrader",
});
