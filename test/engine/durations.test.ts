import { backtest, Bars, defineStrategy, instrument, type Series } from "hindcast";
import { tradeDurations } from "hindcast/metrics";
import { expect, test } from "vitest";
import { durationRows } from "../../src/report/payload.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import { dayOf } from "../support/hand-calendar.ts";

const ZONE = "America/New_York";

/** Daily bars of New York sessions from a date on, each with the time of midnight in New York. */
function days(from: string, closes: readonly number[], own: Partial<Series> = {}): Series {
  const dates = calendarOf("XNYS")
    .sessions(dayOf(from), dayOf(from) + 40)
    .date.subarray(0, closes.length);
  const time = Float64Array.from(dates, (date) => zoneOf(ZONE).toInstantOrAfter(date * DAY_MS));
  const close = Float64Array.from(closes);
  const bars = new Bars("1d", { time, open: close, high: close, low: close, close, volume: close });
  return { instrument: instrument("X"), bars, ...own };
}

/** Strategy that enters at the second open and exits at the tenth. */
const holder = defineStrategy({
  name: "holder",
  onBar({ bar, orders }) {
    if (bar.index === 0) orders.buy({ quantity: 100 });
    if (bar.index === 8) orders.close();
  },
});

// Closes from a Monday on. Equity falls after the first Friday and recovers on the second. Clocks change on the Sunday
// between the two.
const FALLS = [100, 100, 100, 100, 100, 90, 90, 90, 90, 100, 100, 100];

test.each([
  ["with a zone in spring", days("2023-03-06", FALLS, { zone: ZONE })],
  ["with a zone in autumn", days("2023-10-30", FALLS, { zone: ZONE })],
  ["without a zone in spring", days("2023-03-06", FALLS)],
  ["with a calendar in spring", days("2023-03-06", FALLS, { calendar: calendarOf("XNYS") })],
  ["with a calendar in autumn", days("2023-10-30", FALLS, { calendar: calendarOf("XNYS") })],
])("trades and drawdowns of daily bars last whole days when clocks change, %s", (_, series) => {
  const result = backtest(holder, { series: [series], notes: [] });
  // The trade enters on Tuesday and exits on Friday of the next week.
  expect(result.summary["average-trade-duration"]).toBe(10 * DAY_MS);
  expect(result.summary["longest-trade"]).toBe(10 * DAY_MS);
  expect(
    durationRows(result)
      .map(({ text }) => text)
      .slice(0, 4),
  ).toEqual(["10d", "10d", "10d", "10d"]);
  expect(tradeDurations(result.trades, result.performance.tradeDurations).longest).toBe(10 * DAY_MS);
  expect(result.summary["longest-drawdown"]).toBe(7 * DAY_MS);
});

test("a drawdown from an early close at 13:00 to a close at 16:00 lasts whole days", () => {
  // XNYS closed early on Friday, 24 November 2023. The last record at the peak is that early close.
  const series = days("2023-11-20", [100, 100, 100, 100, 90, 100, 100], { calendar: calendarOf("XNYS") });
  const hold = defineStrategy({
    name: "hold",
    onBar: ({ bar, orders }) => void (bar.index === 0 && orders.buy({ quantity: 100 })),
  });
  const result = backtest(hold, { series: [series], notes: [] });
  expect(result.summary["longest-drawdown"]).toBe(4 * DAY_MS);
  expect(result.summary["average-drawdown-duration"]).toBe(4 * DAY_MS);
});
