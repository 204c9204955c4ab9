import { describe, expect, test } from "vitest";
import type { ImportSettings } from "../../src/data/importing/importer.ts";
import { importMarket } from "../../src/data/importing/import-market.ts";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { HindcastError } from "../../src/primitives/errors.ts";
import { formatInstant } from "../../src/time/instant.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
const COIN: ImportSettings = { interval: "1m", instrument: { assetClass: "crypto" } };
/** 1 January 2024 in UTC, in milliseconds. */
const START = 1_704_067_200_000;

async function marketOf(
  name: string,
  rows: readonly string[],
  settings: ImportSettings = COIN,
): Promise<RecordedMarket> {
  const file = files.write(name, `${rows.join("\n")}\n`);
  return (await importMarket({ importer: "ticks", files: [{ file }], settings })).market;
}

async function refusalOf(name: string, rows: readonly string[], settings: ImportSettings = COIN): Promise<string> {
  const error: unknown = await marketOf(name, rows, settings).catch((thrown: unknown) => thrown);
  return error instanceof HindcastError ? error.message.replaceAll(`${files.folder}/`, "") : "imported";
}

/** Bars as symbol, then rows of time of day, open, high, low, close and volume. */
function barsOf({ series }: RecordedMarket): unknown[] {
  return series.map(({ symbol, bars }) => [
    symbol,
    ...Array.from(bars.time, (time, i) => [
      formatInstant(time).slice(11, 16),
      ...[bars.open, bars.high, bars.low, bars.close, bars.volume].map((column) => column[i]),
    ]),
  ]);
}

/** Quotes as symbol, then rows of time of day, bid, ask and their sizes. */
function quotesOf({ quotes }: RecordedMarket): unknown[] {
  return quotes.map(({ symbol, time, bid, ask, bidSize, askSize }) => [
    symbol,
    ...Array.from(time, (instant, i) => [formatInstant(instant).slice(11), bid[i], ask[i], bidSize[i], askSize[i]]),
  ]);
}

describe("imported ticks of exchanges", () => {
  // Three trades: 100, then 101 half a minute later, then 99.5 in the next minute.
  const expected = ["BTCUSDT", ["00:00", 100, 101, 100, 101, 0.75], ["00:01", 99.5, 99.5, 99.5, 99.5, 0.125]];
  const trades = [
    [1, "100.00", "0.25", 0],
    [2, "101.00", "0.5", 30_000],
    [3, "99.50", "0.125", 60_000],
  ] as const;

  test.each([
    [
      "joined trades of futures, with a header",
      "BTCUSDT-aggTrades-2024-01.csv",
      [
        "agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker",
        ...trades.map(([id, price, size, after]) => `${id},${price},${size},${id},${id},${START + after},false`),
      ],
    ],
    [
      "joined trades of spot markets, without a header",
      "BTCUSDT-aggTrades-2024-01.csv",
      trades.map(([id, price, size, after]) => `${id},${price},${size},${id},${id},${START + after},True,True`),
    ],
    [
      "single trades of spot markets in microseconds, without a header",
      "BTCUSDT-trades-2025-01.csv",
      trades.map(([id, price, size, after]) => `${id},${price},${size},10,${START + after}123,True,True`),
    ],
    [
      "single trades of futures, without a header",
      "BTCUSDT-trades-2024-01.csv",
      trades.map(([id, price, size, after]) => `${id},${price},${size},10,${START + after},true`),
    ],
    [
      "times in seconds, price and volume, without a header",
      "BTCUSDT.csv",
      trades.map(([, price, size, after]) => `${(START + after) / 1000},${price},${size}`),
    ],
    [
      "trades with a symbol and times in microseconds",
      "trades.csv",
      [
        "exchange,symbol,timestamp,local_timestamp,id,side,price,amount",
        ...trades.map(
          ([id, price, size, after]) => `x,BTCUSDT,${START + after}001,${START + after}999,${id},buy,${price},${size}`,
        ),
      ],
    ],
    [
      "rows from new to old",
      "BTCUSDT.csv",
      ["time,price,size", ...trades.map(([, price, size, after]) => `${START + after},${price},${size}`).toReversed()],
    ],
  ])("are read from %s", async (_, name, rows) => {
    expect(barsOf(await marketOf(name, rows))).toEqual([expected]);
  });

  test("of several symbols become one series for each", async () => {
    const rows = [
      "timestamp,instrument_name,price,amount",
      `${START}000,BTC-PERPETUAL,42000,10`,
      `${START}000,ETH-PERPETUAL,2000,5`,
      `${START + 1000}000,BTC-PERPETUAL,42001,10`,
    ];
    const both = [
      ["BTC-PERPETUAL", ["00:00", 42_000, 42_001, 42_000, 42_001, 20]],
      ["ETH-PERPETUAL", ["00:00", 2000, 2000, 2000, 2000, 5]],
    ];
    expect(barsOf(await marketOf("all.csv", rows))).toEqual(both);
    expect(barsOf(await marketOf("all.csv", rows, { ...COIN, symbols: ["ETH-PERPETUAL"] }))).toEqual(both.slice(1));
    expect(await refusalOf("all.csv", rows, { ...COIN, symbols: ["SOL-PERPETUAL"] })).toContain(
      "symbol must be one of the symbols of all.csv: BTC-PERPETUAL, ETH-PERPETUAL",
    );
  });

  test("of an order book are trades only in rows of trades, and have prices in billionths if they are stored so", async () => {
    const head = "ts_recv,ts_event,rtype,publisher_id,action,price,size,bid_px_00,ask_px_00,bid_sz_00,ask_sz_00,symbol";
    const market = await marketOf(
      "book.csv",
      [
        head,
        "1704205800000000001,1704205799999999000,1,2,A,166370000000,6,166370000000,9223372036854775807,6,0,AAPL",
        "1704205801000000001,1704205800999999000,1,2,T,166380000000,4,166370000000,166460000000,6,100,AAPL",
      ],
      { interval: "1m" },
    );
    expect(barsOf(market)).toEqual([["AAPL", ["14:30", 166.38, 166.38, 166.38, 166.38, 4]]]);
    expect(quotesOf(market)).toEqual([
      ["AAPL", ["14:30:00.000Z", 166.37, NaN, 6, 0], ["14:30:01.000Z", 166.37, 166.46, 6, 100]],
    ]);
    // The same prices as decimals.
    const decimal = await marketOf(
      "book.csv",
      [head, "2024-01-02T14:30:01.000000001Z,2024-01-02T14:30:00.9Z,1,2,T,166.380000000,4,166.37,166.46,6,100,AAPL"],
      { interval: "1m" },
    );
    expect(barsOf(decimal)).toEqual(barsOf(market));
  });

  test("without trades become quotes, and bars of mid prices only if an interval is given", async () => {
    const rows = [
      "Gmt time,Ask,Bid,AskVolume,BidVolume",
      "01.02.2024 10:00:00.123,1.1002,1.1,1.5,2",
      "01.02.2024 10:00:30.000,1.1004,1.1002,1.5,2",
      "01.02.2024 10:01:00.000,1.1,1.1001,1.5,2",
    ];
    const instrument = { assetClass: "forex" } as const;
    const market = await marketOf("EURUSD.csv", rows, { instrument });
    expect(market.series).toEqual([]);
    expect(quotesOf(market)).toEqual([
      [
        "EURUSD",
        ["10:00:00.123Z", 1.1, 1.1002, 2, 1.5],
        ["10:00:30.000Z", 1.1002, 1.1004, 2, 1.5],
        ["10:01:00.000Z", 1.1001, 1.1, 2, 1.5],
      ],
    ]);
    expect(market.notes).toContain("EURUSD: quotes with a bid above the ask: 1 of 3. They are kept.");
    const bars = await marketOf("EURUSD.csv", rows, { instrument, interval: "1m" });
    expect(barsOf(bars)).toEqual([
      ["EURUSD", ["10:00", 1.1001, 1.1003, 1.1001, 1.1003, 0], ["10:01", 1.10005, 1.10005, 1.10005, 1.10005, 0]],
    ]);
  });

  test("have the columns that the import names, and are refused if it names too few", async () => {
    const rows = ["07/02/2024,09:30:00,x,10,100", "07/02/2024,09:30:01,x,11,200"];
    const columns = ["date", "time", "-", "price", "size"];
    const settings: ImportSettings = { interval: "1m", dateFormat: "MM/DD/YYYY" };
    const market = await marketOf("A.csv", rows, { ...settings, columns });
    expect(barsOf(market)).toEqual([["A", ["13:30", 10, 11, 10, 11, 300]]]);
    expect(barsOf(await marketOf("A.csv", ["a,b,c,d,e", ...rows], { ...settings, columns }))).toEqual(barsOf(market));
    expect(await refusalOf("A.csv", rows, { ...settings, columns: ["time", "price"] })).toContain(
      "A.csv has 5 columns, and --columns must name each in order",
    );
    expect(await refusalOf("A.csv", rows, settings)).toContain("such as --columns time,price,size");
  });

  test("with numbers too small to count time since 1970 are refused", async () => {
    // A time of day, and a date.
    for (const time of ["093000", "20240702"])
      expect(await refusalOf("A.csv", ["time,price,size", `${time},10,100`])).toContain(
        "a number since 1970, from 1973 on",
      );
  });

  test("of MetaTrader 5 keep a bid and an ask until they change, and have no trades without last prices", async () => {
    const head = "<DATE>\t<TIME>\t<BID>\t<ASK>\t<LAST>\t<VOLUME>\t<FLAGS>";
    const rows = [
      "2024.07.02\t09:30:00.123\t1.1\t1.3\t0.00\t0\t6",
      "2024.07.02\t09:30:01.000\t1.2\t\t0.00\t0\t2",
      "2024.07.02\t09:30:02.000\t\t1.4\t0.00\t0\t4",
    ];
    const quotes = [
      [
        "EURUSD",
        ["09:30:00.123Z", 1.1, 1.3, NaN, NaN],
        ["09:30:01.000Z", 1.2, 1.3, NaN, NaN],
        ["09:30:02.000Z", 1.2, 1.4, NaN, NaN],
      ],
    ];
    const market = await marketOf("EURUSD.csv", [head, ...rows], { timeZone: "UTC" });
    expect(quotesOf(market)).toEqual(quotes);
    expect(market.series).toEqual([]);
    expect(market.instruments[0]!.assetClass).toBe("forex");
    expect(quotesOf(await marketOf("EURUSD.csv", [head, ...rows.toReversed()], { timeZone: "UTC" }))).toEqual(quotes);
    const traded = [head, "2024.07.02\t09:30:00.123\t\t\t10.5\t100\t24", "2024.07.02\t09:30:01.000\t10\t11\t\t\t6"];
    const stock = await marketOf("ACME.csv", traded, { interval: "1m", timeZone: "UTC" });
    expect(barsOf(stock)).toEqual([["ACME", ["09:30", 10.5, 10.5, 10.5, 10.5, 100]]]);
  });

  test("of a pair written with a slash get the symbol of the pair, which --symbol can choose", async () => {
    const rows = ["EUR/USD,20240702 09:30:00.123,1.1,1.2", "USD/JPY,20240702 09:30:01.000,150,151"];
    const market = await marketOf("all.csv", rows, {});
    expect(market.instruments.map(({ symbol, assetClass, currency }) => [symbol, assetClass, currency])).toEqual([
      ["EURUSD", "forex", "USD"],
      ["USDJPY", "forex", "JPY"],
    ]);
    expect(quotesOf(await marketOf("all.csv", rows, { symbols: ["USDJPY"] }))).toEqual([
      ["USDJPY", ["09:30:01.000Z", 150, 151, NaN, NaN]],
    ]);
  });

  test("are noted with the columns that are not read, and refused without any price", async () => {
    const market = await marketOf("A.csv", ["time,price,size,venue", `${START},1,1,x`]);
    expect(market.notes).toContain("A.csv: columns that are not read: venue.");
    expect(await refusalOf("A.csv", ["time,size", `${START},1`])).toContain(
      'A.csv must have a column of prices (price), or columns bid and ask; its first line is "time,size"',
    );
    expect(await refusalOf("A.csv", ["1,2,3,4"])).toContain(
      'A.csv has no line of names, and its first row does not show which column is which: "1,2,3,4"',
    );
  });
});
