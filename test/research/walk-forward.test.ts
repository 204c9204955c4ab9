import { backtest, Bars, calendarOf, defineStrategy, marketOf, param } from "hindcast";
import { between, crossValidate, range, walkForward } from "hindcast/research";
import { describe, expect, test } from "vitest";
import { buyAndHold } from "../../strategies/buy-and-hold.ts";
import { smaCross } from "../../strategies/sma-cross.ts";
import { grossExposure, netExposure } from "../../src/metrics/exposure.ts";
import { combinations } from "../../src/research/cross-validation/cross-validate.ts";
import { SessionRange, windowsOf } from "../../src/research/walk-forward/windows.ts";
import { barsFrom } from "../support/market.ts";
import { walkMarket } from "./walk.ts";

const data = walkMarket(400);

describe("windows of a walk-forward", () => {
  test("advance by the length of a test, and the last test may be shorter", () => {
    expect(windowsOf(10, { train: 4, test: 3 })).toEqual([
      { train: { from: 0, to: 4 }, test: { from: 4, to: 7 } },
      { train: { from: 3, to: 7 }, test: { from: 7, to: 10 } },
    ]);
    expect(windowsOf(9, { train: 4, test: 3, mode: "anchored" })).toEqual([
      { train: { from: 0, to: 4 }, test: { from: 4, to: 7 } },
      { train: { from: 0, to: 7 }, test: { from: 7, to: 9 } },
    ]);
    expect(() => windowsOf(4, { train: 4, test: 1 })).toThrow(
      "train must be less than the number of sessions (4), was 4",
    );
  });

  test("contain exactly the sessions from their first to their last", () => {
    const sessions = new SessionRange(data, undefined);
    const result = backtest(buyAndHold, data, { ...sessions.settings({ from: 100, to: 150 }) });
    expect(result.equity.sessions).toHaveLength(50);
    expect(result.equity.time[result.equity.sessions[0]!]).toBe(sessions.closes[100]);
    expect(result.equity.time.at(-1)).toBe(sessions.closes[149]);
  });

  test("leave out a session in Tokyo that starts before New York closes and ends after New York's close", () => {
    // A daily bar of Tokyo starts at 15:00 UTC of the day before, while New York trades until 21:00 UTC.
    const week = `${"100 100 100 100\n".repeat(5)}-\n-\n`;
    const days = (hour: number) => barsFrom(week.repeat(2), "1d", Date.UTC(2024, 2, 4, hour));
    const { series, notes } = marketOf({ NEWYORK: days(5), TOKYO: days(-9) });
    const calendars = [calendarOf("XNYS"), calendarOf("XTKS")];
    const both = { series: series.map((one, i) => ({ ...one, calendar: calendars[i] })), notes };
    const sessions = new SessionRange(both, undefined);
    expect(sessions.length).toBe(10);
    for (const from of [0, 3]) {
      const { equity } = backtest(buyAndHold, both, { ...sessions.settings({ from, to: 6 }) });
      expect(Float64Array.from(equity.sessions, (record) => equity.time[record]!)).toEqual(
        sessions.closes.slice(from, 6),
      );
      expect(equity.time.at(-1)).toBe(sessions.closes[5]);
      // Each session has two records: the close in Tokyo at 06:00 UTC, then the close in New York.
      expect(equity.time).toHaveLength(2 * (6 - from));
    }
  });
});

describe("a walk-forward", () => {
  const params = { fast: range(3, 9, 3), slow: range(15, 45, 15) };

  test("tests parameters on the sessions after those of their training, and joins the tests into one account", async () => {
    const walked = await walkForward(smaCross, data, { params, train: 160, test: 80 });
    expect(walked.windows).toHaveLength(3);
    const sessions = new SessionRange(data, undefined);
    const growth = walked.windows.reduce((worth, { params: chosen }, i) => {
      const settings = sessions.settings({ from: 160 + 80 * i, to: 240 + 80 * i });
      const single = backtest(smaCross, data, { params: chosen, ...settings });
      return worth * (1 + single.summary["total-return"]!);
    }, 1);
    expect(walked.summary["total-return"]).toBeCloseTo(growth - 1, 12);
    // The tests are joined by multiplying their growth. Final equity is rounded to cents.
    expect(walked.summary["final-equity"]).toBe(Math.round(growth * 10_000_000) / 100);
    expect(walked.performance.sessions).toHaveLength(240);
    expect(walked.performance.returns[0]).toBe(0);
    expect(walked.windows.map(({ testTo }) => testTo)).toEqual([239, 319, 399].map((at) => sessions.closes[at]));
  });

  test("has the mean exposure over all test sessions", async () => {
    const walked = await walkForward(smaCross, data, { params, train: 160, test: 80 });
    const sessions = new SessionRange(data, undefined);
    const single = walked.windows.map(({ params: chosen }, i) => {
      const settings = sessions.settings({ from: 160 + 80 * i, to: 240 + 80 * i });
      return backtest(smaCross, data, { params: chosen, ...settings }).performance;
    });
    for (const metric of [grossExposure, netExposure]) {
      // All tests have 80 sessions, so their mean exposures have equal weight.
      const mean = single.reduce((sum, performance) => sum + performance.value(metric) / single.length, 0);
      expect(mean).toBeGreaterThan(0.1);
      expect(walked.performance.value(metric)).toBeCloseTo(mean, 12);
    }
  });

  test("counts the share of profitable tests among the tests that have trades", async () => {
    // A hundred falling days alternate with a hundred rising days, one point per day. The strategy buys only after a rise, so tests over
    // falling days have no trades.
    const closes = Float64Array.from(
      { length: 600 },
      (_, day) => 1000 + (Math.floor(day / 100) % 2 === 1 ? 1 : -1) * (day % 100),
    );
    const time = closes.map((_, day) => day * 86_400_000);
    const waves = marketOf({
      WAVE: new Bars("1d", { time, open: closes, high: closes, low: closes, close: closes, volume: closes }),
    });
    const follower = defineStrategy({
      name: "follower",
      params: { days: param.integer({ default: 1 }) },
      onBar({ bar, close, params: { days }, position, orders }) {
        if (bar.close > close.ago(days) && bar.close > 1000 && position.flat) orders.buy({ percent: 1 });
      },
    });
    for (const objective of ["total-return", "sharpe"]) {
      const { windows, positive } = await walkForward(follower, waves, {
        params: { days: [1, 2] },
        train: 100,
        test: 100,
        objective,
      });
      expect(windows.map(({ openTrades }) => openTrades)).toEqual([1, 0, 1, 0, 1]);
      expect(windows.map(({ tested }) => tested > 0)).toEqual([true, false, true, false, true]);
      expect(positive).toBe(1);
    }
  });

  test("gains in the first test while the trend continues, and loses in the second test after the trend reverses", async () => {
    // The market rises for 300 days, then falls. Parameters trained on the rise stay long in the fall.
    const turning = walkMarket(400, 3, (day) => (day < 300 ? 0.01 : -0.01));
    const side = defineStrategy({
      name: "side",
      params: { long: param.boolean({ default: true }) },
      onBar({ params: { long }, position, orders }) {
        if (long && position.flat) orders.buy({ percent: 1 });
      },
    });
    const { windows, positive } = await walkForward(side, turning, {
      params: { long: [false, true] },
      train: 200,
      test: 100,
      objective: "total-return",
    });
    expect(windows.map((window) => window.params["long"])).toEqual([true, true]);
    expect(windows[0]!.tested).toBeGreaterThan(1);
    expect(windows[1]!.tested).toBeLessThan(-0.5);
    expect(positive).toBe(0.5);
    // Each test buys once and never sells.
    expect(windows.map(({ openTrades }) => openTrades)).toEqual([1, 1]);
  });

  test("computes its efficiency from windows whose training and test both have a value of the objective", async () => {
    const rising = walkMarket(400, 3, () => 0.01);
    const { closes } = new SessionRange(rising, undefined);
    // The first window trades in its training and its test, the second only in its training, the third never.
    const early = defineStrategy({
      name: "early",
      params: { share: param.number({ default: 1, min: 0, max: 1 }) },
      onBar({ params: { share }, time, position, orders }) {
        if (time < closes[199]! && position.flat) orders.buy({ percent: share });
      },
    });
    const { windows, efficiency } = await walkForward(early, rising, {
      params: { share: [0.5] },
      train: 100,
      test: 100,
    });
    const [first, second, third] = windows;
    expect(first!.trained).toBeGreaterThan(0);
    expect(second!.trained).toBeGreaterThan(0);
    expect(second!.trained).not.toBe(first!.trained);
    expect([second!.tested, third!.trained, third!.tested]).toEqual([NaN, NaN, NaN]);
    expect(efficiency).toBe(first!.tested / first!.trained);
  });

  test("has no efficiency for an objective with the direction lowest", async () => {
    const options = { params: { fast: [3, 6], slow: [20] }, train: 150, test: 100, objective: "volatility" };
    const { windows, efficiency, objective } = await walkForward(smaCross, walkMarket(400), options);
    expect(objective.direction).toBe("lowest");
    expect(windows.every(({ trained, tested }) => trained > 0 && tested > 0)).toBe(true);
    expect(efficiency).toBeNaN();
  });

  test("keeps the equity of an account unchanged after it has lost everything", async () => {
    const rising = walkMarket(400, 3, () => 0.02);
    const short = defineStrategy({
      name: "short",
      params: { share: param.number({ default: 8 }) },
      onBar({ params: { share }, position, orders }) {
        if (position.flat) orders.sell({ percent: share });
      },
    });
    const { performance, summary } = await walkForward(short, rising, {
      params: { share: [8] },
      train: 100,
      test: 60,
      settings: { account: "margin", marginCalls: "at-close", initialMargin: 0.01, maintenanceMargin: 0.001 },
    });
    const { equity, sessions, trades } = performance;
    expect(sessions).toHaveLength(300);
    // The first test ends with negative equity, which cannot be multiplied by the growth of later tests.
    const owed = equity[59]!;
    expect(owed).toBeLessThan(0);
    expect(new Set(equity.slice(59))).toEqual(new Set([owed]));
    expect(trades.exitTime.every((time) => time <= performance.time[59]!)).toBe(true);
    expect(summary["total-return"]).toBeLessThan(-1);
  });

  test("can choose the parameters of a window by a search", async () => {
    const walked = await walkForward(smaCross, data, {
      params,
      train: 300,
      test: 100,
      choose: { method: "tpe", trials: 5 },
    });
    expect(walked.windows[0]!.trials).toBe(5);
  });
});

describe("cross-validation", () => {
  test("refuses a grid for a continuous range", async () => {
    const wide = defineStrategy({ name: "wide", params: { width: param.number({ default: 1 }) }, onBar() {} });
    await expect(crossValidate(wide, walkMarket(100), { params: { width: between(1, 2) } })).rejects.toThrow(
      "sampling must be random or sobol if a parameter is a continuous range",
    );
  });

  test("tests on every combination of groups of sessions", () => {
    expect(combinations(4, 2)).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
    ]);
  });

  test("gives as many paths as each group has tests, and finds a real edge in all paths", async () => {
    // Every fifth day gains 1% on average. Returns of other days are noise.
    const market = walkMarket(700, 5, (day) => (day % 5 === 0 ? 0.01 : 0));
    const weekday = defineStrategy({
      name: "weekday",
      params: { day: param.integer({ default: 0, min: 0, max: 4 }) },
      state: () => ({ bar: 0 }),
      onBar({ state, params: { day }, position, orders }) {
        // `bar` is the number of the next bar.
        state.bar++;
        if (state.bar % 5 === day) orders.buy({ percent: 1 });
        else if (!position.flat) orders.close();
      },
    });
    const result = await crossValidate(weekday, market, {
      params: { day: range(0, 4) },
      groups: 6,
      testGroups: 2,
      purge: 2,
      embargo: 1,
    });
    expect(result.splits).toHaveLength(15);
    expect(result.paths).toHaveLength(5);
    expect(result.splits.every(({ params: { day } }) => day === 0)).toBe(true);
    expect(result.paths[0]).toBeGreaterThan(1);
    expect(result.lossShare).toBe(0);
  });

  test("subtracts the risk-free rate in the Sharpe ratio of a path, as in that of a run", async () => {
    const settings = { riskFreeRate: 0.1 };
    const { paths } = await crossValidate(smaCross, data, { params: { fast: [5] }, settings });
    const { summary } = backtest(smaCross, data, { params: { fast: 5 }, ...settings });
    // With a single set of parameters every path equals the whole run.
    for (const path of paths) expect(path).toBeCloseTo(summary["sharpe"]!, 10);
  });

  test("refuses a purge that leaves no sessions to train on, and more groups than sessions", async () => {
    const params = { fast: [5], slow: [20] };
    await expect(crossValidate(smaCross, data, { params, groups: 10, purge: 20 })).rejects.toThrow(
      "2 * purge + embargo must be less than the number of sessions in a group (40), was 40",
    );
    await expect(crossValidate(smaCross, walkMarket(5), { params, groups: 6 })).rejects.toThrow(
      "groups must be at most the number of sessions (5), was 6",
    );
  });
});
