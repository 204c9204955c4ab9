import { describe, expect, test } from "vitest";
import { drawdownColumn } from "../../src/metrics/drawdown-spells.ts";
import { summarize } from "../../src/metrics/summary.ts";
import { DAY, performanceOf, tradesOf } from "./performance-of.ts";

const facts = (wrong: object) => () => performanceOf([1100, 990], wrong);

describe("returns of a performance", () => {
  test("are measured from session to session, and for the first session from the initial cash", () => {
    const run = performanceOf([1000, 500, 1100, 900, 990], { sessions: Int32Array.of(0, 2, 4) });
    expect([...run.returns]).toEqual([0, 0.1, -0.1]);
  });

  test("are missing for a session that started with an equity of zero or below", () => {
    expect([...performanceOf([0, 100, -50, 20]).returns]).toEqual([-1, NaN, -1.5, NaN]);
  });

  test("leave out records after the last session, while the total return includes them", () => {
    const run = performanceOf([1100, 1210, 2420], { sessions: Int32Array.of(0, 1), periodsPerYear: 2 });
    const summary = summarize(run);
    expect(summary["annual-return"]).toBeCloseTo(0.21, 14);
    expect(summary["total-return"]).toBe(1.42);
  });

  test("include a risk-free return per session, the annual risk-free rate divided by the sessions per year", () => {
    expect(performanceOf([], { riskFreeRate: 0.05, periodsPerYear: 250 }).riskFreeReturn).toBe(0.0002);
  });
});

describe("drawdowns", () => {
  test("last from the last record at the peak until the peak is reached again, or until the last record", () => {
    const { startTime, endTime, depth, length } = performanceOf([900, 1000, 1000, 950, 800, 1200, 1100]).drawdownSpells;
    expect(length).toBe(3);
    expect([...startTime]).toEqual([0, 3 * DAY, 6 * DAY]);
    expect([...endTime]).toEqual([2 * DAY, 6 * DAY, 7 * DAY]);
    expect([...depth]).toEqual([-0.1, -0.2, -100 / 1200]);
  });

  test("are available as a column, which is 0 at every peak", () => {
    expect([...drawdownColumn(Float64Array.of(900, 1000, 800, 1200), 1000)]).toEqual([-0.1, 0, -0.2, 0]);
  });
});

describe("a performance", () => {
  test("computes its returns and drawdowns only once", () => {
    const run = performanceOf([1100, 990]);
    expect(run.returns).toBe(run.returns);
    expect(run.drawdownSpells).toBe(run.drawdownSpells);
  });

  test("throws if it is made from invalid or inconsistent facts", () => {
    expect(facts({ startEquity: 0 })).toThrow("startEquity must be a finite number above 0, was 0");
    expect(facts({ periodsPerYear: NaN })).toThrow("periodsPerYear must be a finite number above 0, was NaN");
    expect(facts({ time: Float64Array.of(1) })).toThrow("time must be as long as equity (2), was 1");
    expect(facts({ buyAndHold: Float64Array.of(1) })).toThrow(/^buyAndHold must be as long as equity/);
    expect(facts({ sessions: Int32Array.of(0, 2) })).toThrow("sessions must be indexes of records, below 2, was 2");
    expect(facts({ trades: { ...tradesOf([1, 2]), length: 1 } })).toThrow(/^trades.pnl must be as long as trades/);
    expect(facts({ startEquity: -1 })).toThrow(expect.objectContaining({ code: "PARAMETER_OUT_OF_RANGE" }));
  });
});

test("binary noise in equity does not count as a return, a drawdown or a losing session", () => {
  // In doubles, 2.56 in cash plus 1,524 units at 6.56 is 9999.999999999998.
  const noise = 9999.999999999998;
  const run = performanceOf([10_000, noise, 10_000, noise], {
    startEquity: 10_000,
    benchmark: Float64Array.of(noise, 10_000, noise, 10_000),
  });
  expect([...run.returns]).toEqual([0, 0, 0, 0]);
  expect([...run.benchmarkReturns]).toEqual([0, 0, 0, 0]);
  expect(run.drawdownSpells.length).toBe(0);
  expect([...drawdownColumn(run.equity, 10_000)]).toEqual([0, 0, 0, 0]);
  expect(run.captures.down).toBeNaN();
});

test("a drawdown needs a loss of at least the smallest currency unit", () => {
  // From the peak of 1,000 a loss of half a cent is no drawdown, a loss of a cent starts one, and a loss below a cent ends it.
  const equity = [999.995, 999.99, 999.996];
  const cents = performanceOf(equity, { moneyDecimals: 2 }).drawdownSpells;
  expect([cents.length, ...cents.startTime, ...cents.endTime]).toEqual([1, DAY, 3 * DAY]);
  expect(performanceOf(equity).drawdownSpells.startTime[0]).toBe(0);
  expect(performanceOf(equity, { moneyDecimals: 0 }).drawdownSpells.length).toBe(0);
});
