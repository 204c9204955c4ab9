import { describe, expect, test } from "vitest";
import { barsFrom } from "../support/market.ts";
import { play } from "../support/play.ts";

// The script's key 1 is the close of the bar of 1 January, at "2 00:00".
const bars = barsFrom(`
  100 103 99  101
  102 106 101 105
  104 108 103 107
  110 111 108 109
`);

describe("a market order", () => {
  test("submitted at a close fills at the next open", () => {
    const { fills, orders, events } = play(bars, { 1: ({ orders }) => orders.buy({ quantity: 10 }) });
    expect(fills).toEqual(["2 00:00 buy 10 X at 102"]);
    expect(orders).toEqual(["buy market 10: filled"]);
    // The order is submitted when the bar of 1 January closes and works from the open of 2 January, at the same moment.
    expect(events).toEqual(["2 00:00 order 1 accepted", "2 00:00 order 1 new", "2 00:00 order 1 fill"]);
  });

  test("to sell fills at the next open", () => {
    const { fills } = play(bars, {
      1: ({ orders }) => orders.buy({ quantity: 10 }),
      2: ({ orders }) => orders.sell({ quantity: 4 }),
    });
    expect(fills).toEqual(["2 00:00 buy 10 X at 102", "3 00:00 sell 4 X at 104"]);
  });

  test("waits over days without a bar, even with time in force day", () => {
    const gap = barsFrom(`
      100 103 99  101
      -
      -
      98  99  97  98
    `);
    for (const timeInForce of ["day", "gtc"] as const) {
      const { fills, events } = play(gap, { 1: ({ orders }) => orders.buy({ quantity: 10, timeInForce }) });
      expect(fills).toEqual(["4 00:00 buy 10 X at 98"]);
      expect(events).toEqual(["2 00:00 order 1 accepted", "4 00:00 order 1 new", "4 00:00 order 1 fill"]);
    }
  });

  test("submitted at the last close of a run never fills and keeps the status accepted", () => {
    const { fills, orders } = play(bars, { 4: ({ orders }) => orders.buy({ quantity: 10 }) });
    expect(fills).toEqual([]);
    expect(orders).toEqual(["buy market 10: accepted"]);
  });
});

describe("cash and position at the fill", () => {
  test("a buy that has become too expensive is cut to what cash buys, and the rest is canceled", () => {
    // Cash of 1010 covers ten units at 101, the close, but only nine at 110, the next open.
    const jump = barsFrom("100 101 99 101\n110 111 109 110");
    const { fills, orders, events, result } = play(
      jump,
      { 1: ({ orders }) => orders.buy({ quantity: 10 }) },
      { cash: 1010 },
    );
    expect(fills).toEqual(["2 00:00 buy 9 X at 110"]);
    expect(orders).toEqual(["buy market 10: canceled insufficient_funds, 9 filled"]);
    expect(events.slice(2)).toEqual(["2 00:00 order 1 partial_fill", "2 00:00 order 1 canceled, insufficient_funds"]);
    expect(result.counts).toMatchObject({ orders: 1, fills: 1, canceled: 1, insufficientFunds: 1 });
    expect(result.equity.cash.at(-1)).toBe(20);
    expect(result.warnings).toContain("1 order reduced at the fill to what cash could buy.");
  });

  test("a buy for which cash does not cover a lot is canceled", () => {
    const jump = barsFrom("100 101 99 100\n1200 1200 1200 1200");
    const { fills, orders, result } = play(jump, { 1: ({ orders }) => orders.buy({ quantity: 1 }) }, { cash: 1000 });
    expect(fills).toEqual([]);
    expect(orders).toEqual(["buy market 1: canceled insufficient_funds"]);
    expect(result.warnings).toContain("1 order canceled for lack of cash.");
    expect(result.warnings.filter((text) => text.includes("cut to"))).toEqual([]);
  });

  test("a reduced buy leaves enough cash for its commission", () => {
    // Nine units cost 990 and 9.90 of commission. A tenth would cost more than cash of 1010.
    const jump = barsFrom("100 100 100 100\n110 110 110 110");
    const { fills, result } = play(
      jump,
      { 1: ({ orders }) => orders.buy({ quantity: 10 }) },
      { cash: 1010, commission: { model: "percent", rate: 0.01 } },
    );
    expect(fills).toEqual(["2 00:00 buy 9 X at 110, commission 9.9"]);
    expect(result.equity.cash.at(-1)).toBe(10.1);
  });

  test("the second of two sells of the whole position is canceled", () => {
    const { fills, orders } = play(bars, {
      1: ({ orders }) => orders.buy({ quantity: 10 }),
      2: ({ orders }) => {
        orders.sell({ quantity: 10 });
        orders.sell({ quantity: 10 });
      },
    });
    expect(fills).toEqual(["2 00:00 buy 10 X at 102", "3 00:00 sell 10 X at 104"]);
    expect(orders.slice(1)).toEqual(["sell market 10: filled", "sell market 10: canceled insufficient_position"]);
  });

  test("a sell is cut to the remaining position, and the rest is canceled", () => {
    const { fills, orders } = play(bars, {
      1: ({ orders }) => orders.buy({ quantity: 10 }),
      2: ({ orders }) => {
        orders.sell({ quantity: 7 });
        orders.sell({ quantity: 8 });
      },
    });
    expect(fills.slice(1)).toEqual(["3 00:00 sell 7 X at 104", "3 00:00 sell 3 X at 104"]);
    expect(orders[2]).toBe("sell market 8: canceled insufficient_position, 3 filled");
  });
});
