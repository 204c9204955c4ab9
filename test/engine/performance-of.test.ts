import { backtest } from "hindcast";
import { expect, test } from "vitest";
import { metrics } from "../../src/metrics/catalog.ts";
import { EIGHT_DAYS, eightDaysResult, scripted } from "../report/fixture.ts";

/*
 * Eight days: 50 bought at the second open at 10 and sold at the fourth at 14, 40 bought at the sixth at 15 and sold at the eighth at 12.
 * Closes 10, 12, 13, 13, 15, 12, 12.5, 11; lows while open 10 and 11; highs 13 and 15 (the exits' bars count with the price of the exit).
 */
test("what traded is read from the books", () => {
  const { performance } = eightDaysResult();
  expect(performance.tradedValue).toBe(500 + 700 + 600 + 480);
  expect(performance.slippagePaid).toBe(0);
  expect(performance.intervalMs).toBe(86_400_000);
  expect([...performance.trades.entryBar!]).toEqual([1, 5]);
  expect([...performance.trades.mae!]).toEqual([0, 11 / 15 - 1]);
  expect([...performance.trades.mfe!]).toEqual([14 / 10 - 1, 0]);
  expect([...performance.trades.entryValue!]).toEqual([500, 600]);
});

test("positions stand at their worth at the close of each session", () => {
  const { long, short } = eightDaysResult().performance.positionValues;
  expect([...long]).toEqual([0, 600, 650, 0, 0, 480, 500, 0]);
  expect([...short]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

test("a position that is still open counts to the end", () => {
  const { performance } = backtest(scripted({ 5: 10 }), EIGHT_DAYS, { settings: { cash: 1000 } });
  expect([...performance.positionValues.long]).toEqual([0, 0, 0, 0, 0, 0, 125, 110]);
  // Equity 1,005 and 990 at the last two closes.
  expect(performance.value(metrics["gross-exposure"]!)).toBeCloseTo((125 / 1005 + 110 / 990) / 8, 14);
});

test("slippage is paid in money, by the quantity", () => {
  const settings = { cash: 1000, slippage: { model: "bps", bps: 100 } };
  const { performance, fills } = backtest(scripted({ 0: 10, 2: 0 }), EIGHT_DAYS, { settings });
  const paid = fills.reduce((sum, fill) => sum + fill.slippage * fill.quantity, 0);
  expect(paid).toBeGreaterThan(0);
  expect(performance.slippagePaid).toBeCloseTo(paid, 10);
});

test("indicators that have no value yet are warm-up", () => {
  expect(eightDaysResult().performance.warmupRecords).toBe(1);
});
