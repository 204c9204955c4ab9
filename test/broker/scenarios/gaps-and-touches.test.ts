import { describe } from "vitest";
import { BOUGHT_TEN, holdingTen, scenarios, STILL } from "../../support/scenarios.ts";

const buyLimit95 = { 1: ({ orders }: any) => orders.buy({ quantity: 10, limit: 95 }) };
const sellLimit105 = holdingTen(({ orders }) => orders.sell({ quantity: 10, limit: 105 }));
const buyStop105 = { 1: ({ orders }: any) => orders.buy({ quantity: 10, stop: 105 }) };
const sellStop95 = holdingTen(({ orders }) => orders.sell({ quantity: 10, stop: 95 }));
const start = "100 100 100 100\n";

describe("a limit order beyond which the bar opens", () => {
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
    "fills at the open with limitFill trade-through too": {
      bars: `${start}94 96 93 95`,
      at: buyLimit95,
      settings: { limitFill: "trade-through" },
      fills: ["3 00:00 buy 10 X at 94"],
    },
  });
});

describe("a limit order whose limit the bar touches", () => {
  const touch = { limitFill: "touch" } as const;
  const through = { limitFill: "trade-through" } as const;
  scenarios({
    "to buy, at the low, fills with limitFill touch": {
      bars: `${start}100 101 95 97`,
      at: buyLimit95,
      settings: touch,
      fills: ["3 00:00 buy 10 X at 95"],
    },
    "to buy, at the low, does not fill with limitFill trade-through": {
      bars: `${start}100 101 95 97`,
      at: buyLimit95,
      settings: through,
      fills: [],
      orders: ["buy limit 10: expired session_closed"],
    },
    "to buy, a cent above the low, fills at the limit with limitFill trade-through": {
      bars: `${start}100 101 94.99 97`,
      at: buyLimit95,
      settings: through,
      fills: ["3 00:00 buy 10 X at 95"],
    },
    "to sell, at the high, fills with limitFill touch": {
      bars: `${STILL}100 105 99 104`,
      at: sellLimit105,
      settings: touch,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 105"],
    },
    "to sell, at the high, does not fill with limitFill trade-through": {
      bars: `${STILL}100 105 99 104`,
      at: sellLimit105,
      settings: through,
      fills: [BOUGHT_TEN],
    },
    "equal to open and low fills with limitFill touch": {
      bars: `${start}95 97 95 96`,
      at: buyLimit95,
      settings: touch,
      fills: ["3 00:00 buy 10 X at 95"],
    },
    "equal to open and low does not fill with limitFill trade-through": {
      bars: `${start}95 97 95 96`,
      at: buyLimit95,
      settings: through,
      fills: [],
    },
    "equal to the open, with trade-through, fills after a stop on the other side, which is marked ambiguous": {
      bars: `${STILL}100 105 95 104`,
      at: holdingTen(({ orders }) => orders.oco({ takeProfit: 100, stopLoss: 96 })),
      settings: through,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 96, ambiguous"],
    },
    "equal to the open, with trade-through, is an entry inside the bar, so its target waits": {
      bars: `${start}95 99 94 96`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 95, takeProfit: 98 }) },
      settings: through,
      fills: ["3 00:00 buy 10 X at 95"],
    },
  });
});

describe("a stop order beyond which the bar opens", () => {
  const atStop = { stopGap: "at-stop" } as const;
  scenarios({
    "to sell fills at the open, which is worse than its stop": {
      bars: `${STILL}92 96 91 94`,
      at: sellStop95,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 92"],
    },
    "to sell fills at its stop with stopGap at-stop": {
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
    "to buy fills at its stop with stopGap at-stop": {
      bars: `${start}108 109 104 107`,
      at: buyStop105,
      settings: atStop,
      fills: ["3 00:00 buy 10 X at 105"],
    },
    "when the bar opens before its stop and reaches it inside, fills at the stop": {
      bars: `${STILL}99 101 95 98`,
      at: sellStop95,
      settings: atStop,
      fills: [BOUGHT_TEN, "4 00:00 sell 10 X at 95"],
    },
    "slips from the open, not from the stop": {
      // Slippage of 100 bps is 0.92 on the open of 92, and would be 1 on the entry price of 100.
      bars: `${STILL}92 96 91 94`,
      at: sellStop95,
      settings: { slippage: { model: "bps", bps: 100 } },
      fills: ["2 00:00 buy 10 X at 101, slipped 1", "4 00:00 sell 10 X at 91.08, slipped 0.92"],
    },
  });
});

describe("a stop-limit order to sell at 102 or better, once the price is at 101 or lower", () => {
  const sellBack = { 1: ({ orders }: any) => orders.sell({ quantity: 10, stop: 101, limit: 102 }) };
  scenarios({
    "is triggered at the open and fills when the high touches its limit": {
      bars: `${start}100 102 97 102`,
      at: sellBack,
      settings: { account: "margin" },
      fills: ["3 00:00 sell 10 X at 102"],
    },
    "is triggered at the open and does not fill with limitFill trade-through when the high touches its limit": {
      bars: `${start}100 102 97 102`,
      at: sellBack,
      settings: { account: "margin", limitFill: "trade-through" },
      fills: [],
    },
  });
});

describe("a stop-limit order with stopLimitFill at-stop", () => {
  const buy = { stop: 102, limit: 105 };
  const bars = `${start}100 106 99 104`;
  scenarios({
    "fills at the price of its closing auction": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, ...buy, timeInForce: "cls" }) },
      settings: { stopLimitFill: "at-stop" },
      fills: ["3 00:00 buy 10 X at 104"],
    },
    "with restingSee close fills at the first close that triggers it": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, ...buy }) },
      settings: { stopLimitFill: "at-stop", restingSee: "close" },
      fills: ["3 00:00 buy 10 X at 104"],
    },
    "triggered inside its bar fills at the stop": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, ...buy }) },
      settings: { stopLimitFill: "at-stop" },
      fills: ["3 00:00 buy 10 X at 102"],
    },
  });
});
