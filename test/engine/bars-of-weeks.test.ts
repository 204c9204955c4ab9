import { backtest, type BarContext, Bars, type Calendar, defineStrategy, marketOf } from "hindcast";
import { metrics } from "hindcast/metrics";
import { expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { barsFrom, FIRST_DAY } from "../support/market.ts";

/** Seven weekly bars in January and February. Each starts at midnight in New York, on a Monday. */
const weeks = barsFrom(
  "100 100 100 100\n100 101 97 98\n98 104 98 103\n103 108 102 107\n107 109 100 101\n101 103 99 100\n100 105 99 104",
  "1wk",
  FIRST_DAY + 5 * 3_600_000,
);
const dip = defineStrategy({
  name: "dip",
  onBar({ bar, position, orders }: BarContext) {
    if (position.flat) orders.buy({ percent: 0.9, limit: bar.close - 2, takeProfit: bar.close + 4, stopLoss: 90 });
  },
});
function run(calendar: Calendar | undefined) {
  const market = marketOf({ X: weeks });
  return backtest(dip, { ...market, series: market.series.map((one) => ({ ...one, calendar })) });
}

test("each weekly bar is one session, and a year has 52 sessions, with and without a calendar", () => {
  const plain = run(undefined);
  const exchange = run(calendarOf("XNYS"));
  expect(exchange.fills.map(({ side, price }) => [side, price])).toEqual([
    ["buy", 98],
    ["sell", 104],
    ["buy", 105],
  ]);
  expect(exchange.fills.map(({ price }) => price)).toEqual(plain.fills.map(({ price }) => price));
  expect(exchange.performance.sessions.length).toBe(7);
  expect([...exchange.equity.equity]).toEqual([...plain.equity.equity]);
  for (const name of ["volatility", "sharpe", "annual-return"] as const)
    expect(exchange.summary[name]).toBe(plain.summary[name]);
});

test("weekly bars of markets with different closing days belong to the same weeks", () => {
  // A's week ends on Friday in New York, B's at the end of Sunday. A has no bar in the week of the 15th, and B none in
  // the week of the 22nd.
  const rows = "100 100 100 100\n100 100 100 100\n-\n100 100 100 100\n100 100 100 100";
  const hours = FIRST_DAY + 5 * 3_600_000;
  const market = marketOf({
    A: barsFrom(rows, "1wk", hours),
    B: barsFrom("100 100 100 100\n100 100 100 100\n100 100 100 100\n-\n100 100 100 100", "1wk", FIRST_DAY),
  });
  const series = market.series.map((one) =>
    one.instrument.symbol === "A" ? { ...one, calendar: calendarOf("XNYS") } : one,
  );
  const idle = defineStrategy({ name: "idle", onBar() {} });
  const { performance, equity } = backtest(idle, { ...market, series });
  expect(equity.time.length).toBe(8);
  // The third week has only a bar of B. The fourth has only one of A, which closes on Friday.
  const ends = Array.from(performance.sessions, (record) => new Date(equity.time[record]!).toISOString().slice(0, 10));
  expect(ends).toEqual(["2024-01-08", "2024-01-15", "2024-01-22", "2024-01-26", "2024-02-05"]);
});

const dayOf = (date: number) => new Date(date).toISOString().slice(0, 10);

test("a weekly bar without a calendar belongs to the month of its Friday, as with a calendar", () => {
  // The week of Monday, 27 May 2024 has its Friday in May and its Sunday in June.
  const market = marketOf({ X: barsFrom("100 100 100 100\n".repeat(23).trim(), "1wk") });
  const [plain, exchange] = [undefined, calendarOf("XNYS")].map((calendar) =>
    backtest(dip, { ...market, series: market.series.map((one) => ({ ...one, calendar })) }),
  );
  expect([...plain!.equity.sessionDates].slice(20).map(dayOf)).toEqual(["2024-05-24", "2024-05-31", "2024-06-07"]);
  expect(metrics.monthlyReturns(plain!.equity, 100).map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(metrics.monthlyReturns(exchange!.equity, 100)).toEqual(metrics.monthlyReturns(plain!.equity, 100));
});

test.each([
  ["1wk", "2024-02-12"],
  ["1mo", "2024-07-01"],
] as const)("a run of %s bars starts and ends on the dates of its bars", (interval, last) => {
  const time = Float64Array.from({ length: 7 }, (_, i) =>
    interval === "1wk" ? FIRST_DAY + i * 7 * 86_400_000 : Date.UTC(2024, i, 1),
  );
  const { open, high, low, close, volume } = weeks;
  const result = backtest(dip, marketOf({ X: new Bars(interval, { time, open, high, low, close, volume }) }));
  expect([result.firstDate, result.lastDate]).toEqual(["2024-01-01", last]);
  expect([result.firstDate, result.lastDate]).toEqual([result.equity.date[0]!, result.equity.date.at(-1)!].map(dayOf));
});
