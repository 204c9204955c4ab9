import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import type { ImportSettings } from "../../src/data/importing/importer.ts";
import { exportParquet } from "../../src/data/exports.ts";
import { importMarket } from "../../src/data/importing/import-market.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import { formatDate, formatInstant } from "../../src/time/instant.ts";
import { IMPORT_SAMPLES } from "../support/import-samples.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

/** The market that an importer reads from a file, which is the format's sample by default. */
async function marketOf(
  name: string,
  { file, content, settings }: { file?: string; content?: string; settings?: ImportSettings } = {},
): Promise<RecordedMarket> {
  const sample = IMPORT_SAMPLES[name]!;
  const path = files.write(file ?? sample.file, content ?? sample.content);
  const request = { importer: name, files: [{ file: path }] };
  return (await importMarket({ ...request, settings: { ...sample.settings, ...settings } })).market;
}

/** The bars of one series, by default the first, as rows of ISO time, open, high, low, close and volume. */
function rowsOf(market: RecordedMarket, at = 0): readonly (readonly (string | number)[])[] {
  const { time, open, high, low, close, volume } = market.series[at]!.bars;
  return Array.from(time, (start, i) => [formatInstant(start), open[i]!, high[i]!, low[i]!, close[i]!, volume[i]!]);
}

// New York is 5 hours behind UTC in winter, 4 in summer; Warsaw is 1 hour ahead in winter.

describe("imported bars", () => {
  test("get their symbol from the file name, prices as traded and the zone of New York by default", async () => {
    const market = await marketOf("bars");
    expect(market.instruments).toEqual([
      {
        symbol: "ACME",
        name: "ACME",
        assetClass: "stock",
        exchange: "XNYS",
        zone: "America/New_York",
        calendar: "XNYS",
        currency: "USD",
        currencyDecimals: 2,
        decimals: 2,
        tick: 0.01,
        lot: 1,
        multiplier: 1,
        priceBasis: "raw",
        base: "ACME",
        unit: "",
        contractMonth: "",
        continuous: false,
      },
    ]);
    expect(market.series[0]!.bars.interval).toBe("1m");
    expect(rowsOf(market)[0]).toEqual(["2024-01-02T14:30:00.000Z", 100, 101, 99, 100.5, 1200]);
  });

  test("use the given fields of an instrument, and get the others from its calendar and asset class", async () => {
    const { instruments } = await marketOf("bars", {
      settings: { instrument: { exchange: "XLON", currency: "GBP", tick: 0.05, priceBasis: "split_adjusted" } },
    });
    expect(instruments[0]).toMatchObject({
      calendar: "XLON",
      zone: "Europe/London",
      currency: "GBP",
      tick: 0.05,
      lot: 1,
      priceBasis: "split_adjusted",
    });
  });

  test.each([
    ["Europe/London", "XLON"],
    ["Asia/Tokyo", "XTKS"],
    ["America/New_York", "XNYS"],
  ])("of an unknown exchange in the zone %s get the calendar %s", async (zone, calendar) => {
    const market = await marketOf("bars", { settings: { instrument: { exchange: "ACMEX", zone } } });
    expect(market.instruments[0]).toMatchObject({ exchange: "ACMEX", zone, calendar });
    await expect(marketOf("bars", { settings: { instrument: { zone: "Antarctica/Troll" } } })).rejects.toMatchObject({
      code: "IMPORT_REFUSED",
      details: { byReason: { calendar_unknown: 1 } },
    });
  });

  test("get a note when the settings say that prices are adjusted", async () => {
    const market = await marketOf("bars", { settings: { instrument: { priceBasis: "fully_adjusted" } } });
    expect(market.notes).toContain("ACME: prices are read as fully_adjusted.");
  });

  test("of one day begin at midnight of the exchange, even if the file's dates are in another zone", async () => {
    const content = "date,open,high,low,close\n2024-07-01T00:00:00Z,1,1,1,1\n2024-07-02T00:00:00Z,1,1,1,1\n";
    const market = await marketOf("bars", { content, settings: { timeZone: "UTC" } });
    expect(rowsOf(market).map(([time]) => time)).toEqual(["2024-07-01T04:00:00.000Z", "2024-07-02T04:00:00.000Z"]);
  });

  test("may have negative prices for commodities", async () => {
    // The May 2020 contract of West Texas oil closed below 0 on 20 April 2020.
    const content =
      "date,open,high,low,close\n2020-04-20,17.73,17.85,-40.32,-37.63\n2020-04-21,-14,13.86,-16.74,10.01\n";
    const instrument = { assetClass: "commodity", unit: "barrel", contractMonth: "2020-05" } as const;
    const market = await marketOf("bars", { content, settings: { instrument } });
    expect(market.series[0]!.bars.close[0]).toBe(-37.63);
    expect(market.instruments[0]).toMatchObject({ calendar: "CMES", unit: "barrel", contractMonth: "2020-05" });
  });

  test("are read from NDJSON and Parquet files, recognized by their file name extension", async () => {
    const line = (time: string) => JSON.stringify({ time, open: 1, high: 2, low: 0.5, close: 1.5, volume: 3 });
    const content = `${line("2024-01-02T10:00:00Z")}\n${line("2024-01-02T11:00:00Z")}\n`;
    const market = await marketOf("bars", { file: "ACME.ndjson", content });
    expect(rowsOf(market)[1]).toEqual(["2024-01-02T11:00:00.000Z", 1, 2, 0.5, 1.5, 3]);
    const parquet = join(files.folder, "BETA.parquet");
    await exportParquet(parquet, market.series[0]!.bars);
    const read = await importMarket({ importer: "bars", files: [{ file: parquet }] });
    expect(rowsOf(read.market)).toEqual(rowsOf(market));
    expect(read.market.instruments[0]!.symbol).toBe("BETA");
  });

  test("of an NDJSON file are read without its bad rows if these may be left out", async () => {
    const row = (minute: number, close: unknown) =>
      JSON.stringify({ time: `2024-01-02T15:0${minute}:00Z`, open: 1, high: 2, low: 0.5, close, volume: 3 });
    const content = [row(0, 1), row(1, "much"), row(2, 1), row(3, 1)].join("\n");
    const market = await marketOf("bars", { file: "ACME.ndjson", content, settings: { skipBadRows: true } });
    expect(rowsOf(market).map(([time]) => String(time).slice(14, 16))).toEqual(["00", "02", "03"]);
  });
});

describe("the bid-ask importer", () => {
  test("makes bars of mid prices, and quotes at opens and closes, of which a close wins at the same time", async () => {
    const market = await marketOf("bid-ask");
    expect(market.instruments[0]).toMatchObject({
      assetClass: "forex",
      calendar: "FX",
      currency: "USD",
      base: "EUR",
      decimals: 5,
    });
    // Each price is the mean of bid and ask: the open is (1.1 + 1.1004) / 2.
    expect(rowsOf(market)[0]).toEqual(["2024-01-02T10:00:00.000Z", 1.1002, 1.1032, 1.0997, 1.1022, 0]);
    const { time, bid, ask } = market.quotes[0]!;
    expect(Array.from(time, (instant, i) => [formatInstant(instant).slice(11, 16), bid[i], ask[i]])).toEqual([
      ["10:00", 1.1, 1.1004],
      ["11:00", 1.102, 1.1024],
      ["12:00", 1.1035, 1.1039],
      ["13:00", 1.104, 1.1044],
      ["14:00", 1.101, 1.1014],
    ]);
  });
});

describe("the binance importer", () => {
  test("reads times in milliseconds or microseconds, and takes interval from close times and pair from the file name", async () => {
    const market = await marketOf("binance");
    expect(market.instruments[0]).toMatchObject({
      symbol: "BTCUSDT",
      base: "BTC",
      currency: "USDT",
      currencyDecimals: 6,
      exchange: "BINANCE",
    });
    expect(market.series[0]!.bars.interval).toBe("1h");
    expect(rowsOf(market)[0]).toEqual(["2025-01-01T00:00:00.000Z", 93576, 94509.42, 93489.03, 94401.14, 755.99]);
    const content = "1704067200000,2281.87,2352.37,2265.24,2352.04,220510.4,1704153599999,1,1,1,1,0\n";
    const day = await marketOf("binance", { file: "ETHUSDT-1d-2024-01-01.csv", content });
    expect(day.series[0]!.bars.interval).toBe("1d");
    expect(rowsOf(day)[0]![0]).toBe("2024-01-01T00:00:00.000Z");
  });

  test("reads files with a header, and JSON responses of Binance's API", async () => {
    const header = "open_time,open,high,low,close,volume,close_time,quote_volume,count,a,b,ignore\n";
    const named = await marketOf("binance", { content: header + IMPORT_SAMPLES["binance"]!.content });
    const json = JSON.stringify([
      [1735689600000, "93576.0", "94509.42", "93489.03", "94401.14", "755.99", 1735693199999, "1", 1, "1", "1", "0"],
    ]);
    const answered = await marketOf("binance", { file: "BTCUSDT.json", content: json });
    expect(rowsOf(named)).toEqual(rowsOf(await marketOf("binance")));
    expect(rowsOf(answered)).toEqual(rowsOf(named).slice(0, 1));
  });
});

describe("the chain importer", () => {
  test("sorts contracts by expiration, strike and right, and reads empty cells and volatilities of 0 as unknown", async () => {
    const { chains, instruments } = await marketOf("chain");
    const { time, expiration, strike, right, last, openInterest, impliedVolatility, delta, vega } = chains[0]!;
    // The session of 24 December 2015 closed at 13:00 in New York.
    expect(Array.from(time, formatInstant)).toEqual(Array.from({ length: 3 }, () => "2015-12-24T18:00:00.000Z"));
    expect(Array.from(expiration, (day) => formatDate(day * DAY_MS))[0]).toBe("2016-01-15");
    expect([...strike]).toEqual([100, 110, 110]);
    expect([...right]).toEqual([1, 1, -1]);
    expect([...last]).toEqual([11.05, 3.05, 2.05]);
    expect([...openInterest]).toEqual([5, 40, NaN]);
    expect([...impliedVolatility]).toEqual([NaN, 0.24, 0.25]);
    expect([...delta]).toEqual([NaN, 0.6, -0.4]);
    expect([...vega]).toEqual([NaN, 0.1, 0.1]);
    expect(instruments[0]!.symbol).toBe("ACME");
  });

  test("takes the time of a chain from a column or from the settings", async () => {
    const content = "quote_date,expiration,strike,type,bid,ask\n2024-01-02T15:45:00-05:00,2024-01-19,50,call,1.1,1.2\n";
    const { chains } = await marketOf("chain", { file: "acme.csv", content });
    expect([formatInstant(chains[0]!.time[0]!), chains[0]!.bid[0], chains[0]!.last[0]]).toEqual([
      "2024-01-02T20:45:00.000Z",
      1.1,
      NaN,
    ]);
    const given = await marketOf("chain", {
      file: "acme.csv",
      content: "expiration,strike,type,last\n2024-01-19,50,put,1\n",
      settings: { at: "2024-01-02T10:00" },
    });
    expect(formatInstant(given.chains[0]!.time[0]!)).toBe("2024-01-02T15:00:00.000Z");
  });
});

describe("the history importer", () => {
  const answer = JSON.parse(IMPORT_SAMPLES["history"]!.content) as { data: { close: number; adj_close: number }[] };

  test("reads prices as traded if an adjusted close differs, and the exchange, zone and currency from the field meta", async () => {
    const market = await marketOf("history");
    expect(market.instruments[0]).toMatchObject({ symbol: "ACME", priceBasis: "raw", zone: "America/New_York" });
    expect(rowsOf(market)[0]).toEqual(["2024-01-02T05:00:00.000Z", 10, 12, 9, 11, 100]);
    expect([...market.series[0]!.bars.adjClose!]).toEqual([10.5, 12]);
  });

  test("reads prices as adjusted if no adjusted close differs, unless the settings give another price basis", async () => {
    const data = answer.data.map((bar) => ({ ...bar, adj_close: bar.close }));
    const content = JSON.stringify({ ...answer, data });
    expect((await marketOf("history", { content })).instruments[0]!.priceBasis).toBe("fully_adjusted");
    const settings = { instrument: { priceBasis: "raw" } } as const;
    expect((await marketOf("history", { content, settings })).instruments[0]!.priceBasis).toBe("raw");
  });
});

describe("the stooq importer", () => {
  test("reads several symbols of one file, with dates in the exchange's zone and times of day in Warsaw's", async () => {
    const market = await marketOf("stooq");
    expect(market.series.map(({ symbol, bars }) => [symbol, bars.interval])).toEqual([
      ["ACME.US", "1d"],
      ["BETA.US", "5m"],
    ]);
    expect(rowsOf(market).map(([time]) => time)).toEqual(["2024-01-02T05:00:00.000Z", "2024-01-03T05:00:00.000Z"]);
    expect(rowsOf(market, 1)).toEqual([["2024-01-02T14:30:00.000Z", 50, 51, 49, 50.5, 800]]);
    expect(market.instruments.map(({ priceBasis }) => priceBasis)).toEqual(["fully_adjusted", "fully_adjusted"]);
  });

  test("refuses a bar at a local time that does not exist in Warsaw because clocks go forward", async () => {
    const content = `<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>
PAIR,5,20240331,015500,1,1,1,1,1,0
PAIR,5,20240331,022500,2,2,2,2,1,0
PAIR,5,20240331,030000,3,3,3,3,1,0
`;
    const instrument = { assetClass: "forex" } as const;
    const market = await marketOf("stooq", { content, settings: { instrument, skipBadRows: true } });
    expect(rowsOf(market).map(([time, open]) => [time, open])).toEqual([
      ["2024-03-31T00:55:00.000Z", 1],
      ["2024-03-31T01:00:00.000Z", 3],
    ]);
    await expect(marketOf("stooq", { content, settings: { instrument } })).rejects.toThrow(
      "line 3: time must be one that the clocks of Europe/Warsaw show, not one that they skip when they go forward, was 2024-03-31T02:25:00.000",
    );
  });

  test("reads Stooq's files without a ticker column", async () => {
    const content = "Date,Open,High,Low,Close,Volume\n2024-01-02,1,2,0.5,1.5,10\n2024-01-03,1,2,0.5,1.5,10\n";
    const market = await marketOf("stooq", { file: "acme.csv", content });
    expect(market.instruments[0]).toMatchObject({ symbol: "ACME", priceBasis: "fully_adjusted" });
  });
});

describe("the yahoo importer", () => {
  test("reads prices as adjusted for splits, and keeps the adjusted close", async () => {
    const market = await marketOf("yahoo");
    expect(market.instruments[0]).toMatchObject({ symbol: "ACME", assetClass: "stock", priceBasis: "split_adjusted" });
    expect([...market.series[0]!.bars.adjClose!]).toEqual([98.5, 99.5, 100.5]);
  });

  test.each([
    ["^GSPC", "index", "XNYS", "^GSPC"],
    ["EURUSD=X", "forex", "FX", "EUR"],
    ["GC=F", "commodity", "CMES", "GC=F"],
    ["BTC-USD", "crypto", "24/7", "BTC"],
  ])("derives asset class and calendar of %s from the symbol", async (symbol, assetClass, calendar, base) => {
    const market = await marketOf("yahoo", { file: `${symbol}.csv` });
    expect(market.instruments[0]).toMatchObject({ symbol, assetClass, calendar, base });
  });
});
