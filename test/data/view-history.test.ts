import { describe, expect, test } from "vitest";
import type { HistoryRequest, MarketView } from "../../src/market/market-view.ts";
import { MarketHistory } from "../../src/data/view/market-history.ts";
import { day, dividend, market, ny, series, split, stock } from "../support/recorded-by-hand.ts";

/** Daily bars of 8 to 17 January 2024, with a holiday on the 15th, a 2-for-1 split on the 10th and a dividend on the 17th. */
const DAYS = series(
  "ACME",
  "1d",
  `2024-01-08 100 104  98 102 1000
   2024-01-09 102 106 101 104 1000
   2024-01-10  52  54  51  53 2000
   2024-01-11  53  55  52  54 2000
   2024-01-12  54  56  53  50 2000
   2024-01-16  50  52  49  50 2000
   2024-01-17  49  51  48  49 2000`,
);
const HALF_HOURS = series(
  "ACME",
  "30m",
  `2024-01-16T09:00 48 49 47 48 10
   2024-01-16T09:30 50 51 49 50 100
   2024-01-16T10:00 50 52 50 51 200
   2024-01-16T10:30 51 51 49 49 300
   2024-01-16T16:00 49 60 49 59 40`,
);
const ACTIONS = [dividend("ACME", "2024-01-17", 1), split("ACME", "2024-01-10", 2)];
const marketHistory = new MarketHistory(
  market({ instruments: [stock("ACME")], series: [DAYS, HALF_HOURS], actions: ACTIONS }),
);

function ask(view: MarketView, request: Partial<HistoryRequest>) {
  const { bars, adjustedClose } = view.history("ACME", { interval: "1d", adjust: false, ...request });
  expect(adjustedClose.length).toBe(bars.length);
  return { bars, adjustedClose, close: [...bars.close], time: [...bars.time] };
}

const midnight = (date: string) => ny(date);

describe("the history of a view", () => {
  test("ends with the last bar that is complete at the view's time", () => {
    expect(ask(marketHistory.at(ny("2024-01-09T15:59")), {}).close).toEqual([102]);
    expect(ask(marketHistory.at(ny("2024-01-09T16:00"), 1), {}).close).toEqual([102, 104]);
    expect(ask(marketHistory.at(ny("2024-01-08T10:00")), {}).close).toEqual([]);
  });

  test("has the start of each bar as time, and adjusted closes in a list of their own", () => {
    const { bars, time } = ask(marketHistory.at(ny("2024-01-09T16:00")), {});
    expect(time).toEqual([midnight("2024-01-08"), midnight("2024-01-09")]);
    expect(bars.adjClose).toBeUndefined();
    expect(bars.interval).toBe("1d");
  });

  test("has raw prices and a separate adjusted close if no adjustment is requested", () => {
    const { close, adjustedClose, bars } = ask(marketHistory.at(ny("2024-01-10T16:00")), {});
    expect(close).toEqual([102, 104, 53]);
    expect([...adjustedClose]).toEqual([51, 52, 53]);
    expect([...bars.volume]).toEqual([1000, 1000, 2000]);
  });

  test("is adjusted for splits and dividends with an ex-date up to the current session", () => {
    const before = ask(marketHistory.at(ny("2024-01-10T09:30"), 5), { adjust: true });
    expect(before.close).toEqual([102, 104]);
    const after = ask(marketHistory.at(ny("2024-01-10T09:30"), 6), { adjust: true });
    expect(after.close).toEqual([51, 52]);
    expect([...after.bars.open]).toEqual([50, 51]);
    expect([...after.bars.high]).toEqual([52, 53]);
    expect([...after.bars.low]).toEqual([49, 50.5]);
    expect([...after.bars.volume]).toEqual([2000, 2000]);
    expect([...after.adjustedClose]).toEqual(after.close);
  });

  test("scales prices before a dividend down by the dividend's share of the last close before the ex-date", () => {
    // A dividend of 1 after a close of 50 scales earlier prices by 0.98.
    const { close } = ask(marketHistory.at(ny("2024-01-17T16:00")), { adjust: true });
    expect(close.map((value) => Number(value.toFixed(9)))).toEqual([49.98, 50.96, 51.94, 52.92, 49, 49, 49]);
  });

  test("joins daily bars into complete weeks, and leaves out the current week", () => {
    const week = ask(marketHistory.at(ny("2024-01-12T16:00")), { interval: "1wk" });
    // The split is on Wednesday, so the prices of Monday and Tuesday are adjusted to Friday's.
    expect([...week.bars.open]).toEqual([50]);
    expect([...week.bars.high]).toEqual([56]);
    expect([...week.bars.low]).toEqual([49]);
    expect([...week.bars.volume]).toEqual([10_000]);
    expect(week.close).toEqual([50]);
    expect(week.time).toEqual([midnight("2024-01-08")]);
    expect(ask(marketHistory.at(ny("2024-01-12T15:59")), { interval: "1wk" }).close).toEqual([]);
    expect(ask(marketHistory.at(ny("2024-01-17T23:00")), { interval: "1wk" }).close).toEqual([50]);
  });

  test("joins minutes within a session, and uses extended hours only on request", () => {
    const view = marketHistory.at(ny("2024-01-16T18:00"));
    const hours = ask(view, { interval: "60m" });
    expect(hours.time).toEqual([ny("2024-01-16T09:30"), ny("2024-01-16T10:30")]);
    expect(hours.close).toEqual([51, 49]);
    expect(ask(view, { interval: "30m" }).close).toEqual([50, 51, 49]);
    expect(ask(view, { interval: "30m", hours: "extended" }).close).toEqual([48, 50, 51, 49, 59]);
  });

  test("includes a joined bar when its interval is over, not when its last recorded finer bar closes", () => {
    expect(ask(marketHistory.at(ny("2024-01-16T11:00")), { interval: "60m" }).close).toEqual([51]);
    expect(ask(marketHistory.at(ny("2024-01-16T11:30")), { interval: "60m" }).close).toEqual([51, 49]);
  });

  test("for a requested period starts at the period's first date or session", () => {
    const view = marketHistory.at(ny("2024-01-17T12:00"));
    expect(ask(view, { period: "1d" }).close).toEqual([]);
    expect(ask(view, { period: "5d" }).close).toEqual([53, 54, 50, 50]);
    expect(ask(view, { period: "1mo" }).close).toEqual([102, 104, 53, 54, 50, 50]);
    expect(ask(marketHistory.at(ny("2024-02-12T12:00")), { period: "1mo" }).close).toEqual([50, 50, 49]);
    expect(ask(view, { period: "max" }).close.length).toBe(6);
    expect(ask(marketHistory.at(ny("2025-01-02T12:00")), { period: "ytd" }).close).toEqual([]);
  });

  test("refuses an invalid period", () => {
    const period = "7q" as HistoryRequest["period"] & string;
    expect(() => ask(marketHistory.at(ny("2024-01-17T16:00")), { period })).toThrow(
      /^period must be a number .*, was "7q"$/,
    );
  });

  test("between two instants contains bars that start at or after the first and before the second", () => {
    const view = marketHistory.at(ny("2024-01-18"));
    const request = { from: midnight("2024-01-09"), to: midnight("2024-01-11") };
    expect(ask(view, request).close).toEqual([104, 53]);
    expect(ask(view, { ...request, to: midnight("2024-01-11") + 1 }).close).toEqual([104, 53, 54]);
    expect(ask(view, { from: midnight("2024-02-01") }).close).toEqual([]);
    expect(ask(view, { to: midnight("2024-01-01") }).close).toEqual([]);
  });

  test("contains only the last bars up to the option limit", () => {
    expect(ask(marketHistory.at(ny("2024-01-18")), { limit: 2 }).close).toEqual([50, 49]);
    expect(ask(marketHistory.at(ny("2024-01-18")), { limit: 0 }).close).toEqual([]);
    expect(ask(marketHistory.at(ny("2024-01-18")), { limit: 99 }).close.length).toBe(7);
  });

  test("shares the memory of adjusted columns among requests", () => {
    const one = ask(marketHistory.at(ny("2024-01-18")), { adjust: true }).bars;
    const other = ask(marketHistory.at(ny("2024-01-19")), { adjust: true, limit: 1 }).bars;
    expect(other.close.buffer).toBe(one.close.buffer);
  });

  test("refuses an interval finer than the recorded bars, with a list of available intervals", () => {
    expect(() => marketHistory.at(ny("2024-01-18")).history("ACME", { interval: "1m", adjust: true })).toThrow(
      expect.objectContaining({
        code: "INTERVAL_UNAVAILABLE",
        message:
          "interval must be one that the bars of ACME can be joined to (30m, 60m, 1h, 90m, 4h, 1d, 5d, 1wk, 1mo, 3mo), was 1m",
      }),
    );
  });

  test("refuses the interval of finer bars before the first of these bars", () => {
    expect(() => marketHistory.at(ny("2024-01-12")).history("ACME", { interval: "60m", adjust: true })).toThrow(
      expect.objectContaining({
        code: "INTERVAL_UNAVAILABLE",
        details: { symbol: "ACME", interval: "60m", available: ["1d", "5d", "1wk", "1mo", "3mo"] },
      }),
    );
  });

  test("refuses raw prices of an instrument that was recorded with adjusted prices", () => {
    const adjusted = new MarketHistory(
      market({ instruments: [stock("ACME", { priceBasis: "fully_adjusted" })], series: [DAYS], actions: ACTIONS }),
    );
    const view = adjusted.at(ny("2024-01-18"));
    expect(() => view.history("ACME", { interval: "1d", adjust: false })).toThrow(
      expect.objectContaining({
        code: "RAW_UNAVAILABLE",
        message: "the recording has no prices of ACME as traded: they are fully adjusted",
      }),
    );
    expect([...view.history("ACME", { interval: "1d", adjust: true }).bars.close]).toEqual([...DAYS.bars.close]);
    expect(adjusted.at(ny("2024-01-11")).quote("ACME").previousClose).toBe(104);
  });
});

describe("corporate actions in a view", () => {
  test("are included from the open of their ex-date", () => {
    const kinds = (text: string, phase: 5 | 6) =>
      marketHistory
        .at(ny(text), phase)
        .actions("ACME")
        .map(({ kind }) => kind);
    expect(kinds("2024-01-10T09:30", 5)).toEqual([]);
    expect(kinds("2024-01-10T09:30", 6)).toEqual(["split"]);
    expect(kinds("2024-01-17T09:30", 6)).toEqual(["split", "dividend"]);
    expect(marketHistory.at(ny("2024-01-17T12:00")).actions("ACME")[1]!.exDate).toBe(day("2024-01-17"));
  });
});

describe("forward adjustment factors", () => {
  test("are 1 at the first recorded session, and include dividends only on request", () => {
    expect([...marketHistory.forwardFactors("ACME", "1d").price]).toEqual([1, 1, 2, 2, 2, 2, 2]);
    expect([...marketHistory.forwardFactors("ACME", "1d", true).price]).toEqual([1, 1, 2, 2, 2, 2, 2 / 0.98]);
    expect([...marketHistory.forwardFactors("ACME", "30m").split]).toEqual([2, 2, 2, 2, 2]);
  });

  test("exist only for recorded intervals and known symbols", () => {
    expect(() => marketHistory.forwardFactors("ACME", "1wk")).toThrow(
      expect.objectContaining({
        code: "INTERVAL_UNAVAILABLE",
        message: "interval must be a recorded interval (30m, 1d), was 1wk",
      }),
    );
    expect(() => marketHistory.forwardFactors("NONE", "1d")).toThrow(
      expect.objectContaining({ code: "SYMBOL_UNKNOWN" }),
    );
  });
});

describe("recorded bars of a view", () => {
  test("have the prices of the recording without adjustment, include extended hours, and end with the last complete bar", () => {
    const at = marketHistory.at(ny("2024-01-16T10:45"));
    const days = at.recorded("ACME", "1d");
    expect([...days.bars.close]).toEqual([102, 104, 53, 54, 50]);
    expect([...days.priceFactor]).toEqual([1, 1, 2, 2, 2]);
    const halfHours = at.recorded("ACME", "30m");
    expect([...halfHours.bars.close]).toEqual([48, 50, 51]);
    expect([...halfHours.splitFactor]).toEqual([2, 2, 2]);
  });

  test("are available if prices were recorded as adjusted", () => {
    const one = stock("ACME", { priceBasis: "fully_adjusted" });
    const view = new MarketHistory(market({ instruments: [one], series: [DAYS], actions: ACTIONS })).at(
      ny("2024-01-18"),
    );
    const { bars, priceFactor } = view.recorded("ACME", "1d");
    expect([...bars.close]).toEqual([...DAYS.bars.close]);
    expect([...priceFactor]).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  test("are refused for an interval until the first bar of the interval is known", () => {
    const early = marketHistory.at(ny("2024-01-12T12:00"));
    expect(() => early.recorded("ACME", "30m")).toThrow(
      expect.objectContaining({
        code: "INTERVAL_UNAVAILABLE",
        message: "interval must be a recorded interval (1d), was 30m",
      }),
    );
  });
});
