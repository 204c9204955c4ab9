import { backtest, Bars, defineStrategy, type Entry, marketOf } from "hindcast";
import { expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Midnight of Thursday, 16 November 2023, UTC. */
const FIRST = Date.UTC(2023, 10, 16);
const STOCK_DAYS = [0, 1, 4, 5];
const COIN_DAYS = [0, 1, 2, 3, 4, 5];

/** Daily bars whose days start some hours behind UTC. */
function days(which: readonly number[], behind = 5): Bars {
  const flat = new Float64Array(which.length).fill(100);
  const time = Float64Array.from(which, (day) => FIRST + day * DAY + behind * HOUR);
  return new Bars("1d", { time, open: flat, high: flat, low: flat, close: flat, volume: flat });
}

function interest(stocks: Readonly<Record<string, Bars>>, coins: Readonly<Record<string, Bars>>) {
  const market = marketOf({ ...stocks, ...coins });
  const series = market.series.map((one) => ({
    ...one,
    calendar: calendarOf(one.instrument.symbol in stocks ? "XNYS" : "24/7"),
  }));
  return interestOf({ ...market, series });
}

function interestOf(market: ReturnType<typeof marketOf>): string[] {
  const idle = defineStrategy({ name: "idle", onBar: () => undefined });
  // An interest rate of 36.5 percent a year is a thousandth a day.
  const { entries } = backtest(idle, market, { cash: 1000, creditRate: 0.365 });
  return bookedAs("interest", entries);
}

function bookedAs(booked: Entry["kind"], entries: readonly Entry[]): string[] {
  return entries
    .filter(({ kind }) => kind === booked)
    .map(({ time, amount }) => `${new Date(time).toISOString().slice(5, 16)} ${amount}`);
}

test("interest is booked for the days between closes of the calendar that most instruments use", () => {
  // With the calendar of stocks interest is booked for one day, for three days over the weekend and for one day, each
  // on current cash.
  const ofStocks = ["11-17T21:00 1", "11-20T21:00 3", "11-21T21:00 1"];
  expect(interest({ A: days(STOCK_DAYS), B: days(STOCK_DAYS) }, { BTC: days(COIN_DAYS, 0) })).toEqual(ofStocks);
  const ofCoins = ["11-18T00:00 1", "11-19T00:00 1", "11-20T00:00 1", "11-21T00:00 1", "11-22T00:00 1"];
  expect(interest({ A: days(STOCK_DAYS) }, { BTC: days(COIN_DAYS, 0), ETH: days(COIN_DAYS, 0) })).toEqual(ofCoins);
});

test("a calendar stays the main one after its instruments' last bars, since a run cannot know which bar is the last", () => {
  const ended = interest({ A: days([0, 1]), B: days([0, 1]) }, { BTC: days(COIN_DAYS, 0) });
  const goingOn = interest({ A: days(STOCK_DAYS), B: days(STOCK_DAYS) }, { BTC: days(COIN_DAYS, 0) });
  expect(ended).toEqual(["11-17T21:00 1", "11-20T21:00 3", "11-21T21:00 1"]);
  expect(ended).toEqual(goingOn);
});

test("a symbol that has no bars for a week does not affect the main sessions of a run without calendars", () => {
  const length = 12;
  const flat = new Float64Array(length).fill(100);
  const bars = (interval: "1d" | "1h", count: number): Bars => {
    const [time, column] = [Float64Array.from({ length: count }, (_, day) => FIRST + day * DAY), flat.slice(0, count)];
    return new Bars(interval, { time, open: column, high: column, low: column, close: column, volume: column });
  };
  const market = marketOf({ A: bars("1h", 2), B: bars("1h", 2), BTC: bars("1d", length) });
  expect(interestOf(market)).toEqual(["11-18T00:00 1", "11-26T00:00 8.01", "11-27T00:00 1.01", "11-28T00:00 1.01"]);
});

test("a calendar is not the main one before its instruments have bars", () => {
  const booked = interest({ A: days([4, 5]), B: days([4, 5]) }, { BTC: days(COIN_DAYS, 0) });
  const ofCoins = ["11-18T00:00 1", "11-19T00:00 1", "11-20T00:00 1"];
  expect(booked).toEqual([...ofCoins, "11-20T21:00 1", "11-21T21:00 1"]);
});

test("interest in markets that close hours apart is booked once a day, not at each close", () => {
  const four = [0, 1, 2, 3];
  // The first close is at 00:00. More than half a day later the close of 15:00 books interest, and the closes of 00:00
  // and 05:00 book none.
  const three = marketOf({ A: days(four, 0), B: days(four, 5), C: days(four, 15) });
  expect(interestOf(three)).toEqual(["11-17T15:00 1", "11-18T15:00 1", "11-19T15:00 1", "11-20T15:00 1"]);
  expect(interestOf(marketOf({ A: days(four, 0) }))).toEqual(["11-18T00:00 1", "11-19T00:00 1", "11-20T00:00 1"]);
});

test("a rounding error in one booking of interest or borrow fees is made up by the next booking", () => {
  // The closes are 14, 28, 52, 86 and 120 hours after the first: 0.58, 1.17, 2.17, 3.58 and 5 days.
  const time = Float64Array.from([0, 14, 28, 42, 76, 110], (hours) => FIRST + hours * HOUR);
  const flat = time.map(() => 100);
  const market = marketOf({
    A: new Bars("1d", { time, open: flat, high: flat, low: flat, close: flat, volume: flat }),
  });
  expect(interestOf(market)).toEqual(["11-17T04:00 1", "11-18T18:00 1", "11-20T04:00 2", "11-21T14:00 1"]);
  const short = defineStrategy({
    name: "short",
    onBar: ({ bar, orders }) => void (bar.index === 0 && orders.sell({ quantity: 10 })),
  });
  const { entries } = backtest(short, market, { cash: 1000, account: "margin", borrowRate: 0.365 });
  // The borrow fee for ten units at 100 is a thousandth of 1000 a day.
  expect(bookedAs("borrow", entries)).toEqual(["11-17T04:00 -1", "11-18T18:00 -1", "11-20T04:00 -2", "11-21T14:00 -1"]);
});
