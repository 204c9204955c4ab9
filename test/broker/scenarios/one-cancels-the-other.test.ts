import { describe } from "vitest";
import { BOUGHT_TEN, holdingTen, scenarios, STILL } from "../../support/scenarios.ts";

const exits = holdingTen(({ orders }) => orders.oco({ takeProfit: 105, stopLoss: 95 }));

describe("two exits of which one cancels the other", () => {
  scenarios({
    "the target fills and the stop goes": {
      bars: `${STILL}100 105 99 104\n104 104 90 91`,
      at: exits,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 105"],
      orders: ["buy market 10: filled", "sell limit 10: filled", "sell stop 10: canceled other_leg"],
    },
    "one is canceled and so is the other": {
      bars: `${STILL}100 101 99 100\n100 110 90 100`,
      at: { ...exits, 3: ({ orders }) => orders.cancel(2) },
      fills: [BOUGHT_TEN],
      orders: ["buy market 10: filled", "sell limit 10: canceled requested", "sell stop 10: canceled other_leg"],
    },
    "of more than is held are refused, both": {
      bars: `${STILL}100 110 90 100`,
      at: holdingTen(({ orders }) => orders.oco({ takeProfit: 105, stopLoss: 95, quantity: 11 })),
      fills: [BOUGHT_TEN],
      orders: [
        "buy market 10: filled",
        "sell limit 11: rejected insufficient_position",
        "sell stop 11: rejected insufficient_position",
      ],
    },
    "what one fills the other has less: 6 of 10 at the target leave 4 to the stop": {
      // A tenth of each bar's volume: 10 of 100 at the first open, 6 of 60 at the target, 4 at the stop.
      bars: "100 100 100 100 100\n100 100 100 100 100\n100 106 99 104 60\n104 104 94 95 1000",
      at: exits,
      settings: { volumeShare: 0.1 },
      fills: [BOUGHT_TEN, "4 00:00 sell 6 X at 105", "5 00:00 sell 4 X at 95"],
      orders: ["buy market 10: filled", "sell limit 10: canceled other_leg, 6 filled", "sell stop 4: filled"],
    },
    "are for no more than is left, and leave alone what is bought later": {
      // Six of ten are sold by hand; the stop sells the four that are left, and the target does not wait for the five bought after that.
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
    "end when another order sells the position, and leave alone what is bought later": {
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
    "closing the position by hand ends both": {
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
    "the stop may trail: from 100 up to 104, down to 101": {
      bars: `${STILL}100 104 99 103\n103 104 101 102`,
      at: holdingTen(({ orders }) => orders.oco({ takeProfit: 110, stopLoss: { trail: 3 } })),
      fills: [BOUGHT_TEN, "5 00:00 sell 10 X at 101"],
    },
  });
});
