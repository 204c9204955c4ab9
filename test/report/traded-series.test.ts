import { backtest } from "hindcast";
import { expect, test } from "vitest";
import { barsOfTrades, tradedSeries } from "../../src/report/traded-series.ts";
import { changed, EIGHT_DAYS, eightDaysResult, MONDAY, scripted } from "./fixture.ts";
import { DAY_MS } from "../../src/time/interval.ts";

test("the bars are those of the run's range", () => {
  const result = backtest(scripted({}), EIGHT_DAYS, { settings: { from: "2024-01-03", to: "2024-01-05" } });
  const [series] = tradedSeries(result, EIGHT_DAYS);
  expect([...series!.bars.open]).toEqual([12, 14, 13]);
});

test("a fill at the open of a bar belongs to it, one inside a bar that closes then to the bar before", () => {
  const result = eightDaysResult();
  const [first] = result.fills;
  // The second day opens at 10; a stop at 9.5 of the first day would have filled at its close, the same midnight.
  const inside = { ...first!, price: 9.5 };
  const slipped = { ...first!, price: 10.25, slippage: 0.25 };
  const [series] = tradedSeries(changed(result, { fills: [first!, inside, slipped] }), EIGHT_DAYS);
  expect(first!.time).toBe(MONDAY + DAY_MS);
  expect(series!.fillBars).toEqual([1, 0, 1]);
});

test("a trade has the bars of its fills, an open one ends in the last", () => {
  const result = backtest(scripted({ 0: 50, 2: 0, 4: 40 }), EIGHT_DAYS, { settings: { cash: 1000 } });
  expect(barsOfTrades(result, tradedSeries(result, EIGHT_DAYS))).toEqual([
    { entry: 1, exit: 3 },
    { entry: 5, exit: 7 },
  ]);
});

test("a symbol without data has no bars", () => {
  const result = changed(eightDaysResult(), { symbols: ["ACME", "NONE"] });
  expect(tradedSeries(result, EIGHT_DAYS).map(({ bars }) => bars.length)).toEqual([8, 0]);
});
