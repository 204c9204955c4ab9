import { backtest, defineStrategy, marketOf } from "hindcast";
import { expect, test } from "vitest";
import { metrics } from "../../src/metrics/catalog.ts";
import { DAY_MS } from "../../src/time/interval.ts";
import { EIGHT_DAYS, eightDaysResult, scripted } from "../report/fixture.ts";
import { barsFrom, FIRST_DAY, flatBars } from "../support/market.ts";

/*
 * Eight days with closes of 10, 12, 13, 13, 15, 12, 12.5 and 11. 50 units are bought at the second open at 10 and sold
 * at the fourth at 14. 40 are bought at the sixth open at 15 and sold at the eighth at 12. Lows of the trades are 10
 * and 11, highs 13 and 15, with only the exit price of the exit's bar.
 */
test("traded value, slippage and trades of a performance come from the ledger", () => {
  const { performance } = eightDaysResult();
  expect(performance.tradedValue).toBe(500 + 700 + 600 + 480);
  expect(performance.slippagePaid).toBe(0);
  expect(performance.intervalMs).toBe(86_400_000);
  expect([...performance.trades.entryBar!]).toEqual([1, 5]);
  expect([...performance.trades.mae!]).toEqual([0, 11 / 15 - 1]);
  expect([...performance.trades.mfe!]).toEqual([14 / 10 - 1, 0]);
  expect([...performance.trades.entryValue!]).toEqual([500, 600]);
});

test("position values of a performance are those at each session's close", () => {
  const { long, short } = eightDaysResult().performance.positionValues;
  expect([...long]).toEqual([0, 600, 650, 0, 0, 480, 500, 0]);
  expect([...short]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

test("the value of an open position counts in exposure to the end of the run", () => {
  const { performance } = backtest(scripted({ 5: 10 }), EIGHT_DAYS, { cash: 1000 });
  expect([...performance.positionValues.long]).toEqual([0, 0, 0, 0, 0, 0, 125, 110]);
  // The position is worth 125 and 110 at the last two closes, where equity is 1,005 and 990.
  expect(performance.value(metrics["gross-exposure"]!)).toBeCloseTo((125 / 1005 + 110 / 990) / 8, 14);
});

test("a position whose bar is forming is valued at that bar's open, as in equity", () => {
  // B's days begin at noon. B is bought at its second open at 20, while A's second bar closes, and sold at its third
  // open at 25.
  const prices = { A: flatBars([10, 10, 10, 10]), B: flatBars([20, 20, 25, 25], "1d", FIRST_DAY + DAY_MS / 2) };
  const strategy = defineStrategy({
    name: "noon",
    onBar: ({ symbol, bar, orders }) => {
      if (symbol === "B" && bar.index === 0) orders.buy({ quantity: 10 });
      if (symbol === "B" && bar.index === 1) orders.close();
    },
  });
  const { equity, performance } = backtest(strategy, marketOf(prices), { cash: 1000 });
  const { long } = performance.positionValues;
  expect([...long]).toEqual([...equity.sessions].map((record) => equity.equity[record]! - equity.cash[record]!));
  expect(Math.max(...long)).toBe(200);
});

test("a position finalized at the end of the run counts up to the end, even if its bars ended earlier", () => {
  const prices = { A: flatBars([10, 10, 10, 10]), B: flatBars([20, 20]) };
  const strategy = defineStrategy({
    name: "held",
    onBar: ({ symbol, bar, orders }) => {
      if (symbol === "B" && bar.index === 0) orders.buy({ quantity: 10 });
    },
  });
  const { performance } = backtest(strategy, marketOf(prices), { cash: 1000, atEnd: "finalize" });
  expect([...performance.positionValues.long]).toEqual([0, 200, 200, 0]);
});

test("units that are paid in cash at a split count as held until the split", () => {
  // Ten units are bought at 100. A split of one for four at the fourth open makes two and a half, of which the half is
  // paid at 408.
  const bars = barsFrom("100 100 100 100\n100 101 99 100\n102 102 102 102\n408 408 408 408\n410 410 410 410");
  const exDate = FIRST_DAY / DAY_MS + 3;
  const actions = [{ symbol: "X", kind: "split", exDate, ratio: 0.25, cash: 0, currency: "USD" }] as const;
  const market = marketOf({ X: bars });
  const { trades, performance } = backtest(
    scripted({ 0: 10 }),
    { ...market, series: market.series.map((one) => ({ ...one, actions })) },
    { cash: 1000 },
  );
  // In units after the split, the low of 99 is 396 and the high of 102 is 408.
  expect(trades.map(({ quantity, bars: held, mae, mfe }) => [quantity, held, mae, mfe])).toEqual([
    [0.5, 2, 396 / 400 - 1, 408 / 400 - 1],
    [2, 3, 396 / 400 - 1, 410 / 400 - 1],
  ]);
  expect([...performance.positionValues.long]).toEqual([0, 1000, 1020, 816, 820]);
});

test("a position in another currency is valued at each session's exchange rate, even without a trade", () => {
  const prices = { A: flatBars([10, 10, 10, 10]), SAP: flatBars([100, 100]), EURUSD: flatBars([1, 1.5, 2, 2.5]) };
  const strategy = defineStrategy({
    name: "abroad",
    onBar: ({ symbol, bar, orders }) => {
      if (symbol === "SAP" && bar.index === 0) orders.buy({ quantity: 1 });
    },
  });
  const market = marketOf(prices, { SAP: { currency: "EUR" } });
  const { buyAndHold, performance } = backtest(strategy, market, { symbols: ["A", "SAP"], cash: 1000 });
  expect([...performance.positionValues.long]).toEqual([0, 150, 200, 250]);
  // Each symbol gets half of the cash, and the euros for it are bought at the first rate.
  expect([...buyAndHold]).toEqual([1000, 1250, 1500, 1750]);
});

test("average slippage is an amount of money, weighted by quantity", () => {
  const settings = { cash: 1000, slippage: { model: "bps", bps: 100 } };
  const { performance, fills } = backtest(scripted({ 0: 10, 2: 0 }), EIGHT_DAYS, settings);
  const paid = fills.reduce((sum, fill) => sum + fill.slippage * fill.quantity, 0);
  expect(paid).toBeGreaterThan(0);
  expect(performance.slippagePaid).toBeCloseTo(paid, 10);
});

test("records before the first value of an indicator count as warm-up", () => {
  expect(eightDaysResult().performance.warmupRecords).toBe(1);
});
