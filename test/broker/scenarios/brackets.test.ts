import { describe } from "vitest";
import type { Script } from "../../support/play.ts";
import { scenarios } from "../../support/scenarios.ts";

const start = "100 100 100 100\n";
const market: Script = { 1: ({ orders }) => orders.buy({ quantity: 10, takeProfit: 105, stopLoss: 95 }) };
const limit98: Script = { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 98, takeProfit: 105, stopLoss: 95 }) };
const BOUGHT = "2 00:00 buy 10 X at 100";

describe("intrabar optimistic, in the bar in which an entry fills inside the bar", () => {
  const settings = { intrabar: "optimistic" } as const;
  const stop102: Script = { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 102, takeProfit: 105, stopLoss: 95 }) };
  scenarios({
    "after a stop entry, the target fills, marked ambiguous": {
      bars: `${start}100 106 94 104`,
      at: stop102,
      settings,
      fills: ["3 00:00 buy 10 X at 102", "3 00:00 sell 10 X at 105, ambiguous"],
    },
    "after a limit entry, the target fills, marked ambiguous": {
      bars: `${start}100 106 94 104`,
      at: limit98,
      settings,
      fills: ["3 00:00 buy 10 X at 98", "3 00:00 sell 10 X at 105, ambiguous"],
    },
    "the stop-loss waits for the next bar, since the low may precede an entry above the open": {
      bars: `${start}100 104 94 103\n103 103 95 96`,
      at: stop102,
      settings,
      fills: ["3 00:00 buy 10 X at 102", "4 00:00 sell 10 X at 95"],
    },
    "a close beyond the stop-loss fills it, since the close follows the entry": {
      bars: `${start}100 104 94 94.5`,
      at: stop102,
      settings,
      fills: ["3 00:00 buy 10 X at 102", "3 00:00 sell 10 X at 95, ambiguous"],
    },
    "a stop-loss below a limit entry fills, since the price passes the entry first": {
      bars: `${start}100 104 94 103`,
      at: limit98,
      settings,
      fills: ["3 00:00 buy 10 X at 98", "3 00:00 sell 10 X at 95, ambiguous"],
    },
  });
});

describe("exits of an entry at the open of a bar work during that whole bar", () => {
  scenarios({
    "the target fills in the bar of the entry": {
      bars: `${start}100 106 99 104`,
      at: market,
      fills: [BOUGHT, "3 00:00 sell 10 X at 105"],
      orders: ["buy market 10: filled", "sell limit 10: filled", "sell stop 10: canceled other_leg"],
      events: [
        "2 00:00 order 1 accepted",
        "2 00:00 order 2 accepted",
        "2 00:00 order 3 accepted",
        "2 00:00 order 1 new",
        "2 00:00 order 1 fill",
        "2 00:00 order 2 new",
        "2 00:00 order 3 new",
        "3 00:00 order 2 fill",
        "3 00:00 order 3 canceled, other_leg",
      ],
    },
    "the stop fills in the bar of the entry": {
      bars: `${start}100 104 95 96`,
      at: market,
      fills: [BOUGHT, "3 00:00 sell 10 X at 95"],
    },
    "if the bar reaches both exits, the stop fills, marked ambiguous": {
      bars: `${start}100 106 94 104`,
      at: market,
      fills: [BOUGHT, "3 00:00 sell 10 X at 95, ambiguous"],
    },
    "a limit entry beyond which the bar opens fills at the open, and its target fills in that bar": {
      bars: `${start}97 106 96 104`,
      at: limit98,
      fills: ["3 00:00 buy 10 X at 97", "3 00:00 sell 10 X at 105"],
    },
    "after a limit entry at the open, a bar that reaches both exits fills the stop, marked ambiguous": {
      bars: `${start}97 106 94 104`,
      at: limit98,
      fills: ["3 00:00 buy 10 X at 97", "3 00:00 sell 10 X at 95, ambiguous"],
    },
    "with entryBarExits next-bar, the exits wait for the next bar": {
      bars: `${start}100 106 94 104\n104 104 95 96`,
      at: market,
      settings: { entryBarExits: "next-bar" },
      fills: [BOUGHT, "4 00:00 sell 10 X at 95"],
    },
  });
});

describe("after an entry inside a bar, only the stop may fill in that bar", () => {
  scenarios({
    "the target waits for the next bar, since the high of 106 may precede the entry": {
      bars: `${start}100 106 97 104\n104 105 103 104`,
      at: limit98,
      fills: ["3 00:00 buy 10 X at 98", "4 00:00 sell 10 X at 105"],
    },
    "the stop fills, marked ambiguous": {
      bars: `${start}100 101 94 96`,
      at: limit98,
      fills: ["3 00:00 buy 10 X at 98", "3 00:00 sell 10 X at 95, ambiguous"],
    },
    "the stop of a stop entry fills, although the low of 99 may precede the entry": {
      bars: `${start}100 108 99 104`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 103, takeProfit: 107, stopLoss: 100 }) },
      fills: ["3 00:00 buy 10 X at 103", "3 00:00 sell 10 X at 100, ambiguous"],
    },
    "with entryBarExits next-bar, the stop waits too": {
      bars: `${start}100 101 94 96\n96 97 96 96`,
      at: limit98,
      settings: { entryBarExits: "next-bar" },
      fills: ["3 00:00 buy 10 X at 98"],
    },
  });
});

describe("after an entry at the close of a bar, that bar does not fill the exits", () => {
  scenarios({
    "with fillAt next-close": {
      // The bar's low of 90 precedes the entry at its close of 100.
      bars: `${start}100 101 90 100\n100 101 95 96`,
      at: market,
      settings: { fillAt: "next-close" },
      fills: ["3 00:00 buy 10 X at 100", "4 00:00 sell 10 X at 95"],
    },
    "with fillAt same-close": {
      bars: "100 120 80 100\n100 105 99 104",
      at: market,
      settings: { fillAt: "same-close" },
      fills: ["2 00:00 buy 10 X at 100", "3 00:00 sell 10 X at 105"],
    },
    "with an entry in the closing auction": {
      bars: `${start}100 107 90 100\n100 105 99 104`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "cls", takeProfit: 105, stopLoss: 95 }),
      },
      fills: ["3 00:00 buy 10 X at 100", "4 00:00 sell 10 X at 105"],
    },
  });
});

describe("an entry that does not fill", () => {
  const far = ({ orders }: any) =>
    orders.buy({ quantity: 10, limit: 90, timeInForce: "gtc", takeProfit: 105, stopLoss: 85 });
  scenarios({
    "cancels its exits when it is canceled": {
      bars: `${start}100 101 99 100\n100 101 99 100`,
      at: { 1: far, 2: ({ orders }) => orders.cancel(1) },
      fills: [],
      orders: [
        "buy limit 10: canceled requested",
        "sell limit 10: canceled parent_ended",
        "sell stop 10: canceled parent_ended",
      ],
    },
    "cancels its exits when it expires": {
      bars: `${start}100 101 99 100`,
      at: limit98,
      fills: [],
      orders: [
        "buy limit 10: expired session_closed",
        "sell limit 10: canceled parent_ended",
        "sell stop 10: canceled parent_ended",
      ],
    },
    "has its exits rejected when it is rejected": {
      bars: `${start}100 101 99 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1001, takeProfit: 105, stopLoss: 95 }) },
      fills: [],
      orders: [
        "buy market 1001: rejected insufficient_funds",
        "sell limit 1001: rejected parent_ended",
        "sell stop 1001: rejected parent_ended",
      ],
    },
    "passes its exits to its replacement": {
      bars: `${start}100 101 99 100\n100 101 96 100\n100 105 99 104`,
      at: { 1: far, 2: ({ orders }) => orders.replace(1, { limit: 97 }) },
      fills: ["4 00:00 buy 10 X at 97", "5 00:00 sell 10 X at 105"],
      orders: [
        "buy limit 10: replaced replaced",
        "sell limit 10: filled",
        "sell stop 10: canceled other_leg",
        "buy limit 10: filled",
      ],
    },
  });
});

describe("an entry that fills in part", () => {
  // A tenth of the volume of 50 lets five units fill in a bar.
  const capped = { volumeShare: 0.1 };
  const gtc: Script = {
    1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "gtc", takeProfit: 110, stopLoss: 90 }),
  };
  scenarios({
    "for lack of cash has exits for the quantity bought": {
      // Cash of 1000 pays for ten units at the close of 100, and for eight at the open of 125.
      bars: `${start}125 126 110 120\n120 131 119 130`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, takeProfit: 130, stopLoss: 95 }) },
      settings: { cash: 1000 },
      fills: ["2 00:00 buy 8 X at 125", "4 00:00 sell 8 X at 130"],
      orders: [
        "buy market 10: canceled insufficient_funds, 8 filled",
        "sell limit 8: filled",
        "sell stop 8: canceled other_leg",
      ],
    },
    "over several bars has exits that grow with each fill": {
      bars: "100 100 100 100 50\n100 101 99 100 50\n100 101 99 100 50\n100 111 99 105 200",
      at: gtc,
      settings: capped,
      fills: ["2 00:00 buy 5 X at 100", "3 00:00 buy 5 X at 100", "5 00:00 sell 10 X at 110"],
      orders: ["buy market 10: filled", "sell limit 10: filled", "sell stop 10: canceled other_leg"],
    },
    "is canceled when an exit closes the position, so that no later units lack exits": {
      // The bar that reaches the target has volume for 20 units, but only the five bought units can be sold.
      bars: "100 100 100 100 50\n100 111 99 105 200\n105 106 104 105 200",
      at: gtc,
      settings: capped,
      fills: ["2 00:00 buy 5 X at 100", "3 00:00 sell 5 X at 110"],
      orders: [
        "buy market 10: canceled position_closed, 5 filled",
        "sell limit 5: filled",
        "sell stop 5: canceled other_leg",
      ],
    },
  });
});

describe("a stop-loss", () => {
  scenarios({
    "with a limit is not filled by a gap below it, and fills when the price returns to the limit": {
      bars: `${start}100 101 99 100\n92 93 91 92\n93 95 92 94`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stopLoss: { stop: 95, limit: 94 } }) },
      fills: [BOUGHT, "5 00:00 sell 10 X at 94"],
    },
    "that trails starts at the entry price and follows from the entry's bar on": {
      bars: `${start}101 108 100 107\n107 107 102 103`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stopLoss: { trail: 5 } }) },
      fills: ["2 00:00 buy 10 X at 101", "4 00:00 sell 10 X at 103"],
    },
    "that trails starts at the entry's price before slippage": {
      bars: `${start}101 101 96.5 97\n97 97 95.5 96`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stopLoss: { trail: 5 } }) },
      settings: { slippage: { model: "bps", bps: 100 } },
      fills: ["2 00:00 buy 10 X at 102.01, slipped 1.01", "4 00:00 sell 10 X at 95.04, slipped 0.9600000000000001"],
    },
    "that trails follows the entry's whole bar when a stop entry fills at its open": {
      bars: `${start}101 108 100 104\n104 105 102 103`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 100.5, stopLoss: { trail: 5 } }) },
      // The trailing stop is 5 below the high of 108, not below the close of 104.
      fills: ["3 00:00 buy 10 X at 101", "4 00:00 sell 10 X at 103"],
    },
    "that trails follows only the close of a bar inside which the entry filled": {
      bars: `${start}100 108 99 104\n104 105 98 103`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 101, stopLoss: { trail: 5 } }) },
      // In the bar of the entry the stop at 101 − 5 = 96 is not reached. In the next bar it is 5 below the close of
      // 104.
      fills: ["3 00:00 buy 10 X at 101", "4 00:00 sell 10 X at 99"],
    },
    "that trails closes follows the close of a bar inside which the entry filled": {
      bars: `${start}100 108 99 106\n106 107 100 103`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 101, stopLoss: { trail: 5 } }) },
      settings: { trailFollows: "closes" },
      // The stop is 5 below 106, not below the entry at 101.
      fills: ["3 00:00 buy 10 X at 101", "4 00:00 sell 10 X at 101"],
    },
    "with a limit, triggered in the bar of its entry, fills at the next open beyond its limit": {
      bars: `${start}94 97 94 97\n97 98 96.5 97`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 95, stopLoss: { stop: 96, limit: 95.5 } }) },
      fills: ["3 00:00 buy 10 X at 95", "4 00:00 sell 10 X at 97"],
    },
    "works without a target": {
      bars: `${start}100 101 94 96`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stopLoss: 95 }) },
      fills: [BOUGHT, "3 00:00 sell 10 X at 95"],
      orders: ["buy market 10: filled", "sell stop 10: filled"],
    },
    "is good till canceled": {
      bars: `${start}100 101 99 100\n100 101 99 100\n100 101 99 100\n100 101 94 95`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stopLoss: 95 }) },
      fills: [BOUGHT, "6 00:00 sell 10 X at 95"],
    },
  });
});
