import { describe } from "vitest";
import { BOUGHT_TEN, holdingTen, scenarios, STILL } from "../../support/scenarios.ts";

// Ten units are bought at 100. The trailing stop is submitted at the next close, also at 100.
const trail5 = holdingTen(({ orders }) => orders.sell({ quantity: 10, trail: 5, timeInForce: "gtc" }));
const trail10percent = holdingTen(({ orders }) => orders.sell({ quantity: 10, trailPercent: 0.1, timeInForce: "gtc" }));

describe("a trailing stop", () => {
  scenarios({
    "starts at its distance from the last price: 100 − 5": {
      bars: `${STILL}100 101 95 96`,
      at: trail5,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 95"],
    },
    "follows the high of a completed bar: 110 − 5": {
      bars: `${STILL}100 110 99 108\n108 109 104 106`,
      at: trail5,
      fills: [BOUGHT_TEN, "5 00:00 sell 10 X at 105"],
    },
    "does not follow inside a bar, since the low of 96 may precede the high of 110": {
      bars: `${STILL}100 110 96 108`,
      at: trail5,
      fills: [BOUGHT_TEN],
      orders: ["buy market 10: filled", "sell trailing_stop 10: new"],
    },
    "never moves back: a high of 108 after 110 leaves it at 105": {
      bars: `${STILL}100 110 99 108\n107 108 106 107\n107 107 105 106`,
      at: trail5,
      fills: [BOUGHT_TEN, "6 00:00 sell 10 X at 105"],
    },
    "with trailPercent fills at the open of 106, which is below 120 × 0.9 = 108": {
      bars: `${STILL}100 120 99 119\n106 107 105 106`,
      at: trail10percent,
      fills: [BOUGHT_TEN, "5 00:00 sell 10 X at 106"],
    },
    "with trailPercent fills at 120 × 0.9 = 108 inside the bar": {
      bars: `${STILL}100 120 99 119\n115 116 107 110`,
      at: trail10percent,
      fills: [BOUGHT_TEN, "5 00:00 sell 10 X at 108"],
    },
    "fills at its stop across a gap with stopGap at-stop": {
      bars: `${STILL}100 120 99 119\n106 107 105 106`,
      at: trail10percent,
      settings: { stopGap: "at-stop" },
      fills: [BOUGHT_TEN, "5 00:00 sell 10 X at 108"],
    },
    "to buy follows the lows: 90 + 5": {
      bars: "100 100 100 100\n100 101 90 92\n93 96 92 95",
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, trail: 5, timeInForce: "gtc" }) },
      fills: ["4 00:00 buy 10 X at 95"],
    },
    "with a distance smaller than its entry's slippage fills inside the bar's range": {
      bars: `100 100 100 100\n100 100.35 99 99.5`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 100.35, stopLoss: { trail: 0.07 } }) },
      settings: { slippage: { model: "bps", bps: 10 } },
      // The stop follows the price before slippage, 100.35, to 100.28. From the slipped 100.45035 it would be above the
      // bar's high.
      fills: [
        "3 00:00 buy 10 X at 100.45035, slipped 0.10035000000000001",
        "3 00:00 sell 10 X at 100.17972, slipped 0.10028, ambiguous",
      ],
    },
    "with time in force day expires before it has followed": {
      bars: `${STILL}100 110 99 108\n108 109 100 106`,
      at: holdingTen(({ orders }) => orders.sell({ quantity: 10, trail: 5 })),
      fills: [BOUGHT_TEN],
      orders: ["buy market 10: filled", "sell trailing_stop 10: expired session_closed"],
    },
    "keeps its best price when its distance is replaced: 110 − 4": {
      bars: `${STILL}100 110 99 108\n108 109 106 107`,
      at: {
        ...trail5,
        3: ({ orders }) => orders.replace(2, { trail: 4 }),
      },
      fills: [BOUGHT_TEN, "5 00:00 sell 10 X at 106"],
      orders: ["buy market 10: filled", "sell trailing_stop 10: replaced replaced", "sell trailing_stop 10: filled"],
    },
  });
});
