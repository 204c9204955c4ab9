import { backtest, Bars, defineStrategy, marketOf, type RunSettings } from "hindcast";
import { expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";

const DAY = 86_400_000;
/** Thursday 16 November 2023, midnight in New York. */
const FIRST = Date.UTC(2023, 10, 16, 5);
const ALL = [0, 1, 4, 5, 6];

/** Days of the exchange; of hours when `open` says at which of them a day has its only bar. */
function bars(days: readonly number[], open?: number): Bars {
  const flat = new Float64Array(days.length).fill(100);
  const time = Float64Array.from(days, (day) => FIRST + day * DAY + (open ?? 0) * 3_600_000);
  const columns = { time, open: flat, high: flat, low: flat, close: flat, volume: flat };
  return new Bars(open === undefined ? "1d" : "1h", columns);
}

/** What a strategy sees of symbol B, for which it gives an order of the day at each close of A. */
function seen(
  ofB: readonly number[],
  calendar: string,
  open?: number,
  { ofA = ALL, home = calendar, ...settings }: Partial<RunSettings> & { ofA?: readonly number[]; home?: string } = {},
): string[] {
  const market = marketOf({ A: bars(ofA, open), B: bars(ofB, open) });
  const series = market.series.map((one) => ({
    ...one,
    calendar: calendarOf(one.instrument.symbol === "A" ? home : calendar),
  }));
  const told: string[] = [];
  const at = (time: number) => new Date(time).toISOString().slice(8, 16);
  const strategy = defineStrategy({
    name: "day-orders",
    onSessionClose: ({ symbol, time }) => symbol === "B" && told.push(`${at(time)} session`),
    onOrder: ({ time }, { id, symbol }, { event }) => symbol === "B" && told.push(`${at(time)} ${id} ${event}`),
    onBar: (context) => {
      if (context.symbol === "A") context.at("B").orders.buy({ quantity: 1, limit: 50, timeInForce: "day" });
    },
  });
  backtest(strategy, { ...market, series }, settings);
  return told;
}

test.each([
  ["days", "XNYS", undefined],
  ["hours", "XNYS", 12],
  ["days of a market that hardly rests", "FX", undefined],
])("of %s nobody is told whether a symbol will have another bar", (_, calendar, open) => {
  const ended = seen([0, 1], calendar, open);
  const back = seen([0, 1, 6], calendar, open);
  const before = (told: readonly string[]) => told.filter((line) => line < "22T10");
  expect(before(ended)).toEqual(before(back));
  // An order of the day ends with the day, whether or not there is a bar in it.
  expect(before(ended).filter((line) => line.includes("expire")).length).toBeGreaterThanOrEqual(2);
});

test("a session that is on when all else is over has opened, and does not close", () => {
  // London closes at 16:30, while New York trades.
  const toTheEnd = (ofA: readonly number[]) => seen([0], "XNYS", 10, { home: "XLON", ofA });
  const told = toTheEnd([0, 1]);
  expect(told.at(-1)).toBe("17T16:30 2 new");
  expect(toTheEnd(ALL).slice(0, told.length)).toEqual(told);
});

test("of what traded before a run begins, sessions go on until its next bar, and where none comes", () => {
  const from = "2023-11-17";
  for (const ofB of [[0], [0, 6], [0, 4, 6], [0, 1, 4, 5, 6]])
    expect(seen(ofB, "XNYS", 12, { from })).toContain("20T21:00 2 expired");
});
