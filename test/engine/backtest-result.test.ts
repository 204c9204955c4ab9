import { backtest, defineStrategy, ENGINE_VERSION, marketOf, param } from "hindcast";
import { describe, expect, test } from "vitest";
import { barsFrom, FIRST_DAY, flatBars } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";

const DAY = 86_400_000;
const bars = flatBars([100, 100, 110, 120, 120]);
const { result } = play(bars, {
  1: ({ orders }) => orders.buy({ quantity: 10, tag: "in" }),
  2: ({ orders }) => orders.sell({ quantity: 4 }),
  3: ({ orders }) => orders.sell({ quantity: 99 }),
});

describe("a result", () => {
  test("has the strategy, parameters, symbols, interval, range and settings with which it was computed", () => {
    const strategy = defineStrategy({ name: "named", params: { period: param.integer({ default: 5 }) } });
    const data = marketOf({ B: bars, A: bars }, {}, ["From a test."]);
    const named = backtest(strategy, data, { params: { period: 7 }, cash: 5000 });
    expect(named).toMatchObject({
      strategy: "named",
      params: { period: 7 },
      symbols: ["A", "B"],
      interval: "1d",
      from: FIRST_DAY,
      to: FIRST_DAY + 5 * DAY,
      notes: ["From a test."],
      engineVersion: ENGINE_VERSION,
    });
    expect(named.settings).toMatchObject({ cash: 5000, commission: { model: "none" }, fillAt: "next-open" });
    expect(String(named)).toBe("named on A, B from 2024-01-01T00:00:00.000Z to 2024-01-06T00:00:00.000Z: 0 trades");
  });

  test("has counts of bars, sessions, orders, fills and trades", () => {
    expect(result.counts).toEqual({
      bars: 5,
      sessions: 5,
      orders: 3,
      fills: 2,
      trades: 1,
      openTrades: 1,
      rejected: 1,
      canceled: 0,
      expired: 0,
      ambiguous: 0,
      insufficientFunds: 0,
      marginCalls: 0,
    });
    expect(result.counts).toHaveProperty("bars", bars.length);
  });

  test("returns the same objects whenever a property is read again", () => {
    const parts = ["equity", "fills", "trades", "orders", "orderEvents", "entries", "counts", "summary"] as const;
    for (const part of [...parts, "warnings", "indicators", "performance", "buyAndHold"] as const)
      expect(result[part]).toBe(result[part]);
    expect(result.equity.cash).toBe(result.equity.cash);
  });

  test("is frozen", () => {
    for (const part of [
      result,
      result.fills,
      result.trades,
      result.orders,
      result.orderEvents,
      result.entries,
      result.counts,
      result.equity,
      result.warnings,
      result.settings,
      result.params,
    ])
      expect(Object.isFrozen(part)).toBe(true);
    for (const list of [result.fills, result.trades, result.orders, result.orderEvents, result.entries])
      expect(list.length > 0 && list.every((one) => Object.isFrozen(one))).toBe(true);
  });

  test("has equity, cash and sessions at every close", () => {
    // Ten units are bought at 100. Four are sold at 110, and the other six are worth 120 each at the end.
    expect(Array.from(result.equity.equity)).toEqual([100_000, 100_000, 100_100, 100_160, 100_160]);
    expect(Array.from(result.equity.cash)).toEqual([100_000, 99_000, 99_440, 99_440, 99_440]);
    expect(Array.from(result.equity.time)).toEqual([1, 2, 3, 4, 5].map((day) => FIRST_DAY + day * DAY));
    expect(Array.from(result.equity.sessions)).toEqual([0, 1, 2, 3, 4]);
    expect(result.performance.recordsInMarket).toBe(4);
  });

  test("includes buy and hold: the same cash invested at the first open, in fractional units", () => {
    const two = play({ A: flatBars([100, 50]), B: barsFrom("-\n40 40 30 30\n") }, {}).result;
    // Half of the cash buys 500 units of A at 100, which fall to 50. The other half buys 1250 units of B at 40, which
    // fall to 30.
    expect(Array.from(two.buyAndHold)).toEqual([100_000, 62_500]);
  });
});

describe("trades", () => {
  test("of a result are round trips, and an open one is valued at the last price", () => {
    expect(result.trades).toEqual([
      {
        symbol: "X",
        direction: "long",
        quantity: 4,
        entryTime: FIRST_DAY + DAY,
        entryDate: "2024-01-02",
        entryBar: 1,
        entryPrice: 100,
        exitDate: "2024-01-03",
        exitBar: 2,
        exitTime: FIRST_DAY + 2 * DAY,
        exitPrice: 110,
        pnl: 40,
        return: 0.1,
        commission: 0,
        mae: 0,
        mfe: expect.closeTo(0.1, 12),
        bars: 1,
        open: false,
        tag: "in",
        indicatorsAtEntry: {},
        indicatorsAtExit: {},
      },
      {
        symbol: "X",
        direction: "long",
        quantity: 6,
        entryTime: FIRST_DAY + DAY,
        entryDate: "2024-01-02",
        entryBar: 1,
        entryPrice: 100,
        exitDate: "2024-01-05",
        exitBar: 4,
        exitTime: FIRST_DAY + 5 * DAY,
        exitPrice: 120,
        pnl: 120,
        return: 0.2,
        commission: 0,
        mae: 0,
        mfe: expect.closeTo(0.2, 12),
        bars: 3,
        open: true,
        tag: "in",
        indicatorsAtEntry: {},
        indicatorsAtExit: {},
      },
    ]);
  });

  test("have mae and mfe over all their bars, with only the exit price of the last bar", () => {
    const path = barsFrom(`
      100 100 100 100
      100 104 97  101
      102 106 99  103
      105 150 50  100
    `);
    const [trade] = play(path, {
      1: ({ orders }) => orders.buy({ quantity: 1 }),
      3: ({ orders }) => orders.close(),
    }).result.trades;
    // The entry is at the open of its bar, so that bar's low of 97 counts. The highest price is 106. The exit is at the
    // last bar's open of 105.
    expect(trade).toMatchObject({
      mae: expect.closeTo(-0.03, 12),
      mfe: expect.closeTo(0.06, 12),
      bars: 2,
      exitPrice: 105,
    });
  });

  test("entered inside a bar have mae and mfe from only the close of that bar", () => {
    const path = barsFrom("100 100 100 100\n100 120 90 97\n98 99 96 98\n98 98 98 98");
    const [trade] = play(path, {
      1: ({ orders }) => orders.buy({ quantity: 1, limit: 95 }),
      3: ({ orders }) => orders.close(),
    }).result.trades;
    // After the entry at 95 inside a bar only that bar's close of 97 counts, not its high of 120 or low of 90. The next
    // bar is between 96 and 99.
    expect(trade).toMatchObject({ entryPrice: 95, mae: 0, mfe: expect.closeTo(99 / 95 - 1, 12), bars: 2 });
  });

  test("exited inside a bar have mae and mfe that include that bar's open", () => {
    const path = (last: string) => barsFrom(`100 100 100 100\n100 101 99 100\n${last}`);
    const leave: Script = { 1: ({ orders }) => orders.buy({ quantity: 1, takeProfit: 105 }) };
    // The trade enters at 100. Bars are between 99 and 101 until the last one, which opens at 90. Its low of 80 may
    // follow the exit at the target of 105.
    const [trade] = play(path("90 106 80 92"), leave).result.trades;
    expect(trade).toMatchObject({ exitPrice: 105, mae: expect.closeTo(-0.1, 12), mfe: expect.closeTo(0.05, 12) });
    const [short] = play(
      path("110 112 95 100"),
      { 1: ({ orders }) => orders.sell({ quantity: 1, takeProfit: 96 }) },
      {
        account: "margin",
      },
    ).result.trades;
    expect(short).toMatchObject({ exitPrice: 96, mae: expect.closeTo(-0.1, 12), mfe: expect.closeTo(0.04, 12) });
  });

  test("opened and closed within one bar have a length of zero bars", () => {
    const { result: both } = play(barsFrom("100 100 100 100\n100 100 100 100\n98 100 90 92"), {
      1: ({ orders }) => orders.buy({ quantity: 1 }),
      2({ orders }) {
        orders.buy({ quantity: 1 });
        orders.sell({ quantity: 1, stop: 95 });
        orders.sell({ quantity: 1, stop: 94 });
      },
    });
    expect(both.trades.map(({ bars: held, pnl, entryPrice }) => [held, pnl, entryPrice])).toEqual([
      [1, -5, 100],
      [0, -4, 98],
    ]);
  });
});

describe("a fingerprint", () => {
  const strategy = defineStrategy({ name: "print", params: { n: param.integer({ default: 1 }) }, onBar() {} });
  const data = marketOf({ X: bars });
  const SPLIT = {
    symbol: "X",
    kind: "split",
    exDate: FIRST_DAY / DAY + 1,
    ratio: 2,
    cash: 0,
    currency: "USD",
  } as const;
  const also = (facts: object) => ({ ...data, series: data.series.map((one) => ({ ...one, ...facts })) });
  const print = (change: Parameters<typeof backtest>[2] = {}, on = data, of = strategy) =>
    backtest(of, on, change).fingerprint;

  test("of a run differs for every input that affects the run", () => {
    const others = [
      print({ params: { n: 2 } }),
      print({ cash: 1 }),
      print({ commission: { model: "percent" } }),
      print({ from: "2024-01-02" }),
      print({ sourceHash: "ab" }),
      print({}, marketOf({ Y: bars })),
      print({}, marketOf({ X: bars }, { X: { lot: 10 } })),
      print({}, marketOf({ X: flatBars([100, 100, 110, 120, 120.01]) })),
      print({}, also({ actions: [SPLIT] })),
      print({}, also({ actions: [{ ...SPLIT, ratio: 3 }] })),
      print({}, also({ priceBasis: "split_adjusted" })),
      print({}, also({ finer: flatBars([100, 100], "1h") })),
      print({}, data, defineStrategy({ ...strategy, name: "other" })),
      print({}, data, defineStrategy({ ...strategy, onBar: ({ orders }) => void orders.close() })),
    ];
    expect(new Set([print(), ...others]).size).toBe(others.length + 1);
  });

  test("of a run is equal for equal inputs", () => {
    const same = [
      print(),
      print({ params: { n: 1 } }),
      print({ cash: 100_000 }),
      print({ symbols: ["X"] }),
      print({ evaluation: "live" }),
      print({}, marketOf({ X: flatBars([100, 100, 110, 120, 120]) })),
    ];
    expect(new Set(same).size).toBe(1);
    expect(same[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  test("of fills depends only on the fills of a run", () => {
    const buy = (tag: string, note: string) =>
      play(bars, { 1: ({ orders, log }) => (log(note), orders.buy({ quantity: 1, tag })) }).result.fillHash;
    expect(buy("a", "b")).toBe(buy("c", "d"));
    expect(buy("a", "b")).not.toBe(result.fillHash);
  });
});

describe("warnings of a result", () => {
  test("report rejected orders, open trades and missing trades", () => {
    expect(result.warnings).toEqual([
      "1 order rejected: insufficient_position 1.",
      "1 trade still open at the end: marked at the last price, not counted among closed trades.",
    ]);
    expect(play(bars, {}).result.warnings).toEqual(["No trade was closed: trade metrics are missing."]);
  });

  test("say that metrics are missing because equity fell below zero", () => {
    // 1,000 units are sold short at 100 and rise to 1,000. Equity is 100,000 of cash less a loss of 900,000.
    const rising = flatBars([100, 100, 1000, 1000, 1000]);
    const short: Script = { 1: ({ orders }) => orders.sell({ quantity: 1000 }) };
    const { result: lost } = play(rising, short, { account: "margin", maintenanceMargin: 0 });
    expect([lost.equity.equity.at(-1)! < 0, lost.summary["sharpe"], lost.summary["cagr"]]).toEqual([true, NaN, NaN]);
    const warned =
      "Equity fell to zero or below: metrics that need positive equity, such as Sharpe ratio, CAGR and volatility, are missing.";
    expect(lost.warnings).toContain(warned);
    expect(result.warnings).not.toContain(warned);
  });

  test("report slippage in ticks that has no effect on an instrument without a tick", () => {
    const settings = { slippage: { model: "ticks", ticks: 2 } };
    const warned = "Slippage by ticks has no effect on symbols without a tick: X.";
    expect(play(bars, {}, settings).result.warnings).toContain(warned);
    expect(play(bars, {}, settings, { tick: 0.01 }).result.warnings).not.toContain(warned);
  });
});
