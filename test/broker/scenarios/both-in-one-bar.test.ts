import { describe, expect, test } from "vitest";
import { barsFrom } from "../../support/market.ts";
import { play } from "../../support/play.ts";
import { BOUGHT_TEN, holdingTen, scenarios, STILL } from "../../support/scenarios.ts";

const exits = holdingTen(({ orders }) => orders.oco({ takeProfit: 105, stopLoss: 95 }));
const shorted = {
  1: ({ orders }: any) => orders.sell({ quantity: 10 }),
  2: ({ orders }: any) => orders.oco({ takeProfit: 95, stopLoss: 105 }),
};

// Each row: which way the policy takes the price to have gone, for a bar that reaches both exits.
describe.each([
  // As far up as down: 6 and 6.
  ["pessimistic", "100 106 94 104", 95],
  ["optimistic", "100 106 94 104", 105],
  ["ohlc", "100 106 94 104", 105],
  ["olhc", "100 106 94 104", 95],
  ["nearest-extreme", "100 106 94 104", 95],
  // Nearer to its high: 5 and 7.
  ["pessimistic", "100 105 93 104", 95],
  ["nearest-extreme", "100 105 93 104", 105],
  // Nearer to its low: 7 and 5.
  ["optimistic", "100 107 95 104", 105],
  ["nearest-extreme", "100 107 95 104", 95],
] as const)("a stop at 95 and a target at 105, %s, bar %s", (intrabar, bar, price) => {
  test(`the long position leaves at ${price}, marked ambiguous, and the other exit is canceled`, () => {
    const { fills, orders } = play(barsFrom(STILL + bar), exits, { intrabar });
    expect(fills).toEqual([BOUGHT_TEN, `4 00:00 sell 10 X at ${price}, ambiguous`]);
    const [limit, stop] = price === 105 ? ["filled", "canceled other_leg"] : ["canceled other_leg", "filled"];
    expect(orders.slice(1)).toEqual([`sell limit 10: ${limit}`, `sell stop 10: ${stop}`]);
  });
});

describe.each([
  ["pessimistic", 105],
  ["optimistic", 95],
  ["ohlc", 105],
  ["olhc", 95],
  ["nearest-extreme", 95],
] as const)("a short position with its stop at 105 and its target at 95, %s", (intrabar, price) => {
  test(`leaves at ${price}`, () => {
    const { fills } = play(barsFrom(`${STILL}100 106 94 104`), shorted, { intrabar, account: "margin" });
    expect(fills).toEqual(["2 00:00 sell 10 X at 100", `4 00:00 buy 10 X at ${price}, ambiguous`]);
  });
});

describe("nothing is ambiguous", () => {
  scenarios({
    "where the open is beyond the stop already": {
      bars: `${STILL}94 106 93 104`,
      at: exits,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 94"],
    },
    "where the open is beyond the target already, however pessimistic": {
      bars: `${STILL}106 107 93 104`,
      at: exits,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 106"],
    },
    "where one exit alone is reached": {
      bars: `${STILL}100 105 95.01 104`,
      at: exits,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 105"],
    },
  });
});
