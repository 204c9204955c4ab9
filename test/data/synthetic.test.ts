import { describe, expect, test } from "vitest";
import type { Bars } from "../../src/market/bars.ts";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { barProblems } from "../../src/market/validate-bars.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { daysOfDate } from "../../src/time/civil-date.ts";
import type { Interval } from "../../src/time/interval.ts";
import { expectSame } from "../support/expect-same.ts";
import {
  SYNTHETIC_SYMBOLS,
  syntheticMarket,
  type SyntheticOptions,
} from "../../src/data/synthetic/synthetic-market.ts";

const QUARTER: SyntheticOptions = { seed: 5, from: "2023-10-02", to: "2023-12-29" };
const quarter = syntheticMarket(QUARTER);

function barsOf(market: RecordedMarket, symbol: string, interval: Interval): Bars {
  return market.series.find((series) => series.symbol === symbol && series.bars.interval === interval)!.bars;
}

function columnsOf(market: RecordedMarket, symbol: string): unknown {
  return {
    series: market.series.filter((series) => series.symbol === symbol),
    actions: market.actions.filter((action) => action.symbol === symbol),
    quotes: market.quotes.filter((quotes) => quotes.symbol === symbol),
    chains: market.chains.filter((chain) => chain.symbol === symbol),
    facts: market.facts.filter((fact) => fact.symbol === symbol),
  };
}

describe("a synthetic market", () => {
  test("says in its provenance, names and notes that it is synthetic", () => {
    expect(quarter.provenance).toBe("synthetic");
    expect(quarter.description).toMatch(/^SYNTHETIC: /);
    expect(quarter.notes[0]).toMatch(/^The data say nothing about the companies/);
    for (const { name } of quarter.instruments) expect(name).toMatch(/ \(synthetic\)$/);
  });

  test("has valid bars with prices in whole ticks and whole volumes, inside the sessions of its calendars", () => {
    expect(quarter.series).toHaveLength(17 + 9 + 2);
    for (const { symbol, bars } of quarter.series) {
      const { tick } = quarter.instruments.find((each) => each.symbol === symbol)!;
      expect(barProblems(bars)).toEqual([]);
      for (const column of [bars.open, bars.high, bars.low, bars.close]) {
        for (const price of column) {
          const ticks = Math.round(price / tick);
          if (price <= 0 || Math.abs(price - ticks * tick) > 1e-9 * price)
            expect({ symbol, price }).toBe("whole ticks");
        }
      }
      expect(bars.volume.every(Number.isSafeInteger)).toBe(true);
    }
  });

  test.each(["AAPL", "BTCUSD", "EURUSD", "GC=F"])("has intraday bars of %s that add up to the daily bars", (symbol) => {
    const instrument = quarter.instruments.find((each) => each.symbol === symbol)!;
    const daily = barsOf(quarter, symbol, "1d");
    const fine = barsOf(quarter, symbol, symbol === "AAPL" ? "1m" : "1h");
    const sessions = calendarOf(instrument.calendar).sessions(daysOfDate(2023, 10, 2), daysOfDate(2023, 12, 29));
    expect(daily.length).toBe(sessions.length);
    for (let i = 0; i < sessions.length; i++) {
      const inside = [...fine.time.keys()].filter(
        (row) => fine.time[row]! >= sessions.open[i]! && fine.time[row]! < sessions.close[i]!,
      );
      const first = inside[0]!;
      const last = inside.at(-1)!;
      expect([
        fine.open[first],
        Math.max(...inside.map((row) => fine.high[row]!)),
        Math.min(...inside.map((row) => fine.low[row]!)),
        fine.close[last],
        inside.reduce((sum, row) => sum + fine.volume[row]!, 0),
      ]).toEqual([daily.open[i], daily.high[i], daily.low[i], daily.close[i], daily.volume[i]]);
      expect(fine.time[first]).toBe(sessions.open[i]);
    }
  });

  test("has a bar for every minute of a session, and a few with low volume before and after the session", () => {
    const { time, volume } = barsOf(quarter, "AAPL", "1m");
    const xnys = calendarOf("XNYS");
    const at = (day: number, status: string) =>
      [...time.keys()].filter((row) => {
        const session = xnys.session(day)!;
        return time[row]! >= session.preOpen && time[row]! < session.postClose && xnys.status(time[row]!) === status;
      });
    const mean = (rows: readonly number[]) => rows.reduce((sum, row) => sum + volume[row]!, 0) / rows.length;
    const wednesday = daysOfDate(2023, 11, 15);
    // A session from 09:30 to 16:00 has 390 minutes; on the day after Thanksgiving it ends at 13:00.
    expect(at(wednesday, "open")).toHaveLength(390);
    expect(at(daysOfDate(2023, 11, 24), "open")).toHaveLength(210);
    for (const status of ["pre", "post"]) {
      const quiet = at(wednesday, status);
      expect(quiet.length).toBeGreaterThan(10);
      expect(quiet.length).toBeLessThan(200);
      expect(mean(quiet)).toBeLessThan(mean(at(wednesday, "open")) / 5);
    }
    for (let row = 0; row < time.length; row++) expect(xnys.status(time[row]!)).not.toBe("closed");
  });

  test("has more volume at the open and the close of an exchange than at noon", () => {
    const { time, volume } = barsOf(quarter, "MSFT", "1m");
    const sessions = calendarOf("XNYS").sessions(daysOfDate(2023, 10, 2), daysOfDate(2023, 12, 29));
    const hour = (from: number, to: number): number => {
      let sum = 0;
      for (let i = 0; i < sessions.length; i++) {
        for (let row = 0; row < time.length; row++) {
          const minute = (time[row]! - sessions.open[i]!) / 60_000;
          if (sessions.earlyClose[i] === 0 && minute >= from && minute < to) sum += volume[row]!;
        }
      }
      return sum;
    };
    expect(hour(0, 30)).toBeGreaterThan(1.5 * hour(180, 210));
    expect(hour(360, 390)).toBeGreaterThan(1.5 * hour(180, 210));
  });
});

describe("an instrument of a synthetic market", () => {
  test("depends on the seed and its symbol, not on other symbols, their minutes or the end date", () => {
    const alone = syntheticMarket({ ...QUARTER, symbols: ["EURUSD", "AAPL"], minutes: ["AAPL"] });
    expect(alone.instruments.map(({ symbol }) => symbol)).toEqual(["AAPL", "EURUSD"]);
    expectSame(columnsOf(alone, "AAPL"), columnsOf(quarter, "AAPL"));
    expectSame(columnsOf(alone, "EURUSD"), columnsOf(quarter, "EURUSD"));
    const short = syntheticMarket({ ...QUARTER, to: "2023-11-30", symbols: ["AAPL"] });
    const daily = barsOf(short, "AAPL", "1d");
    expectSame(daily, barsOf(quarter, "AAPL", "1d").slice(0, daily.length));
    const minutes = barsOf(short, "AAPL", "1m");
    expectSame(minutes, barsOf(quarter, "AAPL", "1m").slice(0, minutes.length));
  });

  test("has other prices with another seed", () => {
    const other = syntheticMarket({ ...QUARTER, seed: 6, symbols: ["KO", "BTCUSD"] });
    for (const symbol of ["KO", "BTCUSD"]) {
      expect(barsOf(other, symbol, "1d").close).not.toEqual(barsOf(quarter, symbol, "1d").close);
    }
  });
});

test("syntheticMarket refuses impossible options", () => {
  const refused = (options: SyntheticOptions) => {
    try {
      syntheticMarket(options);
    } catch (error) {
      return { code: (error as { code: string }).code, message: (error as Error).message };
    }
    return "made";
  };
  expect(refused({ seed: -1 })).toMatchObject({ code: "PARAMETER_OUT_OF_RANGE" });
  expect(refused({ from: "2023-02-30" })).toMatchObject({ code: "DATE_INVALID" });
  expect(refused({ from: "2023-03-02", to: "2023-03-01" })).toEqual({
    code: "DATE_RANGE_EMPTY",
    message: "from must not be after to, was 2023-03-02 after 2023-03-01",
  });
  // 4 and 5 March 2023 were a Saturday and a Sunday.
  expect(refused({ from: "2023-03-04", to: "2023-03-05", symbols: ["SPY"] })).toEqual({
    code: "DATE_RANGE_EMPTY",
    message: "there is no session from 2023-03-04 to 2023-03-05",
  });
  expect(refused({ symbols: ["APPL"] })).toMatchObject({ code: "SYMBOL_UNKNOWN" });
  // The generator makes no minutes of currency pairs.
  expect(refused({ minutes: ["EURUSD"] })).toEqual({
    code: "SYMBOL_UNKNOWN",
    message: `symbol must be one of AAPL, AMC, AMZN, ARM, GOOGL, KO, MSFT, SPY, was "EURUSD"`,
  });
  expect(SYNTHETIC_SYMBOLS).toHaveLength(17);
});
