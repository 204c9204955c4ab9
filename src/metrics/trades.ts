import { defineMetric } from "./define.ts";

/** Number of closed trades. */
export const tradesMetric = defineMetric({
  name: "trades",
  title: "Trades",
  group: "trade",
  unit: "count",
  formula: "number of closed trades",
  convention:
    "A trade is a round trip, first in first out: an exit in two parts closes two trades. Trades still open at the end do not count, here and in every metric of trades.",
  better: "neither",
  compute: ({ trades }) => trades.length,
});
