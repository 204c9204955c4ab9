import { describe, expect, test } from "vitest";
import { barsFrom } from "../../support/market.ts";
import { play } from "../../support/play.ts";
import { BOUGHT_TEN, holdingTen, scenarios, STILL } from "../../support/scenarios.ts";

const exits = holdingTen(({ orders }) => orders.oco({ takeProfit: 105, stopLoss: 95 }));
const shorted = {
  1: ({ orders }: any) => orders.sell({ quantity: 10 }),
  2: ({ orders }: any) => orders.oco({ takeProfit: 95, stopLoss: 105 }),
};

// Columns: the setting intrabar, a bar that reaches both exits, and the price at which an exit fills.
describe.each([
  // The bar's high and low are equally far from its open, 6 each.
  ["pessimistic", "100 106 94 104", 95],
  ["optimistic", "100 106 94 104", 105],
  ["ohlc", "100 106 94 104", 105],
  ["olhc", "100 106 94 104", 95],
  ["nearest-extreme", "100 106 94 104", 95],
  // The high, 5 away, is nearer to the open than the low, 7 away.
  ["pessimistic", "100 105 93 104", 95],
  ["nearest-extreme", "100 105 93 104", 105],
  // The low, 5 away, is nearer to the open than the high, 7 away.
  ["optimistic", "100 107 95 104", 105],
  ["nearest-extreme", "100 107 95 104", 95],
] as const)("a long position with a stop at 95 and a target at 105, intrabar %s, bar %s", (intrabar, bar, price) => {
  test(`exits at ${price}, marked ambiguous, and cancels its other exit`, () => {
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
] as const)("a short position with a stop at 105 and a target at 95, intrabar %s", (intrabar, price) => {
  test(`exits at ${price}, marked ambiguous`, () => {
    const { fills } = play(barsFrom(`${STILL}100 106 94 104`), shorted, { intrabar, account: "margin" });
    expect(fills).toEqual(["2 00:00 sell 10 X at 100", `4 00:00 buy 10 X at ${price}, ambiguous`]);
  });
});

describe("an exit fill is not ambiguous", () => {
  scenarios({
    "when the bar opens beyond the stop": {
      bars: `${STILL}94 106 93 104`,
      at: exits,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 94"],
    },
    "when the bar opens beyond the target, even with intrabar pessimistic": {
      bars: `${STILL}106 107 93 104`,
      at: exits,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 106"],
    },
    "when the bar reaches only one exit": {
      bars: `${STILL}100 105 95.01 104`,
      at: exits,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 105"],
    },
  });
});
