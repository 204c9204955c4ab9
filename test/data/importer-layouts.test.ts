import { describe, expect, test } from "vitest";
import type { ImportSettings } from "../../src/data/importing/importer.ts";
import { importMarket } from "../../src/data/importing/import-market.ts";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { HindcastError } from "../../src/primitives/errors.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import { formatDate, formatInstant } from "../../src/time/instant.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

async function marketOf(
  importer: string,
  name: string,
  content: string,
  settings: ImportSettings = {},
): Promise<RecordedMarket> {
  const file = files.write(name, content);
  return (await importMarket({ importer, files: [{ file }], settings })).market;
}

async function refusalOf(importer: string, name: string, content: string): Promise<string> {
  const error: unknown = await marketOf(importer, name, content).catch((thrown: unknown) => thrown);
  return error instanceof HindcastError ? error.message.replaceAll(`${files.folder}/`, "") : "imported";
}

/** Contracts as symbol, time, expiration, strike, right, last, bid, ask, volume, open interest, volatility and delta. */
function contractsOf({ chains }: RecordedMarket): unknown[] {
  return chains.flatMap((chain) =>
    Array.from(chain.time, (time, i) => [
      chain.symbol,
      formatInstant(time).slice(0, 16),
      formatDate(chain.expiration[i]! * DAY_MS),
      ...[chain.strike, chain.right, chain.last, chain.bid, chain.ask].map((column) => column[i]),
      ...[chain.volume, chain.openInterest, chain.impliedVolatility, chain.delta].map((column) => column[i]),
    ]),
  );
}

describe("the chain importer", () => {
  // Sixteen o'clock in New York is 21:00 in UTC in winter.
  test("reads a call and a put from each row of a file with both", async () => {
    const market = await marketOf(
      "chain",
      "spy_eod_202301.txt",
      `[QUOTE_UNIXTIME], [QUOTE_READTIME], [UNDERLYING_LAST], [EXPIRE_DATE], [C_DELTA], [C_IV], [C_VOLUME], [C_LAST], [C_BID], [C_ASK], [STRIKE], [P_BID], [P_ASK], [P_LAST], [P_DELTA], [P_IV], [P_VOLUME]
1672779600, 2023-01-03 16:00, 380.82, 2023-01-06, 0.6, 0.25, 12, 5.5, 5.4, 5.6, 380.0, 4.2, 4.4, 0, -0.4, 0.24, 
`,
    );
    expect(contractsOf(market)).toEqual([
      ["SPY", "2023-01-03T21:00", "2023-01-06", 380, 1, 5.5, 5.4, 5.6, 12, NaN, 0.25, 0.6],
      ["SPY", "2023-01-03T21:00", "2023-01-06", 380, -1, NaN, 4.2, 4.4, NaN, NaN, 0.24, -0.4],
    ]);
    expect(market.notes).toContain(
      "spy_eod_202301.txt: columns that are not read: [QUOTE_UNIXTIME], [UNDERLYING_LAST].",
    );
  });

  const HEADER =
    "underlying_symbol,quote_date,root,expiration,strike,option_type,close,trade_volume,bid_1545,ask_1545,implied_volatility_1545,delta_1545,bid_eod,ask_eod,open_interest";

  test("reads two snapshots from each row of a day: quotes before the close, and trades with quotes at the close", async () => {
    const market = await marketOf(
      "chain",
      "UnderlyingOptionsEODCalcs_2023-01-03.csv",
      `${HEADER}
^SPX,2023-01-03,SPX,2023-01-20,3800,C,85,12,84,86,0.22,0.55,83,82,100
SPY,2023-01-03,SPY,2023-01-20,380,P,0,0,6.9,7.1,0.2,-0.45,6.8,7,10
`,
    );
    expect(contractsOf(market)).toEqual([
      ["^SPX", "2023-01-03T20:45", "2023-01-20", 3800, 1, NaN, 84, 86, NaN, 100, 0.22, 0.55],
      ["^SPX", "2023-01-03T21:00", "2023-01-20", 3800, 1, 85, 83, 82, 12, 100, NaN, NaN],
      ["SPY", "2023-01-03T20:45", "2023-01-20", 380, -1, NaN, 6.9, 7.1, NaN, 10, 0.2, -0.45],
      ["SPY", "2023-01-03T21:00", "2023-01-20", 380, -1, NaN, 6.8, 7, 0, 10, NaN, NaN],
    ]);
    expect(market.notes).toContain("^SPX: contracts with a bid above the ask: 1 of 2. They are kept.");
    expect(market.notes).toContain(
      "SPY: an option chain of 2 rows was imported before any bars of its underlying; import these under the same symbol.",
    );
  });

  test("leaves out quotes of 15:45 on days that closed early before February 2020", async () => {
    // 24 December 2019 and 27 November 2020 closed at 13:00 in New York, which is 18:00 in UTC.
    const market = await marketOf(
      "chain",
      "SPY.csv",
      `${HEADER}
SPY,2019-12-24,SPY,2021-01-15,300,C,20,1,19,21,0.2,0.5,19,21,10
SPY,2020-11-27,SPY,2021-01-15,300,C,20,1,19,21,0.2,0.5,19,21,10
`,
    );
    expect(contractsOf(market).map((row) => (row as unknown[])[1])).toEqual([
      "2019-12-24T18:00",
      "2020-11-27T17:45",
      "2020-11-27T18:00",
    ]);
    expect(market.notes).toContain(
      "SPY: quotes of 15:45 on days with an early close before 2020-02-05, left out since they are from after the close: 1.",
    );
  });

  test("records contracts with a root of their own, such as SPXW, as a chain of that root, and notes it", async () => {
    const rows = ["SPX,2023-01-20,3800,C,84", "SPXW,2023-01-20,3800,C,83", "SPXW,2023-01-20,3800,P,5"];
    const stated = await marketOf(
      "chain",
      "all.csv",
      `underlying,date,root,expiration,strike,right,bid\n${rows.map((row) => `^SPX,2023-01-03,${row}`).join("\n")}\n`,
    );
    const expected = [
      ["^SPX", "2023-01-03T21:00", "2023-01-20", 3800, 1, 84],
      ["SPXW", "2023-01-03T21:00", "2023-01-20", 3800, 1, 83],
      ["SPXW", "2023-01-03T21:00", "2023-01-20", 3800, -1, 5],
    ];
    const bids = (market: RecordedMarket): unknown[] =>
      contractsOf(market).map((row) => [...(row as unknown[]).slice(0, 5), (row as unknown[])[6]]);
    expect(bids(stated)).toEqual(expected);
    expect(stated.notes).toContain(
      "^SPX: contracts with the root SPXW are recorded as a chain of SPXW, since they differ from those with the root SPX, such as by the time of their settlement. To trade them, import the bars of ^SPX under SPXW too.",
    );
    // The same contracts by their ids alone, in the spellings of two vendors.
    const ids = ["O:SPX230120C03800000,84", "SPXW  230120C03800000,83", "SPXW230120P03800000,5"];
    const bySymbol = await marketOf("chain", "spx_20230103.csv", `ticker,bid\n${ids.join("\n")}\n`);
    expect(bids(bySymbol)).toEqual([["SPX", ...expected[0]!.slice(1)], ...expected.slice(1)]);
  });

  test("reads the calls of yfinance, whose ids state expiration, root and right, under the root or the given symbol", async () => {
    const content = `,contractSymbol,lastTradeDate,strike,lastPrice,bid,ask,change,percentChange,volume,openInterest,impliedVolatility,inTheMoney,contractSize,currency
0,FB220121C00300000,2021-12-31 20:59:59+00:00,300.0,40.5,40.1,40.9,0.0,0.0,12.0,100,0.35,True,REGULAR,USD
`;
    const expected = ["2021-12-31T21:00", "2022-01-21", 300, 1, 40.5, 40.1, 40.9, 12, 100, 0.35, NaN];
    const named = await marketOf("chain", "calls_20211231.csv", content);
    expect(contractsOf(named)).toEqual([["FB", ...expected]]);
    expect(named.notes.join()).not.toContain("CALLS");
    const file = files.write("calls_20211231.csv", content);
    const { market } = await importMarket({ importer: "chain", files: [{ file, symbol: "META" }] });
    expect(contractsOf(market)).toEqual([["META", ...expected]]);
  });

  test("takes underlyings from a column named symbol, but not contracts in the spelling of an exchange", async () => {
    const columns = "symbol,date,expiration,strike,right,bid";
    const stocks = `${columns}\nAAPL,2023-01-03,2023-01-20,130,C,2\nMSFT,2023-01-03,2023-01-20,130,C,90\n`;
    expect((await marketOf("chain", "all.csv", stocks)).chains.map(({ symbol }) => symbol)).toEqual(["AAPL", "MSFT"]);
    const coins = `${columns}\nBTC-20JAN23-16000-C,2023-01-03,2023-01-20,16000,C,2\n`;
    const market = await marketOf("chain", "btc.csv", coins);
    expect(market.chains.map(({ symbol }) => symbol)).toEqual(["BTC"]);
    expect(market.notes).toContain("btc.csv: columns that are not read: symbol.");
  });

  test("reads snapshots of contracts in JSON, without theta and vega, and refuses other JSON", async () => {
    const greeks = { delta: 0.6, gamma: 0.02, theta: -0.1, vega: 0.4 };
    const contract = {
      latestQuote: { bp: 40.1, ap: 40.9 },
      latestTrade: { p: 40.5 },
      dailyBar: { v: 12 },
      impliedVolatility: 0.35,
      greeks,
    };
    const content = JSON.stringify({ snapshots: { FB220121C00300000: contract } });
    const market = await marketOf("chain", "fb_20211231.json", content);
    expect(contractsOf(market)).toEqual([
      ["FB", "2021-12-31T21:00", "2022-01-21", 300, 1, 40.5, 40.1, 40.9, 12, NaN, 0.35, 0.6],
    ]);
    expect([market.chains[0]!.gamma[0], market.chains[0]!.theta[0], market.chains[0]!.vega[0]]).toEqual([
      0.02,
      NaN,
      NaN,
    ]);
    expect(await refusalOf("chain", "fb_20211231.json", '{"error":"Invalid API key"}')).toContain(
      "must have snapshots of contracts by their ids, if it is JSON. Save other chains as CSV",
    );
  });

  test("refuses a contract twice in a snapshot, and says how roots keep contracts apart", async () => {
    const row = "2023-01-03,2023-01-20,3800,C,1\n";
    expect(await refusalOf("chain", "spx.csv", `date,expiration,strike,right,bid\n${row}${row}`)).toContain(
      "If it is listed under several roots, such as SPX and SPXW, give the file a column root or the ids of its contracts",
    );
  });

  test("refuses a file without any value of contracts", async () => {
    expect(await refusalOf("chain", "acme_20240102.csv", "expiry,strike,right\n2024-01-19,100,C\n")).toContain(
      "must have a column with a value of its contracts, such as bid, ask or last; its columns are expiry, strike, right",
    );
  });
});

describe("the binance importer", () => {
  const KLINES =
    "open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore";

  test.each([
    [
      "funding rates",
      "BTCUSDT-fundingRate-2024-01.csv",
      "calc_time,funding_interval_hours,last_funding_rate\n1704067200000,8,0.0001\n",
      "has funding rates, not klines. They are not prices. Runs join them to bars as own columns: --join FILE --lag 0",
    ],
    [
      "funding rates as JSON",
      "BTCUSDT.json",
      '[{"symbol":"BTCUSDT","fundingTime":1704067200000,"fundingRate":"0.0001"}]',
      "has funding rates, not klines. They are not prices. Runs join them to bars as own columns: --join FILE --lag 0",
    ],
    [
      "a premium index",
      "BTCUSDT-1h-2024-01.csv",
      `${KLINES}\n1704067200000,0.0001,0.0002,-0.0001,0.0001,0,1704070799999,0,12,0,0,0\n`,
      "has a premium index, not prices: klines without volume, some of which are not above 0. It cannot be imported",
    ],
    [
      "trades without a header",
      "BTCUSDT-trades-2024-01.csv",
      "1,100.00,0.1,10,1704067200000,True,True\n",
      "has trades, not klines. Import them with hindcast import ticks",
    ],
    [
      "trades",
      "BTCUSDT-trades-2024-01.csv",
      "id,price,qty,quote_qty,time,is_buyer_maker\n1,100.00,0.1,10,1704067200000,true\n",
      "has trades, not klines. Import them with hindcast import ticks",
    ],
    [
      "few columns",
      "BTCUSDT.csv",
      "time,open,close\n1704067200000,1,1\n",
      "must have klines of at least 7 columns, from open_time to close_time; its columns are time, open, close",
    ],
  ])("refuses a file of %s with what it is", async (_, name, content, message) => {
    expect(await refusalOf("binance", name, content)).toContain(`${name} ${message}`);
  });

  test("notes klines of mark and index prices, which have no volume, and the columns that are not read", async () => {
    const market = await marketOf(
      "binance",
      "BTCUSDT-1h-2024-01.csv",
      `${KLINES}\n1704067200000,42000,42100,41900,42050,0,1704070799999,0,12,0,0,0\n`,
    );
    expect(market.notes.slice(0, 2)).toEqual([
      "BTCUSDT: every volume is 0, as in files of mark and index prices, at which nothing traded.",
      "BTCUSDT-1h-2024-01.csv: columns that are not read: quote_volume, count, taker_buy_volume, taker_buy_quote_volume, ignore.",
    ]);
  });
});

describe("an importer lists the columns that it does not read", () => {
  test.each([
    [
      "bid-ask",
      "EURUSD.csv",
      "time,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close,spread\n2024-01-02T10:00,1,1,1,1,1,1,1,1,0\n2024-01-02T11:00,1,1,1,1,1,1,1,1,0\n",
      "EURUSD.csv: columns that are not read: spread.",
    ],
    [
      "stooq",
      "A.txt",
      "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>\nA.US,D,20240102,000000,1,1,1,1,1,0\n",
      "A.txt: columns that are not read: <OPENINT>.",
    ],
    [
      "lean",
      "A.csv",
      "date,open,high,low,close,volume,vwap,venue\n2024-01-02,1,1,1,1,1,1,N\n2024-01-03,1,1,1,1,1,1,N\n",
      "A.csv: columns that are not read: venue.",
    ],
    [
      "history",
      "A.json",
      JSON.stringify({
        symbol: "A",
        interval: "1d",
        data: [
          { timestamp: "2024-01-02T05:00:00Z", open: 1, high: 1, low: 1, close: 1, volume: 1, adj_close: 1, vwap: 1 },
        ],
      }),
      "A.json: columns that are not read: vwap.",
    ],
  ])("in files of %s", async (importer, name, content, note) => {
    expect((await marketOf(importer, name, content)).notes).toContain(note);
  });
});

describe("an importer keeps further columns of numbers as own columns", () => {
  const kline = (hour: number, trades: string) =>
    [Date.UTC(2024, 0, 1, hour), 10, 12, 9, 11, 5, Date.UTC(2024, 0, 1, hour + 1) - 1, 55.5, trades, 2, 22, 0].join(
      ",",
    );
  const own = {
    quote_volume: Float64Array.of(55.5, 55.5),
    count: Float64Array.of(7, 8),
    taker_buy_volume: Float64Array.of(2, 2),
    taker_buy_quote_volume: Float64Array.of(22, 22),
  };
  test.each([
    ["binance", "BTCUSDT-1h.csv", `${kline(0, "7")}\n${kline(1, "8")}\n`, own],
    [
      "binance",
      "BTCUSDT-1h.csv",
      `open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore\n${kline(0, "7")}\n${kline(1, "")}\n`,
      { ...own, count: Float64Array.of(7, NaN) },
    ],
    [
      "binance",
      "BTCUSDT-1h.json",
      JSON.stringify(
        [kline(0, "7"), kline(1, "8")].map((row) =>
          row.split(",").map((cell, i) => (i === 8 || i % 6 === 0 ? Number(cell) : cell)),
        ),
      ),
      own,
    ],
    [
      "binance",
      "BTCUSDT-1h.csv",
      [0, 1].map((hour) => kline(hour, "0").split(",").slice(0, 7).join()).join("\n"),
      undefined,
    ],
    [
      "yahoo",
      "A.csv",
      "Date,Open,High,Low,Close,Adj Close,Volume,Dividends,Short Interest\n2024-01-02,1,1,1,1,0.5,9,0,0.25\n2024-01-03,1,1,1,1,1,9,0,\n",
      { "Short Interest": Float64Array.of(0.25, NaN) },
    ],
    [
      "lean",
      "A.csv",
      "date,open,high,low,close,volume,vwap\n2024-01-02,1,1,1,1,1,1.5\n2024-01-03,1,1,1,1,1,2.5\n",
      { vwap: Float64Array.of(1.5, 2.5) },
    ],
    [
      "stooq",
      "A.txt",
      "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>\nA.US,D,20240102,000000,1,1,1,1,1,4\nA.US,D,20240103,000000,1,1,1,1,1,5\n",
      { openint: Float64Array.of(4, 5) },
    ],
  ])("of files of %s: %s", async (importer, name, content, columns) => {
    const { series, notes } = await marketOf(importer, name, content);
    expect(series[0]!.columns).toEqual(columns);
    for (const column of Object.keys(columns ?? {}))
      expect(notes.some((note) => note.includes("not read") && note.includes(column))).toBe(false);
  });

  test("but not of mark prices of Binance, at which nothing trades", async () => {
    const rows = [kline(0, "7"), kline(1, "8")].map((row) => row.replace(",11,5,", ",11,0,"));
    const { series, notes } = await marketOf("binance", "BTCUSDT-1h.csv", rows.join("\n"));
    expect(series[0]!.columns).toBeUndefined();
    expect(notes.join(" ")).toContain("columns that are not read: quote_volume, count");
  });
});

describe("times without an offset are read in one zone in all layouts", () => {
  const startsOf = ({ series }: RecordedMarket): string[] =>
    Array.from(series[0]!.bars.time, (time) => formatInstant(time).slice(0, 16));

  // Half past three in Warsaw is 14:30 in UTC in winter.
  test.each([
    [
      "tickers and times of day",
      "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>\nA,5,20240102,153000,1,1,1,1,1,0\nA,5,20240102,153500,1,1,1,1,1,0\n",
    ],
    [
      "a column of times of day",
      "Date,Time,Open,High,Low,Close,Volume\n2024-01-02,15:30:00,1,1,1,1,1\n2024-01-02,15:35:00,1,1,1,1,1\n",
    ],
    [
      "dates with times of day",
      "Date,Open,High,Low,Close,Volume\n2024-01-02 15:30:00,1,1,1,1,1\n2024-01-02 15:35:00,1,1,1,1,1\n",
    ],
    ["no header", "2024-01-02 15:30:00,1,1,1,1,1\n2024-01-02 15:35:00,1,1,1,1,1\n"],
  ])("of Stooq, with %s", async (_, content) => {
    expect(startsOf(await marketOf("stooq", "A.csv", content))).toEqual(["2024-01-02T14:30", "2024-01-02T14:35"]);
  });

  test.each([
    ["with a header", "time,open,high,low,close,volume\n2024-01-02 10:00,1,1,1,1,1\n2024-01-02 11:00,1,1,1,1,1\n"],
    ["without a header", "20240102 10:00,1,1,1,1,1\n20240102 11:00,1,1,1,1,1\n"],
  ])("of currency pairs of LEAN, %s", async (_, content) => {
    const market = await marketOf("lean", "EURUSD.csv", content, { instrument: { assetClass: "forex" } });
    expect(startsOf(market)).toEqual(["2024-01-02T10:00", "2024-01-02T11:00"]);
  });
});

test("an import notes the longest gap of half a year or more, since the symbol may have had another company before", async () => {
  const days = ["2009-05-29", "2009-06-01", "2010-11-18", "2010-11-19"];
  const content = `date,open,high,low,close,volume\n${days.map((day) => `${day},1,1,1,1,1\n`).join("")}`;
  const note =
    "GM: there are no bars between 2009-06-01 and 2010-11-18. If the symbol had another company before, import its bars under a symbol of their own.";
  expect((await marketOf("bars", "GM.csv", content, { interval: "1d" })).notes).toContain(note);
  const later = content.replace("2010-11-18", "2009-11-18").replace("2010-11-19", "2009-11-19");
  expect((await marketOf("bars", "GM.csv", later, { interval: "1d" })).notes.join()).not.toContain("another company");
});
