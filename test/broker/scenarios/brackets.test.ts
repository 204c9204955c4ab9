import { describe } from "vitest";
import type { Script } from "../../support/play.ts";
import { scenarios } from "../../support/scenarios.ts";

const start = "100 100 100 100\n";
const market: Script = { 1: ({ orders }) => orders.buy({ quantity: 10, takeProfit: 105, stopLoss: 95 }) };
const limit98: Script = { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 98, takeProfit: 105, stopLoss: 95 }) };
const BOUGHT = "2 00:00 buy 10 X at 100";

describe("the way that helps, in the bar of an entry inside it", () => {
  const settings = { intrabar: "optimistic" } as const;
  const stop102: Script = { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 102, takeProfit: 105, stopLoss: 95 }) };
  scenarios({
    "the bar may have gone to the target after the entry, by a stop or by a limit: it fills, ambiguous": {
      bars: `${start}100 106 94 104`,
      at: stop102,
      settings,
      fills: ["3 00:00 buy 10 X at 102", "3 00:00 sell 10 X at 105, ambiguous"],
    },
    "a limit, the same": {
      bars: `${start}100 106 94 104`,
      at: limit98,
      settings,
      fills: ["3 00:00 buy 10 X at 98", "3 00:00 sell 10 X at 105, ambiguous"],
    },
    "the low may have been before an entry above the open: its stop waits for the next bar": {
      bars: `${start}100 104 94 103\n103 103 95 96`,
      at: stop102,
      settings,
      fills: ["3 00:00 buy 10 X at 102", "4 00:00 sell 10 X at 95"],
    },
    "a close beyond the stop was after the entry": {
      bars: `${start}100 104 94 94.5`,
      at: stop102,
      settings,
      fills: ["3 00:00 buy 10 X at 102", "3 00:00 sell 10 X at 95, ambiguous"],
    },
    "to a stop below an entry below the open the price came by the entry": {
      bars: `${start}100 104 94 103`,
      at: limit98,
      settings,
      fills: ["3 00:00 buy 10 X at 98", "3 00:00 sell 10 X at 95, ambiguous"],
    },
  });
});

describe("an entry at the open of a bar: its exits live for the whole bar", () => {
  scenarios({
    "the target is reached in the bar of the entry": {
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
    "the stop is reached in the bar of the entry": {
      bars: `${start}100 104 95 96`,
      at: market,
      fills: [BOUGHT, "3 00:00 sell 10 X at 95"],
    },
    "both are reached: the stop, ambiguous": {
      bars: `${start}100 106 94 104`,
      at: market,
      fills: [BOUGHT, "3 00:00 sell 10 X at 95, ambiguous"],
    },
    "a limit beyond which the bar opens: bought at the open, and the whole bar is for the exits": {
      bars: `${start}97 106 96 104`,
      at: limit98,
      fills: ["3 00:00 buy 10 X at 97", "3 00:00 sell 10 X at 105"],
    },
    "a limit beyond which the bar opens, both exits reached: the stop, ambiguous": {
      bars: `${start}97 106 94 104`,
      at: limit98,
      fills: ["3 00:00 buy 10 X at 97", "3 00:00 sell 10 X at 95, ambiguous"],
    },
    "by the convention next-bar the exits wait": {
      bars: `${start}100 106 94 104\n104 104 95 96`,
      at: market,
      settings: { entryBarExits: "next-bar" },
      fills: [BOUGHT, "4 00:00 sell 10 X at 95"],
    },
  });
});

describe("an entry inside a bar: only the stop may fill in that bar", () => {
  scenarios({
    "the target has to wait: the high of 106 may have been before the entry": {
      bars: `${start}100 106 97 104\n104 105 103 104`,
      at: limit98,
      fills: ["3 00:00 buy 10 X at 98", "4 00:00 sell 10 X at 105"],
    },
    "the stop fills, marked ambiguous": {
      bars: `${start}100 101 94 96`,
      at: limit98,
      fills: ["3 00:00 buy 10 X at 98", "3 00:00 sell 10 X at 95, ambiguous"],
    },
    "entered by a stop: the low of 99 may have been before it, and the stop is taken all the same": {
      bars: `${start}100 108 99 104`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 103, takeProfit: 107, stopLoss: 100 }) },
      fills: ["3 00:00 buy 10 X at 103", "3 00:00 sell 10 X at 100, ambiguous"],
    },
    "by the convention next-bar the stop waits too": {
      bars: `${start}100 101 94 96\n96 97 96 96`,
      at: limit98,
      settings: { entryBarExits: "next-bar" },
      fills: ["3 00:00 buy 10 X at 98"],
    },
  });
});

describe("an entry at the close of a bar: nothing of that bar is for its exits", () => {
  scenarios({
    "by the convention next-close": {
      // The low of 90 was before the entry at 100.
      bars: `${start}100 101 90 100\n100 101 95 96`,
      at: market,
      settings: { fillAt: "next-close" },
      fills: ["3 00:00 buy 10 X at 100", "4 00:00 sell 10 X at 95"],
    },
    "by the convention same-close": {
      bars: "100 120 80 100\n100 105 99 104",
      at: market,
      settings: { fillAt: "same-close" },
      fills: ["2 00:00 buy 10 X at 100", "3 00:00 sell 10 X at 105"],
    },
    "in the closing auction": {
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
    "canceled takes its exits along": {
      bars: `${start}100 101 99 100\n100 101 99 100`,
      at: { 1: far, 2: ({ orders }) => orders.cancel(1) },
      fills: [],
      orders: [
        "buy limit 10: canceled requested",
        "sell limit 10: canceled parent_ended",
        "sell stop 10: canceled parent_ended",
      ],
    },
    "expired takes its exits along": {
      bars: `${start}100 101 99 100`,
      at: limit98,
      fills: [],
      orders: [
        "buy limit 10: expired session_closed",
        "sell limit 10: canceled parent_ended",
        "sell stop 10: canceled parent_ended",
      ],
    },
    "refused has its exits refused": {
      bars: `${start}100 101 99 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1001, takeProfit: 105, stopLoss: 95 }) },
      fills: [],
      orders: [
        "buy market 1001: rejected insufficient_funds",
        "sell limit 1001: rejected parent_ended",
        "sell stop 1001: rejected parent_ended",
      ],
    },
    "replaced hands its exits on": {
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
  // Five units a bar: a tenth of 50.
  const capped = { volumeShare: 0.1 };
  const gtc: Script = {
    1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "gtc", takeProfit: 110, stopLoss: 90 }),
  };
  scenarios({
    "for want of cash has exits for what was bought": {
      // 1000 pays for ten at 100, and for eight at the open of 125.
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
    "bar by bar has exits that grow with it": {
      bars: "100 100 100 100 50\n100 101 99 100 50\n100 101 99 100 50\n100 111 99 105 200",
      at: gtc,
      settings: capped,
      fills: ["2 00:00 buy 5 X at 100", "3 00:00 buy 5 X at 100", "5 00:00 sell 10 X at 110"],
      orders: ["buy market 10: filled", "sell limit 10: filled", "sell stop 10: canceled other_leg"],
    },
    "ends when its exit is done: what it bought later would be without one": {
      // Of 200 in the bar of the entry a tenth may fill: 5 at the open, and 5 at the target.
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

describe("the exit that cuts the loss", () => {
  scenarios({
    "with a limit may be left behind by a gap, and fills when the price is back": {
      bars: `${start}100 101 99 100\n92 93 91 92\n93 95 92 94`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stopLoss: { stop: 95, limit: 94 } }) },
      fills: [BOUGHT, "5 00:00 sell 10 X at 94"],
    },
    "as a trailing stop begins at the price of the entry and follows from the entry's bar on": {
      bars: `${start}101 108 100 107\n107 107 102 103`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stopLoss: { trail: 5 } }) },
      // 101 − 5 = 96 is not reached; 108 − 5 = 103 is.
      fills: ["2 00:00 buy 10 X at 101", "4 00:00 sell 10 X at 103"],
    },
    "as a trailing stop begins at the price at which the entry met the market, before it slipped": {
      bars: `${start}101 101 96.5 97\n97 97 95.5 96`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stopLoss: { trail: 5 } }) },
      settings: { slippage: { model: "bps", bps: 100 } },
      // 102.01 − 5 = 97.01 is in the bar of the entry; 101 − 5 = 96 is in the next, and slips by 0.96.
      fills: ["2 00:00 buy 10 X at 102.01, slipped 1.01", "4 00:00 sell 10 X at 95.04, slipped 0.9600000000000001"],
    },
    "as a trailing stop follows all of the entry's bar also where a limit or a stop entered at its open": {
      bars: `${start}101 108 100 104\n104 105 102 103`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 100.5, stopLoss: { trail: 5 } }) },
      // As above, from the high of the bar: 108 − 5, and not from its close: 104 − 5.
      fills: ["3 00:00 buy 10 X at 101", "4 00:00 sell 10 X at 103"],
    },
    "as a trailing stop follows the close alone of a bar inside which the entry was": {
      bars: `${start}100 108 99 104\n104 105 98 103`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 101, stopLoss: { trail: 5 } }) },
      // 101 − 5 = 96 is not reached in its bar; 104 − 5 = 99 is in the next, at which 108 − 5 = 103 would have been too.
      fills: ["3 00:00 buy 10 X at 101", "4 00:00 sell 10 X at 99"],
    },
    "as a trailing stop that follows closes follows that of a bar inside which the entry was too": {
      bars: `${start}100 108 99 106\n106 107 100 103`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 101, stopLoss: { trail: 5 } }) },
      settings: { trailFollows: "closes" },
      // 106 − 5, and not 101 − 5.
      fills: ["3 00:00 buy 10 X at 101", "4 00:00 sell 10 X at 101"],
    },
    "with a limit, reached with an entry below its stop, is a limit in the next bar, which opens beyond it": {
      bars: `${start}94 97 94 97\n97 98 96.5 97`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 95, stopLoss: { stop: 96, limit: 95.5 } }) },
      fills: ["3 00:00 buy 10 X at 95", "4 00:00 sell 10 X at 97"],
    },
    "alone makes an order that triggers another": {
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
