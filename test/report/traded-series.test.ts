import { backtest } from "hindcast";
import { expect, test } from "vitest";
import { barsOfTrades, tradedSeries } from "../../src/report/traded-series.ts";
import { changed, EIGHT_DAYS, eightDaysResult, scripted } from "./fixture.ts";

test("the bars are those of the run's range, with their indicators", () => {
  const result = backtest(scripted({}), EIGHT_DAYS, { from: "2024-01-03", to: "2024-01-05" });
  const [series] = tradedSeries(result);
  expect([...series!.bars.open]).toEqual([12, 14, 13]);
  // Means of the closes of two days: 12 and 13, 13 and 13, 13 and 15.
  expect(series!.indicators.map(({ values }) => [...values])).toEqual([[12.5, 13, 14]]);
});

test("a fill has the bar in which the broker filled it, also where one bar closes as the next opens", () => {
  // Bought at the open of the second day; a stop at 9.5 inside the first day would have filled at the same midnight.
  const result = eightDaysResult();
  expect(tradedSeries(result)[0]!.fillBars).toEqual([1, 3, 5, 7]);
  expect(result.fills.map(({ date }) => date)).toEqual(["2024-01-02", "2024-01-04", "2024-01-06", "2024-01-08"]);
});

test("a trade has the bars of its fills, an open one ends in the last", () => {
  const result = backtest(scripted({ 0: 50, 2: 0, 4: 40 }), EIGHT_DAYS, { cash: 1000 });
  expect(barsOfTrades(result)).toEqual([
    { entry: 1, exit: 3 },
    { entry: 5, exit: 7 },
  ]);
});

test("an indicator that is not one value a bar is refused by name", () => {
  const result = eightDaysResult();
  const [indicator] = result.indicators;
  const short = changed(result, { indicators: [{ ...indicator!, values: indicator!.values.subarray(1) }] });
  expect(() => tradedSeries(short)).toThrow(
    "indicator mean of ACME and its bars must have one length, were 7 and 8 long",
  );
});
