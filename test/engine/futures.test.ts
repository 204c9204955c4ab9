import {
  backtest,
  Bars,
  continuousSeries,
  defineStrategy,
  instrument,
  type MarketData,
  type Series,
  ta,
} from "hindcast";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { zoneOf } from "../../src/time/zone.ts";
import { property } from "../support/property.ts";
import { dayOf, newYork } from "../support/hand-calendar.ts";

const NY = zoneOf("America/New_York");
const dateIn = (day: number): string => `2016-01-${String(day).padStart(2, "0")}`;

/** A contract with a row for each day of January 2016: close and volume. Bars open 1 below their close. */
function contract(symbol: string, expires: number, rows: readonly (readonly [number, number, number])[]): Series {
  const close = rows.map(([, value]) => value);
  return {
    instrument: instrument(symbol, { multiplier: 50, expiration: dayOf(dateIn(expires)) }),
    bars: new Bars("1d", {
      time: rows.map(([day]) => NY.toInstant(Date.parse(`${dateIn(day)}T00:00Z`))),
      open: close.map((value) => value - 1),
      high: close.map((value) => value + 2),
      low: close.map((value) => value - 3),
      close,
      volume: rows.map(([, , volume]) => volume),
    }),
    calendar: newYork,
  };
}

/** M has more volume than H on the 6th, so that the series rolls with the session of the 7th. */
const H = contract("ESH6", 8, [
  [4, 100, 50],
  [5, 101, 60],
  [6, 102, 20],
  [7, 103, 70],
  [8, 104, 10],
]);
const M = contract("ESM6", 13, [
  [5, 111, 5],
  [6, 112, 30],
  [7, 113, 10],
  [8, 120, 80],
  [11, 121, 80],
]);
const ES = continuousSeries({ symbol: "ES", contracts: [H, M], roll: "volume", adjust: "difference" });
const data: MarketData = { series: [ES, H, M], notes: [] };
const settings = { cash: 20_000, commission: { model: "per-share", amount: 2, minimum: 0, maximumShare: 1 } } as const;

const roller = (size: { readonly quantity: number }, side: "buy" | "sell" = "buy") =>
  defineStrategy({
    name: "roller",
    indicators: ({ bars }) => ({ trend: ta.sma(bars({ symbol: "ES" }).close, 2) }),
    onBars({ contract: inForce, at, orders, log, portfolio }) {
      const front = inForce("ES");
      if (front === undefined) return;
      log(`${front} ${at(front).ind.trend.value} ${portfolio.equity}`);
      orders.roll("ES");
      if (at("ESH6").bar.index === 0) at(front).orders[side](size);
    },
  });

describe("a position in futures", () => {
  test("moves to the contract in force at the open of the session in which the series rolls", () => {
    const result = backtest(roller({ quantity: 2 }), data, settings);
    expect(
      result.fills.map(({ symbol, side, quantity, price, time }) => [
        symbol,
        side,
        quantity,
        price,
        new Date(time).getUTCDate(),
      ]),
    ).toEqual([
      ["ESH6", "buy", 2, 100, 5],
      ["ESH6", "sell", 2, 102, 7],
      ["ESM6", "buy", 2, 112, 7],
    ]);
    // The averages are those of the continuous series: 100, 101, 102, 103, 110, 111.
    expect(result.log.map(({ message }) => message.split(" ").slice(0, 2).join(" "))).toEqual([
      "ESH6 NaN",
      "ESH6 100.5",
      "ESM6 101.5",
      "ESM6 102.5",
      "ESM6 106.5",
      "ESM6 110.5",
    ]);
    // Gains of H: 2 * 50 * (102 - 100). Of M: 2 * 50 * (121 - 112). Three commissions of 4.
    expect(result.equity.equity.at(-1)).toBe(20_000 + 200 + 900 - 12);
  });

  test.each([
    ["buy", [100, 102, 112]],
    ["sell", [100, 102, 112]],
  ] as const)("is moved with margin for one position only: %s", (side, prices) => {
    // Two contracts of H need a margin of 5,000, two of M one of 5,600: equity pays for either, not for both.
    const result = backtest(roller({ quantity: 2 }, side), data, { cash: 6000, account: "margin" });
    expect(result.fills.map(({ price }) => price)).toEqual(prices);
    const poor = backtest(roller({ quantity: 2 }, "buy"), data, { cash: 5300, account: "margin" });
    expect(poor.orders.map(({ symbol, status, reason }) => [symbol, status, reason])).toEqual([
      ["ESH6", "filled", ""],
      ["ESH6", "filled", ""],
      ["ESM6", "rejected", "insufficient_funds"],
    ]);
  });

  test("is moved once, however often a strategy asks, and without its exits", () => {
    // H has no bar on the 7th, so that its closing order waits until the 8th.
    const gap = { ...H, bars: new Bars("1d", rowsWithout(H.bars, 3)) };
    const often = defineStrategy({
      name: "often",
      onBar({ symbol, bar, orders }) {
        if (symbol === "ESH6" && bar.index === 0) orders.buy({ quantity: 1, stopLoss: 50 });
        orders.roll("ES", { tag: "moved" });
        expect(orders.roll("ES")).toEqual([]);
      },
    });
    const result = backtest(often, { series: [ES, gap, M], notes: [] }, { cash: 20_000 });
    expect(result.orders.map(({ symbol, type, tag, status }) => [symbol, type, tag, status])).toEqual([
      ["ESH6", "market", "", "filled"],
      ["ESH6", "stop", "", "canceled"],
      ["ESH6", "market", "moved", "filled"],
      ["ESM6", "market", "moved", "filled"],
    ]);
    expect(result.fills.map(({ symbol, time }) => [symbol, new Date(time).getUTCDate()])).toEqual([
      ["ESH6", 5],
      ["ESM6", 7],
      ["ESH6", 8],
    ]);
  });

  test("is settled at the last price of a contract that expires before it is moved", () => {
    const holder = defineStrategy({
      name: "holder",
      onBar({ symbol, bar, orders }) {
        if (symbol === "ESH6" && bar.index === 0) orders.buy({ quantity: 1 });
      },
    });
    const result = backtest(holder, data, { cash: 20_000 });
    expect(result.trades.map(({ symbol, exitPrice }) => [symbol, exitPrice])).toEqual([["ESH6", 104]]);
  });

  test("can be moved only for a continuous series whose contracts are in the run", () => {
    const asks = (symbol: string) =>
      defineStrategy({
        name: "asks",
        onBars({ contract: inForce, orders }) {
          inForce(symbol);
          orders.roll(symbol);
        },
      });
    expect(() => backtest(asks("ESM6"), data)).toThrow("ESM6 is not a continuous series of futures contracts");
    expect(() => backtest(asks("CL"), data)).toThrow("CL");
    expect(() => backtest(asks("ES"), { series: [ES, H], notes: [] })).toThrow("ESM6");
    const early = defineStrategy({ name: "early", onStart: ({ contract: inForce, log }) => log(`${inForce("ES")}`) });
    const late = { ...ES, bars: ES.bars.slice(1), columns: { contract: ES.columns!["contract"]!.slice(1) } };
    expect(backtest(early, { series: [late, H, M], notes: [] }).log[0]!.message).toBe("undefined");
  });
});

/** The same contracts with so much volume that no rule limits orders to a share of it. */
const liquid: MarketData = {
  notes: [],
  series: data.series.map(({ bars, ...series }) => {
    const { time, open, high, low, close, volume } = bars;
    return {
      ...series,
      bars: new Bars("1d", { time, open, high, low, close, volume: volume.map((units) => units * 1e6) }),
    };
  }),
};
const conventions = fc.constantFrom("hindcast", "backtesting.py", "backtrader", "lean", "zipline" as const);
property([conventions, fc.integer({ min: 1, max: 40 }), fc.boolean()], { numRuns: 60 })(
  "a roll changes the contract and keeps the number of units, under the rules of every engine",
  (engine, quantity, isLong) => {
    const strategy = roller({ quantity }, isLong ? "buy" : "sell");
    // Only the account of Hindcast's own rules has no short positions by default.
    const account = engine === "hindcast" ? { account: "margin" as const } : {};
    const result = backtest(strategy, liquid, { conventions: engine, cash: 10_000_000, ...account });
    const signed = isLong ? quantity : -quantity;
    const units = new Map<string, number>();
    for (const { symbol, side, quantity: filled } of result.fills)
      units.set(symbol, (units.get(symbol) ?? 0) + (side === "buy" ? filled : -filled));
    expect([...units]).toEqual([
      ["ESH6", 0],
      ["ESM6", signed],
    ]);
  },
);

function rowsWithout({ time, open, high, low, close, volume }: Bars, row: number) {
  const [times, opens, highs, lows, closes, volumes] = [time, open, high, low, close, volume].map((column) =>
    column.filter((_, i) => i !== row),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  return { time: times, open: opens, high: highs, low: lows, close: closes, volume: volumes };
}
