import * as fc from "fast-check";
import {
  type AnyStrategy,
  backtest,
  type BacktestResult,
  Bars,
  defineStrategy,
  instrument,
  isAbove,
  type MarketData,
  marketOf,
  prepareData,
  type RunSettings,
  type Series,
  ta,
} from "hindcast";
import { describe, expect, test } from "vitest";
import { Backtest } from "../../src/engine/backtest.ts";
import { BacktestResult as Result } from "../../src/engine/backtest-result.ts";
import { RunPlan } from "../../src/engine/run-plan.ts";
import { type Phase, Simulation } from "../../src/simulation/simulation.ts";
import { RUNS } from "../support/arbitrary-broad-run.ts";
import { expectSame } from "../support/expect-same.ts";
import { barsFrom, FIRST_DAY, flatBars } from "../support/market.ts";
import { property } from "../support/property.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Bars of a series that is only read: prices may be negative and jump, and bars begin at odd times. */
const oddBars = fc.record({
  symbol: fc.constantFrom("0FIRST", "BB", "ZLAST"),
  daily: fc.boolean(),
  offset: fc.constantFrom(0, HOUR / 2, 7 * HOUR, -3 * DAY),
  prices: fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 1, maxLength: 40, size: "max" }),
  currency: fc.constantFrom("USD", "EUR"),
  split: fc.boolean(),
});

function dataSeries({ symbol, daily, offset, prices, currency, split }: ReturnType<typeof oddBars.generate>["value"]) {
  const step = daily ? DAY : HOUR;
  const column = Float64Array.from(prices);
  const time = column.map((_, i) => FIRST_DAY + offset + i * step);
  const bars = new Bars(daily ? "1d" : "1h", {
    time,
    open: column,
    high: column,
    low: column,
    close: column,
    volume: column.map(Math.abs),
  });
  const exDate = Math.floor(FIRST_DAY / DAY) + 2;
  const series: Series = {
    instrument: instrument(symbol, { role: "data", currency }),
    bars,
    ...(split && { actions: [{ symbol, exDate, kind: "split", ratio: 3, cash: 0, currency }] }),
  };
  return series;
}

/** Everything that a run reports about its account, and what its strategy saw. */
function accountOf(result: BacktestResult): object {
  const { fills, orders, orderEvents, entries, trades, equity, summary, warnings, counts, log, buyAndHold } = result;
  const { symbols, interval, from, to, firstDate, lastDate, periodsPerYear } = result;
  return {
    fills,
    orders,
    orderEvents,
    entries,
    trades,
    summary,
    warnings,
    counts,
    log,
    buyAndHold,
    symbols,
    interval,
    from,
    to,
    firstDate,
    lastDate,
    periodsPerYear,
    equity: [equity.time, equity.equity, equity.cash, equity.sessions, equity.sessionDates],
  };
}

/** Result of a run that stops after each phase of each moment. */
function inPhases(strategy: AnyStrategy, data: MarketData, settings: Partial<RunSettings>): BacktestResult {
  const running = new Backtest(new RunPlan(strategy, data, { settings }));
  const { timeline } = running.plan.market;
  for (let number = 0; number < timeline.length; number++)
    for (const phase of [1, 2, 3, 4, 5, 6, 7] as const) running.advance(timeline.timeOf(number), phase);
  running.end();
  return new Result(running);
}

describe.each(RUNS)("a series with the role data, in a run $kind,", ({ parts, run }) => {
  const range = fc.record({ barsEnd: fc.constantFrom("hold", "settle"), warmupBars: fc.constantFrom(-1, 0, 2) });
  property([parts, range, fc.array(oddBars, { maxLength: 2 })], { numRuns: 60 })(
    "changes nothing that the account or the strategy sees",
    (drawn, more, odd) => {
      const { data, strategy, settings } = run(drawn);
      const all = { ...settings, ...more } as Partial<RunSettings>;
      const only = new Map(odd.map((one) => [one.symbol, dataSeries(one)]));
      const joined = { ...data, series: [...only.values(), ...data.series] };
      const alone = accountOf(backtest(strategy, data, all));
      expectSame(accountOf(backtest(strategy, joined, all)), alone);
      expectSame(accountOf(inPhases(strategy, joined, all)), alone);
      expectSame(accountOf(backtest(strategy, joined, { ...all, evaluation: "live" })), alone);
    },
  );
});

const SAVED = fc.record({ share: fc.nat(1000), phase: fc.integer({ min: 1, max: 7 }) });

property([RUNS[1]!.parts, fc.array(oddBars, { minLength: 1, maxLength: 2 }), SAVED], { numRuns: 60 })(
  "a run with data that is saved after any phase and restored elsewhere is the same run",
  (drawn, odd, { share, phase }) => {
    const { data, strategy, settings } = RUNS[1]!.run(drawn);
    const only = new Map(odd.map((one) => [one.symbol, dataSeries(one)]));
    const joined = { ...data, series: [...only.values(), ...data.series] };
    const plan = () => new RunPlan(strategy, joined, { settings });
    const first = new Backtest(plan());
    const { timeline } = first.plan.market;
    const time = timeline.timeOf(Math.floor((share / 1001) * timeline.length));
    first.advance(time, phase as Phase);
    const second = new Backtest(plan());
    second.restore(structuredClone(first.snapshot()));
    expect(second.simulation.feeds.map(({ marks, ended }) => ({ marks, ended }))).toEqual(
      first.simulation.feeds.map(({ marks, ended }) => ({ marks, ended })),
    );
    const begun = new Simulation(first.plan, { at: { time, phase: phase as Phase } });
    const ofData = ({ feeds }: Simulation) =>
      feeds.filter(({ ended }) => ended === "not_traded").map(({ closed, last }) => [closed, last]);
    expect(ofData(begun)).toEqual(ofData(first.simulation));
    for (const one of [first, second]) {
      one.advance();
      one.end();
    }
    expectSame(accountOf(new Result(second)), accountOf(new Result(first)));
  },
);

/** Two days of hourly bars of SPY, and a fear index that is known at half past each hour. */
function withFear(): MarketData {
  const hours = barsFrom(
    Array.from({ length: 8 }, (_, i) => `${100 + i} ${101 + i} ${99 + i} ${100.5 + i}`).join("\n"),
    "1h",
  );
  const half = flatBars([10, 20, 30, -40, 0, 60, 70, 80, 90], "1h", FIRST_DAY - HOUR / 2);
  const mood = Float64Array.from({ length: 9 }, (_, i) => (i % 4 === 1 ? NaN : i));
  const { series, notes } = marketOf({ SPY: hours, FEAR: half }, { FEAR: { role: "data" } });
  return {
    series: series.map((one) => (one.instrument.symbol === "FEAR" ? { ...one, columns: { mood } } : one)),
    notes,
  };
}

const SEEN = [
  // At 01:00 the bar of 23:30 to 00:30 is known: 10. Its successor closes at 01:30.
  "10 10 NaN 0",
  "20 20 15 NaN",
  "30 30 25 2",
  "-40 -40 -5 3",
  "0 0 -20 4",
  "60 60 30 NaN",
  "70 70 65 6",
  "80 80 75 7",
];

test("a strategy reads bars, indicators and own columns of data as of the close of each traded bar", () => {
  const reader = defineStrategy({
    name: "reader",
    indicators: ({ bars, symbols }) => {
      expect(symbols).toEqual(["SPY"]);
      const fear = bars({ symbol: "FEAR" });
      return { fear: fear.close, smooth: ta.sma(fear.close, 2), mood: fear.column("mood") };
    },
    onBar({ at, ind, symbol, symbols, log }) {
      expect([symbol, symbols]).toEqual(["SPY", ["SPY"]]);
      expect(at("FEAR").bar.close).toBe(at("FEAR").close.value);
      log([at("FEAR").close.value, ind.fear.value, ind.smooth.value, ind.mood.value].join(" "));
    },
  });
  for (const evaluation of ["batch", "live"] as const)
    expect(backtest(reader, withFear(), { evaluation }).log.map(({ message }) => message)).toEqual(SEEN);
  const chosen = backtest(reader, withFear(), { symbols: ["SPY"] });
  expect(chosen.log.map(({ message }) => message)).toEqual(SEEN);
  expect(chosen.symbols).toEqual(["SPY"]);
  const prepared = prepareData(withFear());
  for (const symbols of [undefined, ["SPY"], ["SPY", "FEAR"]])
    expect(backtest(reader, prepared, symbols && { symbols }).log).toEqual(chosen.log);
  expect(() => backtest(reader, prepared, { symbols: ["FEAR"] })).toThrow(
    'symbols must equal that of the prepared data, ["SPY"], was ["FEAR"]',
  );
  expect(chosen.series.map(({ instrument: { symbol } }) => symbol)).toEqual(["SPY", "FEAR"]);
});

test("indicators of the graph have values at the data itself, and a column that it lacks is refused when it is read", () => {
  const strategy = defineStrategy({
    name: "own-graph",
    indicators: ({ close, column }) => ({ smooth: ta.sma(close, 2), mood: column("mood"), tone: column("tone") }),
    onBars({ at, log }) {
      const { ind } = at("FEAR");
      log(`${ind.smooth.value} ${ind.mood.value}`);
      expect(() => ind.tone.value).toThrow('FEAR has no own column "tone"');
    },
  });
  const { series, notes } = withFear();
  const tone = new Float64Array(8);
  const data = {
    series: series.map((one) => (one.columns === undefined ? { ...one, columns: { mood: tone, tone } } : one)),
    notes,
  };
  for (const evaluation of ["batch", "live"] as const) {
    const { log, trades } = backtest(strategy, data, { evaluation });
    expect(trades).toEqual([]);
    expect(log.slice(0, 3).map(({ message }) => message)).toEqual(["NaN 0", "15 NaN", "25 2"]);
  }
});

test("orders for data are rejected, and target weights of data are refused", () => {
  const trader = defineStrategy({
    name: "trader",
    onBar({ at, bar }) {
      const { orders } = at("FEAR");
      if (bar.index === 1) orders.buy({ quantity: 1 });
      if (bar.index === 2) orders.sell({ quantity: 1, limit: 5, takeProfit: 1, stopLoss: 9 });
      if (bar.index === 3) orders.close();
    },
  });
  const { orders, fills, warnings } = backtest(trader, withFear(), { account: "margin" });
  expect(fills).toEqual([]);
  expect(orders.map(({ symbol, status, reason }) => [symbol, status, reason])).toEqual([
    ["FEAR", "rejected", "not_traded"],
    ["FEAR", "rejected", "not_traded"],
    ["FEAR", "rejected", "parent_ended"],
    ["FEAR", "rejected", "parent_ended"],
  ]);
  expect(warnings.join(" ")).toContain("4 orders rejected: not_traded 2, parent_ended 2");
  const aims = defineStrategy({
    name: "aims",
    onBars: ({ orders }) => void orders.target({ SPY: 0.5, FEAR: 0.5 }),
  });
  expect(() => backtest(aims, withFear())).toThrow(
    'target must name symbols to trade, FEAR has the role "data" and can only be read',
  );
});

test("signals trade at bars of traded symbols alone, on values of data", () => {
  const strategy = defineStrategy({
    name: "fearless",
    signals: ({ bars }) => {
      const { close } = bars({ symbol: "FEAR" });
      return { enter: isAbove(close, 25), exit: isAbove(0, close), size: { percent: 0.5 } };
    },
  });
  for (const evaluation of ["batch", "live"] as const) {
    const { fills } = backtest(strategy, withFear(), { evaluation, cash: 1000 });
    const when = fills.map(({ symbol, side, time }) => `${symbol} ${side} ${(time - FIRST_DAY) / HOUR}`);
    expect(when).toEqual(["SPY buy 3", "SPY sell 4", "SPY buy 6"]);
  }
});

test("a run without a symbol to trade is refused", () => {
  const idle = defineStrategy({ name: "idle", onBar() {} });
  const vix = marketOf({ VIX: flatBars([10, 11, 12]) }, { VIX: { role: "data" } });
  const refused = (options: object) => {
    try {
      return backtest(idle, vix, options);
    } catch (error) {
      return error;
    }
  };
  const message =
    'no symbol can be traded: VIX has the role "data". Add bars of a symbol to trade, or leave out the role';
  expect(refused({})).toMatchObject({ code: "DATA_EMPTY", message });
  expect(refused({ symbols: ["VIX"] })).toMatchObject({ code: "DATA_EMPTY", message });
  expect(() => instrument("VIX", { role: "signal" as "data" })).toThrow(
    'role of VIX must be trade or data, was "signal"',
  );
});

test("the role trade is the default, and equals no role", () => {
  const idle = defineStrategy({ name: "idle", onBar() {} });
  const fingerprint = (terms: { readonly role?: "trade" }) =>
    backtest(idle, marketOf({ A: flatBars([1, 2]) }, { A: terms })).fingerprint;
  expect(fingerprint({ role: "trade" })).toBe(fingerprint({}));
});

test("the role is part of the fingerprint, and a needed number of symbols counts traded symbols", () => {
  const idle = defineStrategy({ name: "idle", onBar() {} });
  const market = (role: "trade" | "data") => marketOf({ A: flatBars([1, 2]), B: flatBars([3, 4]) }, { B: { role } });
  expect(backtest(idle, market("data")).fingerprint).not.toBe(backtest(idle, market("trade")).fingerprint);
  const pair = defineStrategy({ name: "pair", needs: { symbols: 2 }, onBar() {} });
  expect(() => backtest(pair, market("data"))).toThrow("pair needs at least 2 symbols, was given 1");
});
