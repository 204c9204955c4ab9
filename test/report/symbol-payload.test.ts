import { backtest } from "hindcast";
import { reportPayload } from "hindcast/report";
import { expect, test } from "vitest";
import { unpack } from "../../src/web/report/unpack.ts";
import { changed, EIGHT_DAYS, eightDaysResult, scripted } from "./fixture.ts";

const pageOf = (result: Parameters<typeof reportPayload>[0]) => reportPayload(result);
const dates = (seconds: ArrayLike<number>) =>
  Array.from(seconds, (at) => new Date(at * 1000).toISOString().slice(0, 10));

test("a chart in a report has the bars within the run's range, with their indicators", () => {
  const result = backtest(scripted({}), EIGHT_DAYS, { from: "2024-01-03", to: "2024-01-05" });
  const [symbol] = pageOf(result).symbols;
  expect([...unpack(symbol!.open)]).toEqual([12, 14, 13]);
  // Each value is the mean of two closes: of 12 and 13, of 13 and 13, of 13 and 15.
  expect(symbol!.indicators.map(({ values }) => [...unpack(values)])).toEqual([[12.5, 13, 14]]);
});

test("a chart shows a fill at an open in the bar that opens, not in the bar that closes at that time", () => {
  // The first fill is at the open of the second day, which is also the closing time of the first day.
  const result = eightDaysResult();
  const days = ["2024-01-02", "2024-01-04", "2024-01-06", "2024-01-08"];
  expect(dates(unpack(pageOf(result).symbols[0]!.fills.time))).toEqual(days);
  expect(result.fills.map(({ date }) => date)).toEqual(days);
});

test("a chart draws a trade from the bar of its entry to that of its exit, or to the last bar if the trade is open", () => {
  const result = backtest(scripted({ 0: 50, 2: 0, 4: 40 }), EIGHT_DAYS, { cash: 1000 });
  const { entryPoint, exitPoint } = pageOf(result).trades;
  expect(dates(unpack(entryPoint))).toEqual(["2024-01-02", "2024-01-06"]);
  expect(dates(unpack(exitPoint))).toEqual(["2024-01-04", "2024-01-08"]);
});

test("a report refuses an indicator that has fewer values than its symbol has bars, and names the indicator", () => {
  const result = eightDaysResult();
  const [indicator] = result.indicators;
  const short = changed(result, { indicators: [{ ...indicator!, values: indicator!.values.subarray(1) }] });
  expect(() => pageOf(short)).toThrow("indicator mean of ACME and its bars must have equal length, were 7 and 8");
});
