import { afterAll, describe, expect, test } from "vitest";
import { Bars } from "../../../src/market/bars.ts";
import { askOnce, asking, servedMarket } from "../../support/served-market.ts";
import { crypto, dividend, market, ny, series, split, stock } from "../../support/recorded-by-hand.ts";

/**
 * Thursday, January 4 to Tuesday, January 9, 2024. A 4-for-1 split on the 9th, a dividend of 1.02 on the 8th, and half-hour bars on the
 * 8th.
 */
const MARKET = market({
  instruments: [
    stock("ACME", { name: "Acme" }),
    stock("ADJ", { priceBasis: "split_adjusted" }),
    crypto("BTCUSD", "BTC"),
    stock("GC=F", { assetClass: "commodity", unit: "troy ounce", continuous: true, decimals: 1 }),
    stock("USDJPY", { assetClass: "forex", currency: "JPY", calendar: "FX", decimals: 3 }),
  ],
  series: [
    series(
      "ACME",
      "1d",
      `2024-01-04  98 101  97 100  900
       2024-01-05 100 104  99 102 1000
       2024-01-08 103 108 102 106 2000
       2024-01-09  27  28  26  27 8000`,
    ),
    series(
      "ACME",
      "30m",
      `2024-01-08T09:30 103 105 102 104 500
       2024-01-08T10:00 104 108 104 107 700
       2024-01-08T15:30 107 108 105 106 800`,
    ),
    series("ADJ", "1d", "2024-01-05 10 11 9 10 100"),
    series("BTCUSD", "1h", "2024-01-08T00:00 1.123456789 2 1 1.5 10.123456789\n2024-01-08T01:00 1.5 2 1 1.25 3", "UTC"),
    series("GC=F", "1d", "2024-01-08 2000.04 2001.06 1999.94 2000.05 7"),
    series("USDJPY", "1d", "2024-01-08 144.12345 145 144 144.5 0"),
  ],
  actions: [split("ACME", "2024-01-09", 4), dividend("ACME", "2024-01-08", 1.02)],
});

const evening = await servedMarket(MARKET, ny("2024-01-09T20:00"));
const ask = asking(evening);
afterAll(() => evening.close());

describe("price history", () => {
  test("is adjusted for known splits and dividends, with each day's timestamp at midnight of the exchange", async () => {
    const { status, json } = await ask("stocks/acme/history");
    expect(status).toBe(200);
    // Prices are divided by 4. Those before the dividend are also multiplied by (102 - 1.02) / 102 = 0.99.
    expect(json).toEqual({
      symbol: "ACME",
      period: "1mo",
      interval: "1d",
      data: [
        {
          timestamp: "2024-01-04T05:00:00.000Z",
          open: 24.255,
          high: 24.9975,
          low: 24.0075,
          close: 24.75,
          volume: 3600,
          adj_close: 24.75,
        },
        {
          timestamp: "2024-01-05T05:00:00.000Z",
          open: 24.75,
          high: 25.74,
          low: 24.5025,
          close: 25.245,
          volume: 4000,
          adj_close: 25.245,
        },
        {
          timestamp: "2024-01-08T05:00:00.000Z",
          open: 25.75,
          high: 27,
          low: 25.5,
          close: 26.5,
          volume: 8000,
          adj_close: 26.5,
        },
        { timestamp: "2024-01-09T05:00:00.000Z", open: 27, high: 28, low: 26, close: 27, volume: 8000, adj_close: 27 },
      ],
      meta: { currency: "USD", exchange: "XNYS", exchange_timezone: "America/New_York", total_records: 4 },
      next_page_token: null,
    });
  });

  test("is as traded if requested without adjustment, with the adjusted close next to it", async () => {
    const { json } = await ask("stocks/ACME/history?adjust=false&period=5d");
    expect(
      json.data.map((bar: Record<string, number>) => [bar["open"], bar["close"], bar["volume"], bar["adj_close"]]),
    ).toEqual([
      [98, 100, 900, 24.75],
      [100, 102, 1000, 25.245],
      [103, 106, 2000, 26.5],
      [27, 27, 8000, 27],
    ]);
  });

  test("ignores corporate actions after the market time and leaves out the incomplete bar", async () => {
    const noon = await askOnce(MARKET, ny("2024-01-08T12:00"), "stocks/ACME/history?period=max");
    expect(noon.json.data.map((bar: Record<string, unknown>) => [bar["timestamp"], bar["close"]])).toEqual([
      ["2024-01-04T05:00:00.000Z", 99],
      ["2024-01-05T05:00:00.000Z", 100.98],
    ]);
    const friday = await askOnce(MARKET, ny("2024-01-05T16:00"), "stocks/ACME/history?period=max");
    expect(friday.json.data.map((bar: Record<string, unknown>) => bar["close"])).toEqual([100, 102]);
  });

  test("counts a session as a day of its period, and builds longer bars from the session's open on", async () => {
    const { json } = await askOnce(MARKET, ny("2024-01-08T18:00"), "stocks/ACME/history?period=1d&interval=1h");
    expect(
      json.data.map((bar: Record<string, unknown>) => [bar["timestamp"], bar["open"], bar["close"], bar["volume"]]),
    ).toEqual([
      ["2024-01-08T14:30:00.000Z", 103, 107, 1200],
      ["2024-01-08T20:30:00.000Z", 107, 106, 800],
    ]);
    const weeks = await ask("stocks/ACME/history?interval=1wk&period=ytd");
    expect(weeks.json.data.map((bar: Record<string, unknown>) => [bar["timestamp"], bar["volume"]])).toEqual([
      ["2024-01-01T05:00:00.000Z", 7600],
    ]);
  });

  test("has fractional volumes in a separate member, and crypto prices to eight decimals", async () => {
    const { json } = await ask("crypto/btc/history?interval=1h&period=max");
    expect(json.symbol).toBe("BTC");
    expect(json.data).toEqual([
      {
        timestamp: "2024-01-08T00:00:00.000Z",
        open: 1.12345679,
        high: 2,
        low: 1,
        close: 1.5,
        volume: 10,
        adj_close: 1.5,
        volume_exact: 10.12345679,
      },
      { timestamp: "2024-01-08T01:00:00.000Z", open: 1.5, high: 2, low: 1, close: 1.25, volume: 3, adj_close: 1.25 },
    ]);
    expect((await ask("crypto/BTCUSD/history?interval=1h")).json.symbol).toBe("BTCUSD");
  });

  test("of a commodity states its unit and whether contracts are joined", async () => {
    const { json } = await ask("commodities/gc=f/history?period=max");
    expect(json).toMatchObject({
      symbol: "GC=F",
      data: [{ open: 2000.04, high: 2001.06, low: 1999.94, close: 2000.05 }],
      meta: { unit: "troy ounce", continuous: true, total_records: 1 },
    });
  });

  test("of a currency pair has the pair's decimals and no volume", async () => {
    const { json } = await ask("forex/usdjpy/history?period=max");
    expect(json).toMatchObject({ symbol: "USDJPY", data: [{ open: 144.123, volume: 0 }], meta: { currency: "JPY" } });
  });

  test("is split into pages, oldest bars first", async () => {
    const first = await ask("stocks/ACME/history?limit=3");
    expect(first.json.data).toHaveLength(3);
    expect(first.json.meta.total_records).toBe(4);
    const second = await ask(`stocks/ACME/history?limit=3&page_token=${first.json.next_page_token}`);
    expect(second.json.next_page_token).toBeNull();
    const whole = await ask("stocks/ACME/history");
    expect([...first.json.data, ...second.json.data]).toEqual(whole.json.data);
  });

  test.each([
    ["stocks/ACME/history?period=30d", "period", "period_unknown", { suggestion: "1mo" }],
    ["stocks/ACME/history?interval=5m", "interval", "interval_unavailable", { value: "5m" }],
    ["stocks/ADJ/history?adjust=false", "adjust", "raw_unavailable", { value: false }],
    ["stocks/ACME/history?page_token=zzz", "page_token", "page_token_invalid", {}],
    ["stocks/ACME/history?interval=4h", "interval", undefined, {}],
    ["stocks/ACME/history?interval=1D", "interval", undefined, { suggestion: "1d" }],
    ["stocks/ACME/history?adjust=1", "adjust", undefined, { value: "1" }],
    ["stocks/ACME/history?limit=0", "limit", undefined, {}],
    ["stocks/ACME/history?limit=1e2", "limit", undefined, { value: "1e2" }],
    ["stocks/ACME/history?limit=50001", "limit", undefined, {}],
    ["stocks/ACME/history?range=1mo", "range", undefined, {}],
    ["stocks/ACME/history?period=1d&period=5d", "period", undefined, {}],
  ])("is refused for %s", async (path, parameter, reason, more) => {
    const { status, json } = await ask(path);
    expect([status, json.error.code]).toEqual([400, "INVALID_PARAMETERS"]);
    expect(json.error.details.errors).toEqual([
      expect.objectContaining({ in: "query", parameter, ...(reason === undefined ? {} : { reason }), ...more }),
    ]);
  });

  test("is refused for an invalid page token, which the error names", async () => {
    expect((await ask("stocks/ACME/history?page_token=zzz")).json.error.message).toBe(
      "page_token must be the next_page_token of an answer to the same request, was zzz",
    );
  });

  test("is refused for an unavailable interval, and the error lists the available ones", async () => {
    const { json } = await ask("stocks/ADJ/history?interval=1h");
    expect(json.error.details.errors[0].allowed).toEqual(["1d", "5d", "1wk", "1mo", "3mo"]);
    // Bars of four hours could be built, but the emulated service has no such interval.
    const hours = await ask("crypto/BTC/history?interval=1m");
    const allowed = ["60m", "1h", "1d", "5d", "1wk", "1mo", "3mo"];
    expect(hours.json.error.details.errors).toEqual([
      { in: "query", parameter: "interval", value: "1m", reason: "interval_unavailable", allowed },
    ]);
  });
});

test("price history of more than 50,000 bars is refused at once, but available in pages", async () => {
  const count = 50_001;
  const start = Date.UTC(2024, 0, 1);
  const column = (value: (i: number) => number) => Float64Array.from({ length: count }, (_, i) => value(i));
  const price = column((i) => 100 + (i % 7));
  const bars = new Bars("1m", {
    time: column((i) => start + i * 60_000),
    open: price,
    high: price,
    low: price,
    close: price,
    volume: column(() => 1),
  });
  const many = market({ instruments: [crypto("BTCUSD", "BTC")], series: [{ symbol: "BTCUSD", bars }] });
  const server = await servedMarket(many, start + count * 60_000);
  const history = asking(server);
  const { status, json } = await history("crypto/BTC/history?interval=1m&period=max");
  expect(status).toBe(400);
  expect(json.error.details.errors[0]).toMatchObject({
    parameter: "period",
    reason: "too_many_records",
    count,
    most: 50_000,
  });
  const first = await history("crypto/BTC/history?interval=1m&period=max&limit=50000");
  expect(first.json.data).toHaveLength(50_000);
  const rest = await history(`crypto/BTC/history?interval=1m&period=max&page_token=${first.json.next_page_token}`);
  expect(rest.json.data).toHaveLength(1);
  expect(rest.json.meta.total_records).toBe(count);
  await server.close();
});

test("server settings can allow further periods and intervals for price history", async () => {
  const now = ny("2024-01-09T20:00");
  const extended = await askOnce(MARKET, now, "stocks/ACME/history?period=2d", {
    marketData: { extendedPeriods: true },
  });
  expect(extended.json).toMatchObject({ period: "2d", meta: { total_records: 2 } });
  const hours = "crypto/BTC/history?period=max&interval=4h";
  const joined = await askOnce(MARKET, now, hours, { marketData: { extendedPeriods: true } });
  expect(joined.json).toMatchObject({ interval: "4h", data: expect.arrayContaining([expect.anything()]) });
  const refused = (await askOnce(MARKET, now, hours)).json.error.details.errors[0];
  expect(refused).toMatchObject({ parameter: "interval", value: "4h", suggestion: "1h" });
  for (const [interval, suggestion] of [
    ["7m", "1m"],
    ["45m", "15m"],
    ["2h", "1h"],
    ["15s", undefined],
  ] as const) {
    const other = (await askOnce(MARKET, now, `crypto/BTC/history?interval=${interval}`)).json.error.details.errors[0];
    expect(other).toMatchObject({ parameter: "interval", value: interval, allowed: refused.allowed });
    expect(other.suggestion).toBe(suggestion);
  }
  const { message } = (await askOnce(MARKET, now, "crypto/BTC/history?interval=15s")).json.error;
  expect(message).toMatch(
    /, was 15s\. A server that is started with --extended-periods answers every interval to which/,
  );
  const misspelt = (await askOnce(MARKET, now, "crypto/BTC/history?interval=24h")).json.error.details.errors[0];
  expect(misspelt.allowed).toEqual(refused.allowed);
  expect(refused.allowed).not.toContain("4h");
  const sixHours = hours.replace("4h", "6h");
  const joinedToSix = await askOnce(MARKET, now, sixHours, { marketData: { extendedPeriods: true } });
  expect(joinedToSix.json).toMatchObject({ interval: "6h", data: expect.arrayContaining([expect.anything()]) });
  const rest = await askOnce(MARKET, now, hours.replace("4h", "7h"), { marketData: { extendedPeriods: true } });
  expect(rest.json.error.details.errors).toEqual([
    { in: "query", parameter: "interval", value: "7h", reason: "interval_unavailable", allowed: ["6h", "8h"] },
  ]);
  const yahoo = { marketData: { historyLimits: "yahoo" } } as const;
  const long = await askOnce(MARKET, now, "stocks/ACME/history?period=6mo&interval=30m", yahoo);
  expect(long.json.error.details.errors[0]).toMatchObject({ reason: "period_too_long", most_days: 60 });
  const all = await askOnce(MARKET, now, "stocks/ACME/history?period=max&interval=30m", yahoo);
  expect(all.json).toMatchObject({ period: "max", meta: { total_records: 3 } });
});
