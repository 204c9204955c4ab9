import { convention } from "../../src/engine/conventions/convention.ts";

/** Fictional engine: it fills at the next close, fills stops at their prices, and charges a dollar per fill. */
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
