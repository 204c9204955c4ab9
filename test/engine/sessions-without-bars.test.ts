import { backtest, Bars, defineStrategy, marketOf, type RunSettings } from "hindcast";
import { expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";

const DAY = 86_400_000;
/** Midnight in New York on Thursday, 16 November 2023. */
const FIRST = Date.UTC(2023, 10, 16, 5);
const ALL = [0, 1, 4, 5, 6];

/** Daily bars of the exchange or, with the hour `open`, one hourly bar a day. */
function bars(days: readonly number[], open?: number): Bars {
  const flat = new Float64Array(days.length).fill(100);
  const time = Float64Array.from(days, (day) => FIRST + day * DAY + (open ?? 0) * 3_600_000);
  const columns = { time, open: flat, high: flat, low: flat, close: flat, volume: flat };
  return new Bars(open === undefined ? "1d" : "1h", columns);
}

/** Events of symbol B in a run that submits a day order for B at each close of A. */
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
  const events: string[] = [];
  const at = (time: number) => new Date(time).toISOString().slice(8, 16);
  const strategy = defineStrategy({
    name: "day-orders",
    onSessionClose: ({ symbol, time }) => symbol === "B" && events.push(`${at(time)} session`),
    onOrder: ({ time }, { id, symbol }, { event }) => symbol === "B" && events.push(`${at(time)} ${id} ${event}`),
    onBar: (context) => {
      if (context.symbol === "A") context.at("B").orders.buy({ quantity: 1, limit: 50, timeInForce: "day" });
    },
  });
  backtest(strategy, { ...market, series }, settings);
  return events;
}

test.each([
  ["days", "XNYS", undefined],
  ["hours", "XNYS", 12],
  ["days of a market that rarely closes", "FX", undefined],
])("the sessions of a symbol over %s do not reveal whether the symbol has another bar", (_, calendar, open) => {
  const ended = seen([0, 1], calendar, open);
  const back = seen([0, 1, 6], calendar, open);
  const before = (events: readonly string[]) => events.filter((line) => line < "22T10");
  expect(before(ended)).toEqual(before(back));
  // A day order expires at the end of its day, with or without a bar.
  expect(before(ended).filter((line) => line.includes("expire")).length).toBeGreaterThanOrEqual(2);
});

test("a session that is open at the end of a run has an opening event and no closing event", () => {
  // The session of London closes at 16:30, while New York trades.
  const eventsWithA = (ofA: readonly number[]) => seen([0], "XNYS", 10, { home: "XLON", ofA });
  const events = eventsWithA([0, 1]);
  expect(events.at(-1)).toBe("17T16:30 2 new");
  expect(eventsWithA(ALL).slice(0, events.length)).toEqual(events);
});

test("sessions of a symbol that traded before the run continue without bars until the symbol's next bar", () => {
  const from = "2023-11-17";
  for (const ofB of [[0], [0, 6], [0, 4, 6], [0, 1, 4, 5, 6]])
    expect(seen(ofB, "XNYS", 12, { from })).toContain("20T21:00 2 expired");
});
