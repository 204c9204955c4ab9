import { describe, expect, test } from "vitest";
import { barsFrom } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";

/** Buys ten units at 100 at the open of 2 January, and submits a protective order at the close of that day. */
const holdTen = (protect: Script[string]): Script => ({
  1: ({ orders }) => orders.buy({ quantity: 10 }),
  2: protect,
});
const held = "100 100 100 100\n100 100 100 100\n";

describe("a stop order", () => {
  test("to sell fills at its stop price when a bar falls to that price", () => {
    const { fills, orders, events } = play(
      barsFrom(`${held}99 101 95 98`),
      holdTen(({ orders }) => orders.sell({ quantity: 10, stop: 95 })),
    );
    expect(fills.slice(1)).toEqual(["4 00:00 sell 10 X at 95"]);
    expect(orders.slice(1)).toEqual(["sell stop 10: filled"]);
    expect(events.slice(-2)).toEqual(["4 00:00 order 2 triggered", "4 00:00 order 2 fill"]);
  });

  test("to sell fills at the open when a bar gaps below its stop price, which is a worse price", () => {
    const { fills } = play(
      barsFrom(`${held}91 101 90 98`),
      holdTen(({ orders }) => orders.sell({ quantity: 10, stop: 95 })),
    );
    expect(fills.slice(1)).toEqual(["4 00:00 sell 10 X at 91"]);
  });

  test("stays open while no bar reaches its stop price", () => {
    const { fills, orders } = play(
      barsFrom(`${held}99 101 95.01 98`),
      holdTen(({ orders }) => orders.sell({ quantity: 10, stop: 95, timeInForce: "gtc" })),
    );
    expect(fills).toHaveLength(1);
    expect(orders[1]).toBe("sell stop 10: new");
  });

  test("to buy fills at its stop price when a bar rises to it, and at the open when a bar gaps above it", () => {
    const reached = play(barsFrom("100 100 100 100\n101 105 99 102"), {
      1: ({ orders }) => orders.buy({ quantity: 10, stop: 105 }),
    });
    expect(reached.fills).toEqual(["3 00:00 buy 10 X at 105"]);
    const gapped = play(barsFrom("100 100 100 100\n107 108 99 102"), {
      1: ({ orders }) => orders.buy({ quantity: 10, stop: 105 }),
    });
    expect(gapped.fills).toEqual(["3 00:00 buy 10 X at 107"]);
  });

  test("slips from its stop price, or from the open after a gap", () => {
    // Slippage of 1 % is 0.95 on the stop of 95 and 0.90 on the open of 90.
    const slippage = { model: "bps", bps: 100 };
    const protect = holdTen(({ orders }) => orders.sell({ quantity: 10, stop: 95 }));
    expect(play(barsFrom(`${held}99 101 95 98`), protect, { slippage }).fills).toEqual([
      "2 00:00 buy 10 X at 101, slipped 1",
      "4 00:00 sell 10 X at 94.05, slipped 0.9500000000000001",
    ]);
    expect(play(barsFrom(`${held}90 101 90 98`), protect, { slippage }).fills[1]).toBe(
      "4 00:00 sell 10 X at 89.1, slipped 0.9",
    );
  });
});

describe("a stop-limit order to buy", () => {
  const order: Script = { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 105, limit: 106, timeInForce: "gtc" }) };

  test("fills at its stop price when a bar reaches it and the limit allows that price", () => {
    const { fills, events } = play(barsFrom("100 100 100 100\n101 108 99 102"), order);
    expect(fills).toEqual(["3 00:00 buy 10 X at 105"]);
    expect(events.slice(-2)).toEqual(["3 00:00 order 1 triggered", "3 00:00 order 1 fill"]);
  });

  test("fills at the open when a bar gaps over the stop price but not over the limit", () => {
    const { fills } = play(barsFrom("100 100 100 100\n105.5 108 99 102"), order);
    expect(fills).toEqual(["3 00:00 buy 10 X at 105.5"]);
  });

  test("fills at its limit when a bar gaps beyond the limit and returns to it", () => {
    const { fills } = play(barsFrom("100 100 100 100\n109 110 106 108"), order);
    expect(fills).toEqual(["3 00:00 buy 10 X at 106"]);
  });

  test("stays triggered while the price is beyond its limit, and fills as a limit order in a later bar", () => {
    const { fills, orders, events } = play(
      barsFrom("100 100 100 100\n109 110 107 108\n108 109 107 108\n107 108 104 105"),
      order,
    );
    expect(fills).toEqual(["5 00:00 buy 10 X at 106"]);
    expect(orders).toEqual(["buy stop_limit 10: filled"]);
    expect(events.slice(2)).toEqual(["3 00:00 order 1 triggered", "5 00:00 order 1 fill"]);
  });

  test("that is triggered fills at a better open, however far from its stop price", () => {
    const { fills } = play(barsFrom("100 100 100 100\n109 110 107 108\n90 91 89 90"), order);
    expect(fills).toEqual(["4 00:00 buy 10 X at 90"]);
  });

  test("whose limit is below its stop price fills only if the close proves that the price returned", () => {
    const below: Script = {
      1: ({ orders }) => orders.buy({ quantity: 10, stop: 105, limit: 103, timeInForce: "gtc" }),
    };
    // The low of 99 may come before the trigger; the close of 102 comes after it.
    expect(play(barsFrom("100 100 100 100\n101 106 99 102"), below).fills).toEqual(["3 00:00 buy 10 X at 103"]);
    const unproved = play(barsFrom("100 100 100 100\n101 106 99 104"), below);
    expect(unproved.fills).toEqual([]);
    expect(unproved.events.at(-1)).toBe("3 00:00 order 1 triggered");
  });

  test("never slips", () => {
    const { fills } = play(barsFrom("100 100 100 100\n101 108 99 102"), order, {
      slippage: { model: "bps", bps: 100 },
    });
    expect(fills).toEqual(["3 00:00 buy 10 X at 105"]);
  });
});

describe("a stop-limit order to sell", () => {
  const order = holdTen(({ orders }) => orders.sell({ quantity: 10, stop: 95, limit: 94, timeInForce: "gtc" }));

  test.each([
    ["at its stop", "99 101 93 98", ["4 00:00 sell 10 X at 95"]],
    ["at the open of a gap within the limit", "94.5 101 93 98", ["4 00:00 sell 10 X at 94.5"]],
    ["at the limit when a bar gaps beyond it and returns", "92 94 91 93", ["4 00:00 sell 10 X at 94"]],
    ["not at all when a bar gaps beyond its limit and stays there", "92 93 91 93", []],
  ])("that is triggered by one bar fills %s", (_, bar, expected) => {
    expect(play(barsFrom(held + bar), order).fills.slice(1)).toEqual(expected);
  });
});
