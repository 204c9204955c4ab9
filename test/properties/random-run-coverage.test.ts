import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryRun, runOf } from "../support/arbitrary-run.ts";

// A law over random runs checks nothing if its event never occurs, so five hundred runs must reach these smallest
// counts.
test("random runs with default settings reach every state and reason of an order", () => {
  const counts: Record<string, number> = {};
  const count = (what: string, times = 1) => (counts[what] = (counts[what] ?? 0) + times);
  for (const parts of fc.sample(arbitraryRun, { numRuns: 500, seed: 1 })) {
    const { result } = runOf(parts);
    for (const { type, side, status, reason, filledQuantity } of result.orders) {
      count(`${type} ${status}${reason === "" ? "" : ` ${reason}`}`);
      count(`${side} ${status}`);
      if (status === "canceled" && filledQuantity > 0) count(`cut by ${reason}`);
    }
    for (const { event } of result.orderEvents) count(event);
    for (const { ambiguous, slippage, time, orderId } of result.fills) {
      if (ambiguous) count("ambiguous");
      if (slippage > 0) count("slipped");
      if (time > result.orders[orderId - 1]!.submittedAt) count("waited");
    }
    for (const trade of result.trades) count(trade.open ? "open trade" : "closed trade");
  }
  const reached = [
    "market filled",
    "limit filled",
    "stop filled",
    "stop_limit filled",
    "limit expired session_closed",
    "stop expired session_closed",
    "stop_limit expired session_closed",
    "market accepted",
    "limit new",
    "stop new",
    "market canceled requested",
    "limit canceled requested",
    "sell canceled",
    "limit canceled position_closed",
    "stop canceled position_closed",
    "market canceled insufficient_position",
    "limit canceled insufficient_position",
    "market canceled insufficient_funds",
    "limit rejected insufficient_funds",
    "market rejected insufficient_funds",
    "market rejected insufficient_position",
    "market rejected quantity_below_lot",
    "market rejected no_price",
    "cut by insufficient_funds",
    "cut by insufficient_position",
    "triggered",
    "partial_fill",
    "ambiguous",
    "slipped",
    "waited",
    "open trade",
    "closed trade",
  ];
  const rare = reached.filter((what) => (counts[what] ?? 0) < 5);
  expect(rare.map((what) => `${what}: ${counts[what] ?? 0}`)).toEqual([]);
});
