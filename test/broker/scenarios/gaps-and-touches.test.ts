import { describe } from "vitest";
import { BOUGHT_TEN, holdingTen, scenarios, STILL } from "../../support/scenarios.ts";

const buyLimit95 = { 1: ({ orders }: any) => orders.buy({ quantity: 10, limit: 95 }) };
const sellLimit105 = holdingTen(({ orders }) => orders.sell({ quantity: 10, limit: 105 }));
const buyStop105 = { 1: ({ orders }: any) => orders.buy({ quantity: 10, stop: 105 }) };
const sellStop95 = holdingTen(({ orders }) => orders.sell({ quantity: 10, stop: 95 }));
const start = "100 100 100 100\n";

describe("a limit order and the bar that opens beyond it", () => {
  scenarios({
    "to buy fills at the open, which is better than its limit": {
      bars: `${start}93 97 92 96`,
      at: buyLimit95,
      fills: ["3 00:00 buy 10 X at 93"],
    },
    "to sell fills at the open, which is better than its limit": {
      bars: `${STILL}107 108 104 106`,
      at: sellLimit105,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 107"],
    },
    "through which the bar opens fills at the open also when a touch is not enough": {
      bars: `${start}94 96 93 95`,
      at: buyLimit95,
      settings: { limitFill: "trade-through" },
      fills: ["3 00:00 buy 10 X at 94"],
    },
  });
});

describe("a limit order that is touched", () => {
  const touch = { limitFill: "touch" } as const;
  const through = { limitFill: "trade-through" } as const;
  scenarios({
    "to buy, low at the limit: fills on touch": {
      bars: `${start}100 101 95 97`,
      at: buyLimit95,
      settings: touch,
      fills: ["3 00:00 buy 10 X at 95"],
    },
    "to buy, low at the limit: does not fill where the price must go through it": {
      bars: `${start}100 101 95 97`,
      at: buyLimit95,
      settings: through,
      fills: [],
      orders: ["buy limit 10: expired session_closed"],
    },
    "to buy, low a cent beyond: fills at the limit in both": {
      bars: `${start}100 101 94.99 97`,
      at: buyLimit95,
      settings: through,
      fills: ["3 00:00 buy 10 X at 95"],
    },
    "to sell, high at the limit: fills on touch": {
      bars: `${STILL}100 105 99 104`,
      at: sellLimit105,
      settings: touch,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 105"],
    },
    "to sell, high at the limit: does not fill where the price must go through it": {
      bars: `${STILL}100 105 99 104`,
      at: sellLimit105,
      settings: through,
      fills: [BOUGHT_TEN],
    },
    "open, low and limit are one price: that is a touch": {
      bars: `${start}95 97 95 96`,
      at: buyLimit95,
      settings: touch,
      fills: ["3 00:00 buy 10 X at 95"],
    },
    "open, low and limit are one price: the price has not gone through": {
      bars: `${start}95 97 95 96`,
      at: buyLimit95,
      settings: through,
      fills: [],
    },
    "the open is the limit and the price goes through it later, perhaps after a stop on the other side: that one first, ambiguous":
      {
        bars: `${STILL}100 105 95 104`,
        at: holdingTen(({ orders }) => orders.oco({ takeProfit: 100, stopLoss: 96 })),
        settings: through,
        fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 96, ambiguous"],
      },
    "the open is the limit of an entry, which is inside the bar then: of its exits only the stop may fill there": {
      bars: `${start}95 99 94 96`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 95, takeProfit: 98 }) },
      settings: through,
      fills: ["3 00:00 buy 10 X at 95"],
    },
  });
});

describe("a stop order and the bar that opens beyond it", () => {
  const atStop = { stopGap: "at-stop" } as const;
  scenarios({
    "to sell fills at the open, which is worse than its stop": {
      bars: `${STILL}92 96 91 94`,
      at: sellStop95,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 92"],
    },
    "to sell at its own price by the kind convention": {
      bars: `${STILL}92 96 91 94`,
      at: sellStop95,
      settings: atStop,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 95"],
    },
    "to buy fills at the open, which is worse than its stop": {
      bars: `${start}108 109 104 107`,
      at: buyStop105,
      fills: ["3 00:00 buy 10 X at 108"],
    },
    "to buy at its own price by the kind convention": {
      bars: `${start}108 109 104 107`,
      at: buyStop105,
      settings: atStop,
      fills: ["3 00:00 buy 10 X at 105"],
    },
    "reached inside the bar fills at the stop": {
      bars: `${STILL}99 101 95 98`,
      at: sellStop95,
      settings: atStop,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 95"],
    },
    "slips from the open of the gap, not from the stop": {
      // 100 bps of 92 is 0.92; the entry's is 1.
      bars: `${STILL}92 96 91 94`,
      at: sellStop95,
      settings: { slippage: { model: "bps", bps: 100 } },
      fills: ["2 00:00 buy 10 X at 101, slipped 1", "4 00:00 sell 10 X at 91.08, slipped 0.92"],
    },
  });
});

describe("a stop with a limit that is worse for others: sell at 102 or better, once the price is at 101", () => {
  const sellBack = { 1: ({ orders }: any) => orders.sell({ quantity: 10, stop: 101, limit: 102 }) };
  scenarios({
    "reached at the open, and the limit is touched at the close": {
      bars: `${start}100 102 97 102`,
      at: sellBack,
      settings: { account: "margin" },
      fills: ["3 00:00 sell 10 X at 102"],
    },
    "reached at the open, and the limit is touched but not gone through": {
      bars: `${start}100 102 97 102`,
      at: sellBack,
      settings: { account: "margin", limitFill: "trade-through" },
      fills: [],
    },
  });
});

describe("a stop limit where one price is all there is, and fills at the stop are asked for", () => {
  const buy = { stop: 102, limit: 105 };
  const bars = `${start}100 106 99 104`;
  scenarios({
    "fills at the price of its auction": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, ...buy, timeInForce: "cls" }) },
      settings: { stopLimitFill: "at-stop" },
      fills: ["3 00:00 buy 10 X at 104"],
    },
    "fills at the first close that reaches it": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, ...buy }) },
      settings: { stopLimitFill: "at-stop", restingSee: "close" },
      fills: ["3 00:00 buy 10 X at 104"],
    },
    "that reaches it inside its bar fills at the stop": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, ...buy }) },
      settings: { stopLimitFill: "at-stop" },
      fills: ["3 00:00 buy 10 X at 102"],
    },
  });
});
