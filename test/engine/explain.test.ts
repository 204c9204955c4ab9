import * as fc from "fast-check";
import { backtest, Bars, defineStrategy, marketOf } from "hindcast";
import { describe, expect, test } from "vitest";
import { smaCross } from "../../strategies/sma-cross.ts";
import { barsFrom, FIRST_DAY, flatBars } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";
import { runs } from "../support/runs.ts";
import { randomBars } from "../support/series.ts";
import { property } from "../support/property.ts";

const DAY = 86_400_000;
const BARS = barsFrom(`
  100 100 100 100
  102 110 95  105 2000
  108 115 101 112
  111 111 111 111
`);

/** Explanation of the first order of a script. */
function explained(script: Script, settings = {}) {
  return play(BARS, script, { cash: 5000, ...settings }).result.explain(1);
}

describe("the explanation of a fill", () => {
  test("at an open contains the bar, the base price, the slippage and the cash", () => {
    const { order, events, fills } = explained(
      { 1: ({ orders }) => void orders.buy({ quantity: 10 }) },
      {
        commission: { model: "per-order", amount: 3 },
        slippage: { model: "bps", bps: 50 },
      },
    );
    expect(order).toMatchObject({ id: 1, type: "market", side: "buy", status: "filled" });
    expect(events.map(({ event }) => event)).toEqual(["accepted", "new", "fill"]);
    expect(fills).toHaveLength(1);
    expect(fills[0]).toMatchObject({
      bar: { time: FIRST_DAY + DAY, open: 102, high: 110, low: 95, close: 105, volume: 2000 },
      at: "open",
      basePrice: 102,
      slippage: 0.51,
      // Cash of 5,000 pays for ten units at 102.51 and 3 of commission.
      cashBefore: 5000,
      cashAfter: 3971.9,
    });
    expect(fills[0]!.rule).toMatch(/first price/);
  });

  test("at an open includes rounding to a tick in the slippage", () => {
    const { result } = play(
      BARS,
      { 1: ({ orders }) => void orders.buy({ quantity: 10 }) },
      { slippage: { model: "bps", bps: 1 } },
      { tick: 0.25 },
    );
    expect(result.fills[0]).toMatchObject({ price: 102.25, slippage: 0.25 });
    expect(result.summary["slippage-paid"]).toBe(2.5);
    expect(result.explain(1).fills[0]).toMatchObject({ at: "open", basePrice: 102, bar: { open: 102 } });
  });

  test("at an open but booked at the bar's close contains that bar, even if the next bar opens at the same price", () => {
    const { result } = play(
      barsFrom("100 100 100 100\n102 110 95 105\n102 102 102 102"),
      { 1: ({ orders }) => void orders.buy({ quantity: 10 }) },
      { bookAt: "bar-close" },
    );
    expect(result.explain(1).fills[0]).toMatchObject({
      bar: { time: FIRST_DAY + DAY, high: 110, close: 105 },
      at: "bar",
      basePrice: 102,
    });
  });

  test("with same-close contains the close, and the next open for the quantity that volume left unfilled", () => {
    const { fills } = explained(
      { 2: ({ orders }) => void orders.buy({ quantity: 300, timeInForce: "gtc" }) },
      { fillAt: "same-close", volumeShare: 0.1, cash: 100_000 },
    );
    expect(fills.map(({ at, bar, basePrice }) => [at, bar.open, basePrice])).toEqual([
      ["close", 102, 105],
      ["open", 108, 108],
    ]);
  });

  test("at the end of a run contains the symbol's last bar, even if that bar ended earlier", () => {
    const long = flatBars([50, 50, 50, 50, 50, 50]);
    const strategy = defineStrategy({
      name: "first",
      onBar: ({ symbol, bar, orders }) => {
        if (symbol === "A" && bar.index === 0) orders.buy({ quantity: 10 });
      },
    });
    const result = backtest(strategy, marketOf({ A: BARS, B: long }), { atEnd: "finalize" });
    expect(result.explain(2).fills[0]).toMatchObject({ at: "close", bar: { open: 111, close: 111 }, basePrice: 111 });
  });

  test("in the closing auction contains the session's last bar, even if a later bar starts at that time", () => {
    const hours = (prices: number[]) => Float64Array.from(prices);
    const prices = hours([100, 101, 200]);
    const bars = new Bars("1h", {
      time: hours([21, 22, 24].map((hour) => FIRST_DAY + (hour * DAY) / 24)),
      open: prices,
      high: prices,
      low: prices,
      close: prices,
      volume: hours([0, 0, 0]),
    });
    const strategy = defineStrategy({
      name: "auction",
      onBar({ bar, orders }) {
        if (bar.index === 0) orders.buy({ quantity: 1, timeInForce: "cls" });
      },
    });
    const [fill] = backtest(strategy, marketOf({ X: bars })).explain(1).fills;
    expect(fill).toMatchObject({ at: "close", basePrice: 101, bar: { time: bars.time[1], close: 101 } });
    expect(fill!.fill.time).toBe(bars.time[2]);
  });

  test("at a session's end inside a bar contains the open of that bar, the last known price", () => {
    const prices = Float64Array.of(100, 101, 102);
    const time = Float64Array.of(20.5, 21.5, 23.5).map((hour) => FIRST_DAY + (hour * DAY) / 24);
    const bars = new Bars("1h", {
      time,
      open: prices,
      high: prices.map((price) => price + 5),
      low: prices,
      close: prices.map((price) => price + 3),
      volume: prices,
    });
    const strategy = defineStrategy({
      name: "auction",
      onBar({ bar, orders }) {
        if (bar.index === 0) orders.buy({ quantity: 1, timeInForce: "cls" });
      },
    });
    // Without a calendar the session ends at midnight UTC, half way through the last bar.
    const [fill] = backtest(strategy, marketOf({ X: bars })).explain(1).fills;
    expect(fill).toMatchObject({ at: "open", basePrice: 102, bar: { time: time[2], open: 102 } });
    expect(fill!.fill.time).toBe(FIRST_DAY + DAY);
  });

  test("with same-close but booked at the next bar's close contains the bar at whose close the order was submitted", () => {
    const script: Script = { 1: ({ orders }) => void orders.buy({ quantity: 10 }) };
    const { fills } = explained(script, { fillAt: "same-close", bookAt: "bar-close" });
    expect(fills[0]).toMatchObject({ at: "close", basePrice: 100, bar: { time: FIRST_DAY, close: 100 } });
    expect(fills[0]!.fill.time).toBe(FIRST_DAY + 2 * DAY);
    expect(fills[0]!.rule).toBe("Market: it fills at the close at which it was submitted.");
  });

  test("of a fok order contains the bar that opens, although other orders are booked at closes", () => {
    const script: Script = { 1: ({ orders }) => void orders.buy({ quantity: 10, timeInForce: "fok" }) };
    const { fills } = explained(script, { bookAt: "bar-close" });
    expect(fills[0]).toMatchObject({ at: "open", basePrice: 102, bar: { open: 102 } });
  });

  test("by the setting finalize-at-open contains the open of the last bar", () => {
    const strategy = defineStrategy({
      name: "first",
      onBar: ({ bar, orders }) => {
        if (bar.index === 0) orders.buy({ quantity: 10 });
      },
    });
    const bars = barsFrom("100 100 100 100\n102 110 95 105\n104 120 90 104");
    const ended = backtest(strategy, marketOf({ A: bars }), { atEnd: "finalize-at-open" });
    expect(ended.explain(2).fills[0]).toMatchObject({ at: "open", basePrice: 104, bar: { open: 104 } });
    expect(ended.explain(2).fills[0]!.rule).toBe(
      "Market: the run ends, and the position closes at the open of the symbol's last bar.",
    );
  });

  test("by the setting finalize contains the last close, although same-close fills are booked one bar later", () => {
    const strategy = defineStrategy({
      name: "first",
      onBar: ({ bar, orders }) => {
        if (bar.index === 0) orders.buy({ quantity: 10 });
      },
    });
    const settings = { atEnd: "finalize", fillAt: "same-close", bookAt: "bar-close" } as const;
    const ended = backtest(strategy, marketOf({ A: BARS }), settings);
    expect(ended.explain(2).fills[0]).toMatchObject({ at: "close", basePrice: 111, bar: { open: 111, close: 111 } });
  });

  test("inside a bar contains the order's own price", () => {
    const { fills } = explained({ 1: ({ orders }) => void orders.buy({ quantity: 10, limit: 96 }) });
    expect(fills[0]).toMatchObject({ at: "bar", basePrice: 96, slippage: 0, cashBefore: 5000, cashAfter: 4040 });
  });

  test("contains cash in booked amounts, without binary noise", () => {
    // Cash is 1,000 less 7 × 102.1. In binary 1000 - 714.7 is 285.29999999999995.
    const { fills } = explained(
      { 1: ({ orders }) => void orders.buy({ quantity: 7 }) },
      { cash: 1000, slippage: { model: "amount", amount: 0.1 } },
    );
    expect(fills[0]).toMatchObject({ cashBefore: 1000, cashAfter: 285.3 });
  });

  test("with next-close contains the close of the next bar", () => {
    const { fills } = explained({ 1: ({ orders }) => void orders.buy({ quantity: 10 }) }, { fillAt: "next-close" });
    expect(fills[0]).toMatchObject({ at: "close", basePrice: 105, bar: { open: 102, close: 105 } });
    expect(fills[0]!.rule).toBe("Market: it fills at the first close after it became eligible.");
  });

  test("with restingSee close contains the close of the bar", () => {
    const limit: Script = { 1: ({ orders }) => void orders.buy({ quantity: 10, limit: 107 }) };
    const { fills } = explained(limit, { fillAt: "next-close", restingSee: "close" });
    expect(fills[0]).toMatchObject({ at: "close", basePrice: 105, bar: { open: 102, close: 105 } });
    expect(fills[0]!.rule).toBe("Limit: it fills at the first close that reaches its price.");
  });
});

describe("the explanation of a fill at the moment when one bar closes and the next opens", () => {
  test.each([
    [
      "an order in the opening auction",
      { limit: 109, timeInForce: "opg" },
      { at: "open", basePrice: 108, bar: { open: 108 } },
    ],
    ["an ioc order", { limit: 109, timeInForce: "ioc" }, { at: "open", basePrice: 108, bar: { open: 108 } }],
    ["an order in the closing auction", { timeInForce: "cls" }, { at: "close", basePrice: 112, bar: { open: 108 } }],
    ["a resting limit order", { limit: 103 }, { at: "bar", basePrice: 103, bar: { open: 108 } }],
    ["a market order", {}, { at: "open", basePrice: 108, bar: { open: 108 } }],
  ] as const)("contains the bar that filled %s", (_, options, expected) => {
    const { fills } = explained({ 2: ({ orders }) => void orders.buy({ quantity: 10, ...options }) });
    expect(fills[0]).toMatchObject(expected);
  });

  test("with next-close contains the closed bar, even if the next bar opens at the same price", () => {
    const { result } = play(
      flatBars([100, 100, 100]),
      { 1: ({ orders }) => void orders.buy({ quantity: 1 }) },
      { fillAt: "next-close" },
    );
    expect(result.explain(1).fills[0]).toMatchObject({ at: "close", bar: { time: FIRST_DAY + DAY } });
  });

  test("with same-close contains the closed bar, even if the next bar opens at the same price", () => {
    const { fills } = explained({ 3: ({ orders }) => void orders.buy({ quantity: 10 }) }, { fillAt: "same-close" });
    expect(fills[0]).toMatchObject({ at: "close", basePrice: 112, bar: { open: 108 } });
    const flat = play(
      flatBars([100, 100, 100]),
      { 1: ({ orders }) => void orders.buy({ quantity: 1 }) },
      {
        fillAt: "same-close",
      },
    );
    expect(flat.result.explain(1).fills[0]).toMatchObject({ at: "close", bar: { time: FIRST_DAY } });
  });
});

test("the explanation of a rejected order has the reason and no fill", () => {
  const { order, events, fills } = explained({ 1: ({ orders }) => void orders.buy({ quantity: 1000 }) });
  expect(order).toMatchObject({ status: "rejected", reason: "insufficient_funds" });
  // The order of a thousand units costs 100,000 at the last price of 100, but cash is 5,000.
  const numbers = { required: 100_000, available: 5000 };
  expect(events).toMatchObject([{ event: "rejected", reason: "insufficient_funds", ...numbers }]);
  expect(fills).toEqual([]);
});

test.each([0, 2, 1.5, -1])("explaining the order %s, which does not exist, throws", (id) => {
  const { result } = play(BARS, { 1: ({ orders }) => void orders.buy({ quantity: 1 }) });
  expect(() => result.explain(id)).toThrow(`order id must be from 1 to 1, was ${id}`);
});

property([fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 30, max: 120 })], runs(20))(
  "the explained cash after each fill is the cash before the next fill, and after the last fill the final cash",
  (seed, length) => {
    const time = Float64Array.from({ length }, (_, day) => FIRST_DAY + day * DAY);
    const bars = new Bars("1d", { time, ...randomBars(length, seed) });
    const settings = { commission: { model: "percent", rate: 0.002 } };
    const result = backtest(smaCross, marketOf({ X: bars }), { params: { fast: 2, slow: 5 }, ...settings });
    const all = result.fills.map(({ orderId, id }) =>
      result.explain(orderId).fills.find(({ fill }) => fill.id === id)!,
    );
    let cash = 100_000;
    for (const { cashBefore, cashAfter, fill, basePrice } of all) {
      expect(cashBefore).toBeCloseTo(cash, 6);
      cash = cashAfter;
      expect(basePrice).toBeCloseTo(fill.price, 9);
    }
    expect(result.equity.cash.at(-1)!).toBeCloseTo(cash, 6);
  },
);
