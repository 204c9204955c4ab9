import * as fc from "fast-check";
import { describe, expect } from "vitest";
import { cagr } from "../../src/metrics/returns.ts";
import { drawdownColumn, drawdownSpells } from "../../src/metrics/drawdown-spells.ts";
import { expectancy, payoffRatio, profitFactor, winRate } from "../../src/metrics/trades.ts";
import { maxDrawdown } from "../../src/metrics/drawdowns.ts";
import { moments } from "../../src/metrics/statistics.ts";
import { monthlyReturns } from "../../src/metrics/monthly-returns.ts";
import { sessionReturns } from "../../src/metrics/session-returns.ts";
import { sharpe, sortino } from "../../src/metrics/ratios.ts";
import { DAY } from "./performance-of.ts";
import { property } from "../support/property.ts";

const column = (value: fc.Arbitrary<number>, minLength = 0) =>
  fc.array(value, { minLength, maxLength: 60 }).map((values) => Float64Array.from(values));
const money = fc.integer({ min: 1, max: 20 }).map((k) => k * 100);
const equities = column(money, 1);
const returns = column(
  fc.integer({ min: -50, max: 50 }).map((k) => k / 1000),
  2,
);
const profits = column(fc.integer({ min: -30, max: 30 }), 1);
const near = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(b)));

describe("the drawdown of a run", () => {
  property([equities])("is the largest fractional loss from a peak to a later record", (equity) => {
    const curve = [1000, ...equity];
    let worst = 0;
    for (let i = 0; i < curve.length; i++)
      for (let j = i; j < curve.length; j++) worst = Math.min(worst, (curve[j]! - curve[i]!) / curve[i]!);
    expect(maxDrawdown(equity, 1000)).toBe(worst);
    expect(Math.min(...drawdownColumn(equity, 1000))).toBe(worst);
    expect(Math.min(0, ...drawdownSpells(equity, equity, 0, 1000).depth)).toBe(worst);
  });

  property([equities])("has spells in order of time, which cover every record below the peak", (equity) => {
    const time = equity.map((_, i) => (i + 1) * DAY);
    const { length, startTime, endTime, depth } = drawdownSpells(time, equity, 0, 1000);
    const below = drawdownColumn(equity, 1000);
    for (let k = 0; k < length; k++) {
      expect(startTime[k]).toBeLessThan(endTime[k]!);
      expect(startTime[k]).toBeGreaterThanOrEqual(k > 0 ? endTime[k - 1]! : 0);
      expect(depth[k]).toBeLessThan(0);
    }
    for (let i = 0; i < equity.length; i++) {
      const covered = startTime.some((start, k) => start < time[i]! && time[i]! <= endTime[k]!);
      if (below[i]! < 0) expect(covered).toBe(true);
    }
  });
});

describe("the returns of a run", () => {
  property([equities])("compound to the total return, per session and per month", (equity) => {
    const sessions = Int32Array.from(equity, (_, i) => i);
    const sessionDates = equity.map((_, i) => i * 11 * DAY);
    const whole = equity.at(-1)! / 1000;
    near(
      sessionReturns(equity, sessions, 1000).reduce((value, r) => value * (1 + r), 1),
      whole,
    );
    const months = monthlyReturns({ equity, sessions, sessionDates }, 1000);
    near(
      months.reduce((value, month) => value * (1 + month.return), 1),
      whole,
    );
    const labels = months.map(({ year, month }) => year * 100 + month);
    expect(labels).toEqual([...new Set(labels)].toSorted((a, b) => a - b));
  });

  property([fc.double({ min: -0.9, max: 10, noNaN: true }), fc.integer({ min: 200, max: 4000 })])(
    "at the compound annual growth rate compound to the total return",
    (whole, days) => {
      near((1 + cagr(whole, 0, days * DAY)) ** (days / 365.25), 1 + whole);
    },
  );
});

describe("Sharpe and Sortino ratios", () => {
  property([returns, fc.integer({ min: 2, max: 5 })])("do not change with leverage", (r, times) => {
    const levered = r.map((value) => value * times);
    for (const ratio of [sharpe, sortino]) {
      const one = ratio(r, 0, 252);
      if (Number.isNaN(one)) expect(ratio(levered, 0, 252)).toBeNaN();
      else near(ratio(levered, 0, 252), one);
    }
  });

  property([returns])("do not change with the order of sessions", (r) => {
    const one = sharpe(r, 0.0001, 252);
    if (!Number.isNaN(one)) near(sharpe(r.toReversed(), 0.0001, 252), one);
  });

  property([returns, fc.integer({ min: -5, max: 5 })])(
    "are based on a deviation that does not change if a constant is added to all returns",
    (r, shift) => {
      near(moments(r.map((value) => value + shift)).deviation, moments(r).deviation);
    },
  );
});

describe("metrics of trades", () => {
  property([profits])("have an expectancy that follows from win rate and payoff ratio", (pnl) => {
    const losses = pnl.filter((profit) => profit < 0);
    const payoff = payoffRatio(pnl);
    if (Number.isNaN(payoff)) return;
    const loss = -losses.reduce((total, profit) => total + profit, 0) / losses.length;
    near(expectancy(pnl), loss * (winRate(pnl) * payoff - losses.length / pnl.length));
  });

  property([profits])("have a profit factor above 1 exactly if the trades made a profit", (pnl) => {
    const factor = profitFactor(pnl);
    const total = pnl.reduce((all, profit) => all + profit, 0);
    if (!Number.isNaN(factor)) expect(Math.sign(factor - 1)).toBe(Math.sign(total));
  });
});
