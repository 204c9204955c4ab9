import { backtest } from "hindcast";
import { beforeAll, describe, expect, test } from "vitest";
import type { RunResult } from "../../src/engine/run-result.ts";
import type { MarketData } from "../../src/market/market-data.ts";
import { metrics } from "../../src/metrics/catalog.ts";
import { reportPayload, type ReportPayload } from "../../src/report/payload.ts";
import {
  barsOf,
  changed,
  crossingResult,
  EIGHT_DAYS,
  eightDaysResult,
  marketOfBars,
  MONDAY,
  sampleRecording,
  scripted,
} from "./fixture.ts";
import { unpacked } from "./unpacked.ts";

describe("the data of a report on a run over eight days", () => {
  let payload: ReportPayload;
  beforeAll(() => {
    payload = reportPayload(eightDaysResult());
  });

  test("describe the strategy and the market data", () => {
    expect(payload).toMatchObject({
      strategy: "scripted",
      params: [],
      interval: "1d",
      daily: true,
      zone: "",
      from: "2024-01-01",
      to: "2024-01-08",
      bars: "8",
      currency: "USD",
      barsPerPoint: 1,
      warnings: [],
    });
  });

  test("contain the bars with their decimals, and the indicator with the price pane as its pane", () => {
    const [symbol] = payload.symbols;
    expect(symbol).toMatchObject({ symbol: "ACME", decimals: 1 });
    expect(unpacked(symbol!.time)).toEqual(Array.from({ length: 8 }, (_, day) => MONDAY / 1000 + day * 86_400));
    expect(unpacked(symbol!.close)).toEqual([10, 12, 13, 13, 15, 12, 12.5, 11]);
    expect(unpacked(symbol!.volume!)).toEqual([1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007]);
    expect(symbol!.indicators).toMatchObject([{ name: "mean", definition: "sma(close, 2)", pane: "price" }]);
    expect(unpacked(symbol!.indicators[0]!.values)).toEqual([NaN, 11, 12.5, 13, 14, 13.5, 12.25, 11.75]);
  });

  test("contain a mark for each fill at the bar and the price of the fill", () => {
    const { fills } = payload.symbols[0]!;
    expect(unpacked(fills.time).map((time) => (time - MONDAY / 1000) / 86_400)).toEqual([1, 3, 5, 7]);
    expect(fills.buy).toEqual([1, 0, 1, 0]);
    expect(unpacked(fills.price)).toEqual([10, 14, 15, 12]);
  });

  test("contain equity, buy and hold and drawdown at each point of the equity curve", () => {
    // The run buys 50 at 10, sells at 14, buys 40 at 15 and sells at 12. Buy and hold buys 100 at the first open, 10.
    expect(unpacked(payload.curve.time)[0]).toBe(MONDAY / 1000);
    expect(unpacked(payload.curve.equity)).toEqual([1000, 1100, 1150, 1200, 1200, 1080, 1100, 1080]);
    expect(unpacked(payload.curve.buyAndHold)).toEqual([1000, 1200, 1300, 1300, 1500, 1200, 1250, 1100]);
    expect(unpacked(payload.curve.drawdown)).toEqual([0, 0, 0, 0, 0, -0.1, -0.0833, -0.1]);
  });

  test("contain the trades", () => {
    const { trades } = payload;
    expect(trades).toMatchObject({ length: 2, symbol: [0, 0], direction: [1, 1], quantity: [50, 40], bars: [2, 2] });
    expect(unpacked(trades.pnl)).toEqual([200, -120]);
    expect(unpacked(trades.return)).toEqual([0.4, -0.2]);
    expect(unpacked(trades.mae)).toEqual([0, -0.2667]);
    expect(trades.tags).toEqual([]);
    expect(unpacked(trades.exitTime).map((time) => (time - MONDAY / 1000) / 86_400)).toEqual([3, 7]);
  });

  test("contain the monthly returns, one row per year", () => {
    const months = [0.08, null, null, null, null, null, null, null, null, null, null, null];
    expect(payload.monthly).toEqual([{ year: 2024, months, total: 0.08 }]);
  });

  test("contain every metric with its formula and its value for buy and hold", () => {
    expect(payload.summary.map(({ name }) => name)).toEqual(Object.keys(metrics));
    expect(payload.summary.find(({ name }) => name === "total-return")).toMatchObject({
      value: 0.08,
      text: "8.00%",
      buyAndHold: 0.1,
      buyAndHoldText: "10.00%",
      formula: "(final equity - starting cash) / starting cash",
    });
    expect(payload.summary.find(({ name }) => name === "win-rate")).toMatchObject({ text: "50.00%", buyAndHold: null });
    const names = new Set(payload.summary.map(({ name }) => name));
    const shown = payload.keyFigures.flatMap(({ name, secondary }) => [name, secondary ?? name]);
    expect(shown.filter((name) => !names.has(name))).toEqual([]);
  });

  test("contain settings and counts with their labels", () => {
    expect(payload.settings.find(({ label }) => label === "Starting cash")?.text).toBe("1,000.00");
    expect(payload.settings.find(({ label }) => label === "Sessions per year")?.text).toBe("365, from the data");
    expect(payload.counts.find(({ label }) => label === "Closed trades")?.text).toBe("2");
  });
});

test("the data of a report contain the metrics of the result, and null for missing ones", () => {
  const result = backtest(scripted({}), EIGHT_DAYS);
  const payload = reportPayload(result);
  for (const { name, value } of payload.summary) {
    const own = result.performance.value(metrics[name]!);
    expect(value, name).toBe(Number.isNaN(own) ? null : own);
  }
  expect(payload.summary.find(({ name }) => name === "win-rate")).toMatchObject({ value: null, text: "–" });
  expect(payload.trades.length).toBe(0);
});

test("a report shows a setting or count without a known label under its own name", () => {
  const result = eightDaysResult();
  const settings = { ...result.settings, novelty: { a: 1 } };
  const counts = { ...result.counts, oddities: 3 };
  const payload = reportPayload(changed(result, { settings, counts }));
  expect(payload.settings.at(-1)).toEqual({ label: "novelty", text: '{"a":1}' });
  expect(payload.counts.at(-1)).toEqual({ label: "oddities", text: "3" });
});

test("the report of a run over part of the data shows the bars of the run, with indicators that include earlier bars", () => {
  const options = { from: "2024-01-04", to: "2024-01-06" };
  const payload = reportPayload(backtest(scripted({}), EIGHT_DAYS, options));
  expect(unpacked(payload.symbols[0]!.close)).toEqual([13, 15, 12]);
  expect(unpacked(payload.symbols[0]!.indicators[0]!.values)).toEqual([13, 14, 13.5]);
  expect(payload.curve.time.steps).toHaveLength(3);
  expect([payload.from, payload.to]).toEqual(["2024-01-04", "2024-01-06"]);
});

test("the report of a run over several symbols has a chart for each and one equity curve", () => {
  const rows = [
    [10, 10, 10, 10],
    [10, 12, 10, 12],
    [12, 12, 12, 12],
  ] as const;
  const data = marketOfBars({ B: barsOf(rows), A: barsOf(rows, { start: MONDAY + 86_400_000 }) });
  const result = backtest(scripted({ 0: 10, 1: 0 }, "entry"), data);
  const payload = reportPayload(result);
  expect(payload.symbols.map(({ symbol }) => symbol)).toEqual(["A", "B"]);
  expect(payload.curve.time.steps).toHaveLength(4);
  expect(payload.trades.symbol).toEqual([1, 0]);
  expect(payload.trades.tags).toEqual(["entry", "entry"]);
});

test("a report shows intraday trades with their time of day", () => {
  const rows = Array.from({ length: 6 }, (_, i) => [10 + i, 10 + i, 10 + i, 10 + i] as const);
  const data = marketOfBars({ X: barsOf(rows, { start: MONDAY + 14.5 * 3_600_000, step: 300_000, interval: "5m" }) });
  const settings = { zone: "America/New_York" };
  const payload = reportPayload(backtest(scripted({ 0: 10, 2: 0 }), data, settings));
  expect(payload).toMatchObject({
    daily: false,
    zone: "America/New_York",
    from: "2024-01-01 09:30",
    to: "2024-01-01 09:59",
  });
  const nine = Date.UTC(2024, 0, 1, 9) / 1000;
  expect(unpacked(payload.trades.entryTime)).toEqual([nine + 35 * 60]);
  expect(unpacked(payload.symbols[0]!.time)[0]).toBe(nine + 30 * 60);
});

test("the equity curve of an account that started with 1 has more than two decimals in a report", () => {
  const rows = [10, 10, 10.01, 10.02].map((price) => [price, price, price, price] as const);
  const data = marketOfBars({ X: barsOf(rows) });
  const lots = {
    ...data,
    series: data.series.map((one) => ({ ...one, instrument: { ...one.instrument, lot: 0.001 } })),
  };
  const result = backtest(scripted({ 0: 0.1 }), lots, { cash: 1, moneyRounding: "none" });
  // The account buys a tenth of a unit at 10.
  expect(unpacked(reportPayload(result).curve.equity)).toEqual([1, 1, 1.001, 1.002]);
});

test("an indicator in the price pane has the decimals of the prices, even if the price falls to a thousandth", () => {
  const rows = [200, 200, 200, 200, 200, 0.1234, 0.1236].map((price) => [price, price, price, price] as const);
  const data = marketOfBars({ X: barsOf(rows) });
  const { indicators } = reportPayload(backtest(scripted({}), data)).symbols[0]!;
  expect(indicators[0]).toMatchObject({ pane: "price", decimals: 4 });
  expect(unpacked(indicators[0]!.values).at(-1)).toBe(0.1235);
});

test("a report page that shows the times of bars in UTC also shows the range of the run in UTC", () => {
  // 05:00 and 06:00 UTC on 2024-11-03 are both 01:00 in New York.
  const rows = Array.from({ length: 3 }, () => [10, 10, 10, 10] as const);
  const night = barsOf(rows, { start: Date.UTC(2024, 10, 3, 4), step: 3_600_000, interval: "1h" });
  const data = marketOfBars({ X: night });
  const payload = reportPayload(backtest(scripted({}), data, { zone: "America/New_York" }));
  expect(payload).toMatchObject({ zone: "UTC", from: "2024-11-03 04:00", to: "2024-11-03 06:59" });
});

describe("bars of a run with more bars than a chart has points", () => {
  test("are merged with their highest highs and lowest lows, and fills lie on the merged bars", () => {
    const length = 45_000;
    const rows = Array.from({ length }, (_, i) => {
      const price = 100 + 10 * Math.sin(i / 50);
      return [price, price + 1 + (i % 7), price - 1 - (i % 5), price + 0.5] as const;
    });
    const data = marketOfBars({ X: barsOf(rows, { step: 60_000, interval: "1m" }) });
    const payload = reportPayload(backtest(scripted({ 10: 5, 30_000: 0 }), data));
    const [symbol] = payload.symbols;
    expect(payload.barsPerPoint).toBe(3);
    expect(symbol!.time.steps).toHaveLength(15_000);
    const high = Math.max(...rows.map((row) => row[1]));
    expect(Math.max(...unpacked(symbol!.high))).toBeCloseTo(high, 5);
    const times = new Set(unpacked(symbol!.time));
    for (const time of unpacked(symbol!.fills.time)) expect(times).toContain(time);
    expect(unpacked(symbol!.volume!)[0]).toBe(1000 + 1001 + 1002 - 3);
  });
});

test("a report aligns daily bars of Tokyo and New York by date whatever its time zone", () => {
  const rows = [
    [10, 11, 9, 10],
    [10, 12, 10, 12],
    [12, 13, 11, 13],
  ] as const;
  // Both series start at their local midnight of 2024-01-02: 15:00 UTC the day before in Tokyo, 05:00 UTC in New York.
  const data = marketOfBars({
    JP: barsOf(rows, { start: Date.UTC(2024, 0, 1, 15) }),
    US: barsOf(rows, { start: Date.UTC(2024, 0, 2, 5) }),
  });
  for (const zone of ["UTC", "Asia/Tokyo", "America/New_York"]) {
    const { symbols, curve, from, to } = reportPayload(backtest(scripted({}), data, { zone }));
    const dates = ["2024-01-02", "2024-01-03", "2024-01-04"];
    for (const time of [symbols[0]!.time, symbols[1]!.time, curve.time])
      expect(unpacked(time).map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 10))).toEqual(dates);
    expect([from, to]).toEqual(["2024-01-02", "2024-01-04"]);
  }
});

describe("the data of a report on the sample prices", () => {
  let data: MarketData;
  let result: RunResult;
  beforeAll(async () => {
    data = await sampleRecording();
    result = crossingResult(data);
  });

  test("contain prices to the cent and equity at every bar", () => {
    const payload = reportPayload(result);
    const { close } = data.series[0]!.bars;
    const shown = unpacked(payload.symbols[0]!.close);
    expect(payload.symbols[0]!.decimals).toBe(2);
    expect(Math.max(...shown.map((price, i) => Math.abs(price - close[i]!)))).toBeLessThan(0.00501);
    expect(payload.curve.equity.steps).toHaveLength(close.length);
    expect(payload.monthly).toHaveLength(21);
  });

  test("contain only numbers that JSON can represent", () => {
    const payload = reportPayload(result);
    expect(JSON.parse(JSON.stringify(payload))).toEqual(payload);
  });
});
