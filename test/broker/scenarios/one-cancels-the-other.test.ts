import { describe } from "vitest";
import { BOUGHT_TEN, holdingTen, scenarios, STILL } from "../../support/scenarios.ts";

const exits = holdingTen(({ orders }) => orders.oco({ takeProfit: 105, stopLoss: 95 }));

describe("two OCO exits", () => {
  scenarios({
    "cancel the stop when the target fills": {
      bars: `${STILL}100 105 99 104\n104 104 90 91`,
      at: exits,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 105"],
      orders: ["buy market 10: filled", "sell limit 10: filled", "sell stop 10: canceled other_leg"],
    },
    "are both canceled when one is canceled": {
      bars: `${STILL}100 101 99 100\n100 110 90 100`,
      at: { ...exits, 3: ({ orders }) => orders.cancel(2) },
      fills: [BOUGHT_TEN],
      orders: ["buy market 10: filled", "sell limit 10: canceled requested", "sell stop 10: canceled other_leg"],
    },
    "for more than the position are both rejected": {
      bars: `${STILL}100 110 90 100`,
      at: holdingTen(({ orders }) => orders.oco({ takeProfit: 105, stopLoss: 95, quantity: 11 })),
      fills: [BOUGHT_TEN],
      orders: [
        "buy market 10: filled",
        "sell limit 11: rejected insufficient_position",
        "sell stop 11: rejected insufficient_position",
      ],
    },
    "share their quantity: 6 of 10 filled at the target leave 4 for the stop": {
      // A tenth of each bar's volume fills: 10 units at the first open, 6 at the target, 4 at the stop.
      bars: "100 100 100 100 100\n100 100 100 100 100\n100 106 99 104 60\n104 104 94 95 1000",
      at: exits,
      settings: { volumeShare: 0.1 },
      fills: [BOUGHT_TEN, "4 00:00 sell 6 X at 105", "5 00:00 sell 4 X at 95"],
      orders: ["buy market 10: filled", "sell limit 10: canceled other_leg, 6 filled", "sell stop 4: filled"],
    },
    "shrink when part of the position is sold, and do not cover later purchases": {
      // A market order sells six of ten units and the stop the other four. Five units bought later do not bring the
      // target back.
      bars: `${STILL}100 101 99 100\n100 101 95 96\n96 97 96 96\n96 105 96 100`,
      at: {
        ...exits,
        3: ({ orders }) => orders.sell({ quantity: 6 }),
        5: ({ orders }) => orders.buy({ quantity: 5 }),
      },
      fills: [BOUGHT_TEN, "4 00:00 sell 6 X at 100", "5 00:00 sell 4 X at 95", "6 00:00 buy 5 X at 96"],
      orders: [
        "buy market 10: filled",
        "sell limit 4: canceled other_leg",
        "sell stop 4: filled",
        "sell market 6: filled",
        "buy market 5: filled",
      ],
    },
    "are canceled when another order sells the position, and do not cover later purchases": {
      bars: `${STILL}100 101 99 100\n100 101 99 100\n100 101 99 100\n100 120 80 100`,
      at: {
        ...exits,
        3: ({ orders }) => orders.sell({ quantity: 10 }),
        4: ({ orders }) => orders.buy({ quantity: 5 }),
      },
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 100", "5 00:00 buy 5 X at 100"],
      orders: [
        "buy market 10: filled",
        "sell limit 10: canceled position_closed",
        "sell stop 10: canceled position_closed",
        "sell market 10: filled",
        "buy market 5: filled",
      ],
    },
    "are canceled by close()": {
      bars: `${STILL}100 101 99 100\n100 110 90 100`,
      at: { ...exits, 3: ({ orders }) => orders.close() },
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 100"],
      orders: [
        "buy market 10: filled",
        "sell limit 10: canceled position_closed",
        "sell stop 10: canceled other_leg",
        "sell market 10: filled",
      ],
    },
    "may have a trailing stop: from 100 up to 104, down to 101": {
      bars: `${STILL}100 104 99 103\n103 104 101 102`,
      at: holdingTen(({ orders }) => orders.oco({ takeProfit: 110, stopLoss: { trail: 3 } })),
      fills: [BOUGHT_TEN, "5 00:00 sell 10 X at 101"],
    },
  });
});
