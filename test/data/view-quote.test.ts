import { describe, expect, test } from "vitest";
import { MarketHistory } from "../../src/data/view/market-history.ts";
import { market, ny, series, split, stock } from "../support/recorded-by-hand.ts";

/** Daily bars of Thursday 4, Friday 5, Monday 8 and Tuesday 9 January 2024, with a 4-for-1 split on Tuesday. */
const DAYS = series(
  "ACME",
  "1d",
  `2024-01-04  98 101  97 100  900
   2024-01-05 100 104  99 102 1000
   2024-01-08 103 108 102 106 2000
   2024-01-09  27  28  26  27 8000`,
);

const daily = new MarketHistory(
  market({ instruments: [stock("ACME")], series: [DAYS], actions: [split("ACME", "2024-01-09", 4)] }),
);

describe("a quote from daily bars", () => {
  test("shows the last two closes while the market is closed", () => {
    const quote = daily.at(ny("2024-01-06T12:00")).quote("ACME");
    expect(quote).toMatchObject({
      price: 102,
      previousClose: 100,
      sessionOpen: 100,
      sessionHigh: 104,
      sessionLow: 99,
      volume: 1000,
      status: "closed",
      time: ny("2024-01-05T16:00"),
    });
  });

  test("includes only the open of the current session", () => {
    const quote = daily.at(ny("2024-01-08T11:00")).quote("ACME");
    expect(quote).toMatchObject({
      price: 103,
      previousClose: 102,
      sessionOpen: 103,
      sessionHigh: 103,
      sessionLow: 103,
      volume: 0,
      week52High: 104,
      week52Low: 97,
      allTimeHigh: 104,
      allTimeHighTime: ny("2024-01-05T09:30"),
      status: "open",
      time: ny("2024-01-08T09:30"),
    });
  });

  test("includes the open of a session from phase 7 of the opening time", () => {
    const open = ny("2024-01-08T09:30");
    expect(daily.at(open, 6).quote("ACME")).toMatchObject({ price: 102, time: ny("2024-01-05T16:00") });
    expect(daily.at(open, 7).quote("ACME")).toMatchObject({ price: 103, time: open });
  });

  test("includes a close from phase 1 of the closing time", () => {
    const close = ny("2024-01-08T16:00");
    expect(daily.at(close - 1).quote("ACME").price).toBe(103);
    expect(daily.at(close, 1).quote("ACME")).toMatchObject({ price: 106, sessionHigh: 108, volume: 2000 });
  });

  test("has the status open from phase 6 of the opening time", () => {
    const open = ny("2024-01-08T09:30");
    expect(daily.at(open, 5).quote("ACME").status).toBe("pre");
    expect(daily.at(open, 6).quote("ACME").status).toBe("open");
  });

  test("is adjusted for a split from phase 6 of the opening time", () => {
    const open = ny("2024-01-09T09:30");
    expect(daily.at(open, 5).quote("ACME")).toMatchObject({ price: 106, previousClose: 102, week52High: 108 });
    expect(daily.at(open, 6).quote("ACME")).toMatchObject({
      price: 26.5,
      previousClose: 26.5,
      sessionHigh: 27,
      sessionLow: 25.5,
      volume: 8000,
      week52High: 27,
      week52Low: 24.25,
      allTimeHigh: 27,
    });
  });

  test("adjusts values from before a split", () => {
    expect(daily.at(ny("2024-01-09T20:00")).quote("ACME")).toMatchObject({
      price: 27,
      previousClose: 26.5,
      sessionOpen: 27,
      sessionHigh: 28,
      sessionLow: 26,
      volume: 8000,
      week52High: 28,
      week52Low: 24.25,
      price24hAgo: 26.5,
      status: "closed",
    });
  });

  test("includes bars that opened within the past year in the 52-week range", () => {
    const year = daily.at(ny("2025-01-05T12:00")).quote("ACME");
    expect(year).toMatchObject({ week52High: 28, week52Low: 25.5, allTimeHigh: 28 });
    expect(daily.at(ny("2025-01-10T12:00")).quote("ACME")).toMatchObject({
      week52High: NaN,
      week52Low: NaN,
      allTimeHigh: 28,
      allTimeHighTime: ny("2024-01-09T09:30"),
      price: 27,
      previousClose: 27,
    });
  });

  test("stays unchanged long after the end of the recording", () => {
    expect(daily.at(ny("2090-01-05T12:00")).quote("ACME")).toMatchObject({
      price: 27,
      previousClose: 27,
      sessionHigh: 28,
    });
    expect(daily.at(ny("1990-01-05T12:00")).has("ACME")).toBe(false);
    expect(daily.at(ny("2024-01-08T11:00")).quote("ACME").previousClose).toBe(102);
  });

  test("has NaN for values that the recording never had", () => {
    const quote = daily.at(ny("2024-01-04T10:00")).quote("ACME");
    expect(quote).toMatchObject({
      price: 98,
      bid: NaN,
      ask: NaN,
      previousClose: NaN,
      price24hAgo: NaN,
      volume24h: 0,
      marketCap: NaN,
      peRatio: NaN,
    });
  });
});

const MINUTES = series(
  "ACME",
  "30m",
  `2024-01-05T15:30 101 103 100 102.5 500
   2024-01-05T16:00 102.5 110 102 109 10
   2024-01-08T08:00 105 120 105 112 20
   2024-01-08T09:30 103 104 102 103.5 300
   2024-01-08T10:00 103.5 107 103 106 400
   2024-01-08T15:30 106 108 105 107 600
   2024-01-08T16:00 107 130 106 111 30`,
);

const both = new MarketHistory(market({ instruments: [stock("ACME")], series: [DAYS, MINUTES] }));

describe("a quote from 30-minute and daily bars", () => {
  test("combines the finest complete bars of the current session with the open of the incomplete bar", () => {
    expect(both.at(ny("2024-01-08T10:15")).quote("ACME")).toMatchObject({
      price: 103.5,
      previousClose: 102.5,
      sessionOpen: 103,
      sessionHigh: 104,
      sessionLow: 102,
      volume: 300,
      time: ny("2024-01-08T10:00"),
    });
    expect(both.at(ny("2024-01-08T10:30")).quote("ACME")).toMatchObject({ price: 106, sessionHigh: 107, volume: 700 });
    expect(both.at(ny("2024-01-08T15:45")).quote("ACME")).toMatchObject({ price: 106, sessionHigh: 107, volume: 700 });
  });

  test("shows the price before the open, with the high, low and volume of the previous regular session", () => {
    expect(both.at(ny("2024-01-08T08:45")).quote("ACME")).toMatchObject({
      price: 112,
      previousClose: 102.5,
      sessionOpen: 101,
      sessionHigh: 103,
      sessionLow: 100,
      volume: 500,
      status: "pre",
    });
  });

  test("shows the price after the close, with the high, low and volume of the session that ended", () => {
    expect(both.at(ny("2024-01-08T18:00")).quote("ACME")).toMatchObject({
      price: 111,
      previousClose: 102.5,
      sessionOpen: 103,
      sessionHigh: 108,
      sessionLow: 102,
      volume: 1300,
      status: "post",
    });
  });

  test("uses the bar that closed last, or the finest of several bars that close at the same time", () => {
    expect(both.at(ny("2024-01-08T16:00"), 1).quote("ACME")).toMatchObject({
      price: 107,
      time: ny("2024-01-08T16:00"),
    });
    const gone = new MarketHistory(
      market({
        instruments: [stock("ACME")],
        series: [DAYS, series("ACME", "30m", "2024-01-08T09:30 103 104 102 103.5 300")],
      }),
    );
    expect(gone.at(ny("2024-01-08T15:59")).quote("ACME").price).toBe(103.5);
    expect(gone.at(ny("2024-01-08T16:00")).quote("ACME").price).toBe(106);
    expect(gone.at(ny("2024-01-09T10:00")).quote("ACME").previousClose).toBe(106);
  });

  test("uses coarser bars for a session without finer bars", () => {
    expect(both.at(ny("2024-01-04T20:30")).quote("ACME")).toMatchObject({ sessionHigh: 101, volume: 900 });
  });

  test("ends the session of a half-day at the early close", () => {
    const marketHistory = new MarketHistory(
      market({ instruments: [stock("ACME")], series: [series("ACME", "1d", "2023-11-24 10 12 9 11 100")] }),
    );
    expect(marketHistory.at(ny("2023-11-24T12:59")).quote("ACME")).toMatchObject({ price: 10, status: "open" });
    expect(marketHistory.at(ny("2023-11-24T13:00")).quote("ACME")).toMatchObject({
      price: 11,
      time: ny("2023-11-24T13:00"),
      status: "post",
    });
  });
});

test("a quote ignores a bar that was recorded during the exchange's lunch break", () => {
  const tokyo = { exchange: "XTKS", calendar: "XTKS", zone: "Asia/Tokyo" } as const;
  const minutes = series(
    "SONY",
    "30m",
    `2024-01-09T11:00 100 109 95 104 1000
     2024-01-09T11:30 112 120 90 110 50
     2024-01-09T12:30 103 105 101 102 200`,
    tokyo.zone,
  );
  const at = (time: string) =>
    new MarketHistory(market({ mainCalendar: "XTKS", instruments: [stock("SONY", tokyo)], series: [minutes] }))
      .at(Date.parse(`2024-01-09T${time}:00+09:00`))
      .quote("SONY");
  expect(at("11:45")).toMatchObject({ sessionOpen: 100, sessionHigh: 109, sessionLow: 95, volume: 1000 });
  expect(at("12:10")).toMatchObject({ sessionOpen: 100, sessionHigh: 109, sessionLow: 95, volume: 1000 });
  expect(at("13:00")).toMatchObject({ sessionOpen: 100, sessionHigh: 109, sessionLow: 95, volume: 1200 });
});
