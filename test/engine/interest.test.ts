import { backtest, Bars, defineStrategy, marketOf } from "hindcast";
import { expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Thursday 16 to Tuesday 21 November 2023. */
const FIRST = Date.UTC(2023, 10, 16);
const STOCK_DAYS = [0, 1, 4, 5];
const COIN_DAYS = [0, 1, 2, 3, 4, 5];

/** Days of a zone that is so many hours behind UTC. */
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
  // 36.5 percent a year are a thousandth a day.
  const { entries } = backtest(idle, market, { settings: { cash: 1000, creditRate: 0.365 } });
  return entries
    .filter(({ kind }) => kind === "interest")
    .map(({ time, amount }) => `${new Date(time).toISOString().slice(5, 16)} ${amount}`);
}

test("interest is for the days between the closes of the calendar by which most symbols trade", () => {
  // Of stocks: a day, three days over the weekend, a day, each on what there is by then.
  const ofStocks = ["11-17T21:00 1", "11-20T21:00 3", "11-21T21:00 1"];
  expect(interest({ A: days(STOCK_DAYS), B: days(STOCK_DAYS) }, { BTC: days(COIN_DAYS, 0) })).toEqual(ofStocks);
  const ofCoins = ["11-18T00:00 1", "11-19T00:00 1", "11-20T00:00 1", "11-21T00:00 1", "11-22T00:00 1"];
  expect(interest({ A: days(STOCK_DAYS) }, { BTC: days(COIN_DAYS, 0), ETH: days(COIN_DAYS, 0) })).toEqual(ofCoins);
});

test("a calendar whose instruments have all ended stays the main one: nobody knows that they have", () => {
  const ended = interest({ A: days([0, 1]), B: days([0, 1]) }, { BTC: days(COIN_DAYS, 0) });
  const goingOn = interest({ A: days(STOCK_DAYS), B: days(STOCK_DAYS) }, { BTC: days(COIN_DAYS, 0) });
  expect(ended).toEqual(["11-17T21:00 1", "11-20T21:00 3", "11-21T21:00 1"]);
  expect(ended).toEqual(goingOn);
});

test("without calendars, whose sessions are bars alone, what has had none for a week counts no more", () => {
  const length = 12;
  const flat = new Float64Array(length).fill(100);
  const bars = (interval: "1d" | "1h", count: number): Bars => {
    const [time, column] = [Float64Array.from({ length: count }, (_, day) => FIRST + day * DAY), flat.slice(0, count)];
    return new Bars(interval, { time, open: column, high: column, low: column, close: column, volume: column });
  };
  const market = marketOf({ A: bars("1h", 2), B: bars("1h", 2), BTC: bars("1d", length) });
  expect(interestOf(market)).toEqual(["11-18T00:00 1", "11-26T00:00 8.01", "11-27T00:00 1.01", "11-28T00:00 1.01"]);
});

test("a calendar is not the main one before its instruments have begun", () => {
  const booked = interest({ A: days([4, 5]), B: days([4, 5]) }, { BTC: days(COIN_DAYS, 0) });
  const ofCoins = ["11-18T00:00 1", "11-19T00:00 1", "11-20T00:00 1"];
  expect(booked).toEqual([...ofCoins, "11-20T21:00 1", "11-21T21:00 1"]);
});
