import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ImportSettings } from "../../src/data/importing/importer.ts";
import { type ImportMode } from "../../src/data/importing/merge-tables.ts";
import { importMarket } from "../../src/data/importing/import-market.ts";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import type { PriceBasis } from "../../src/market/corporate-action.ts";
import { HindcastError } from "../../src/primitives/errors.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import { formatDate } from "../../src/time/instant.ts";
import { recoverActions } from "../../src/data/importing/recovered-actions.ts";
import { property } from "../support/property.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

/** A market with daily bars of two symbols. */
async function barsOf(symbols: readonly string[], priceBasis: PriceBasis = "raw"): Promise<RecordedMarket> {
  const bars = ["date,open,high,low,close", "2020-08-27,1,1,1,1", "2020-08-28,1,1,1,1"].join("\n");
  const sources = symbols.map((symbol) => ({ symbol, file: files.write(`${symbol}.csv`, `${bars}\n`) }));
  return (await importMarket({ importer: "bars", files: sources, settings: { instrument: { priceBasis } } })).market;
}

interface Options {
  readonly name?: string;
  readonly symbol?: string;
  readonly into?: RecordedMarket;
  readonly mode?: ImportMode;
  readonly settings?: ImportSettings;
}

async function imported(
  rows: readonly string[] | string,
  { name = "actions.csv", symbol, into, mode, settings }: Options = {},
): Promise<RecordedMarket> {
  const file = files.write(name, typeof rows === "string" ? rows : `${rows.join("\n")}\n`);
  const source = symbol === undefined ? { file } : { file, symbol };
  const request = { importer: "actions", files: [source], into: into ?? (await barsOf(["ACME", "BETA"])) };
  return (await importMarket({ ...request, ...(mode && { mode }), ...(settings && { settings }) })).market;
}

/** Actions as symbol, kind, ex-date, ratio and cash. */
function rowsOf({ actions }: RecordedMarket): unknown[] {
  return actions.map(({ symbol, kind, exDate, ratio, cash, price }) => [
    symbol,
    kind,
    formatDate(exDate * DAY_MS),
    ratio,
    cash,
    ...(price === undefined ? [] : [price]),
  ]);
}

async function refusalOf(rows: readonly string[], options: Options = {}): Promise<string> {
  const error: unknown = await imported(rows, options).catch((thrown: unknown) => thrown);
  return error instanceof HindcastError ? error.message.replaceAll(`${files.folder}/`, "") : "imported";
}

describe("corporate actions are imported", () => {
  // A dividend of 0.82 on 7 August 2020, a split of 4:1 on 31 August, a dividend of 0.205 on 6 November.
  const expected = [
    ["ACME", "dividend", "2020-08-07", 1, 0.82],
    ["ACME", "split", "2020-08-31", 4, 0],
    ["ACME", "dividend", "2020-11-06", 1, 0.205],
  ];

  test.each([
    [
      "a row for each action",
      [
        "symbol,date,kind,ratio,amount",
        "ACME,2020-08-07,dividend,,0.82",
        "ACME,2020-08-31,split,4:1,",
        "ACME,2020-11-06,Cash Dividend,,$0.205",
      ],
    ],
    [
      "one column of values",
      ["symbol,ex_date,type,value", "ACME,2020-08-07,DIV,0.82", "ACME,2020-08-31,SPLIT,4", "ACME,2020-11-06,DIV,0.205"],
    ],
    [
      "columns ex-dividend and split_ratio, as in Quandl's WIKI prices",
      [
        "ticker,date,open,high,low,close,volume,ex-dividend,split_ratio,adj_close",
        "ACME,2020-08-06,1,1,1,455.61,1,0.0,1.0,113",
        "ACME,2020-08-07,1,1,1,444.45,1,0.82,1.0,111",
        "ACME,2020-08-31,1,1,1,129.04,1,0.0,4.0,129",
        "ACME,2020-11-06,1,1,1,118.69,1,0.205,1.0,118",
      ],
    ],
    [
      "columns divCash and splitFactor, as Tiingo writes them, with times in UTC",
      [
        "date,close,divCash,splitFactor",
        "2020-08-07T00:00:00.000Z,444.45,0.82,1.0",
        "2020-08-31T00:00:00.000Z,129.04,0.0,4.0",
        "2020-11-06T00:00:00.000Z,118.69,0.205,1.0",
      ],
    ],
    [
      "columns dividend_amount and split_coefficient, as Alpha Vantage writes them, newest first",
      [
        "timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient",
        "2020-11-06,1,1,1,118.69,118,1,0.2050,1.0",
        "2020-08-31,1,1,1,129.04,129,1,0.0000,4.0",
        "2020-08-07,1,1,1,444.45,111,1,0.8200,1.0",
      ],
    ],
    [
      "columns Dividends and Stock Splits, as yfinance writes them, per unit after later splits",
      [
        "Date,Dividends,Stock Splits",
        "2020-08-07 00:00:00-04:00,0.205,0.0",
        "2020-08-31 00:00:00-04:00,0.0,4.0",
        "2020-11-06 00:00:00-05:00,0.205,0.0",
      ],
    ],
    [
      "columns dividend and split, as in zipline's folders of CSV files",
      ["date,close,dividend,split", "2020-08-07,1,0.82,1", "2020-08-31,1,0,4", "2020-11-06,1,0.205,1"],
    ],
  ])("from %s", async (_, rows) => {
    const market = await imported(rows, { symbol: "ACME" });
    expect(rowsOf(market)).toEqual(expected);
    expect(market.instruments.map(({ symbol }) => symbol)).toEqual(["ACME", "BETA"]);
    expect(market.series).toHaveLength(2);
  });

  test("from Alpha Vantage's JSON", async () => {
    const day = (dividend: string, split: string) => ({
      "1. open": "1",
      "2. high": "1",
      "3. low": "1",
      "4. close": "1",
      "5. adjusted close": "1",
      "6. volume": "1",
      "7. dividend amount": dividend,
      "8. split coefficient": split,
    });
    const days = {
      "2020-11-06": day("0.2050", "1.0"),
      "2020-08-31": day("0.0000", "4.0"),
      "2020-08-07": day("0.82", "1.0"),
    };
    const content = JSON.stringify({ "Time Series (Daily)": days });
    expect(rowsOf(await imported(content, { name: "acme.json", symbol: "ACME" }))).toEqual(expected);
  });

  test("from tables of splits alone, by the meaning of their columns", async () => {
    // zipline writes 0.25 for 4:1.
    const zipline = ["effective_date,ratio,symbol", "1598832000,0.25,ACME"];
    expect(rowsOf(await imported(zipline))).toEqual([["ACME", "split", "2020-08-31", 4, 0]]);
    const fromTo = ["execution_date,split_from,split_to,ticker", "2020-08-31,1,4,ACME", "2020-09-01,10,1,BETA"];
    expect(rowsOf(await imported(fromTo))).toEqual([
      ["ACME", "split", "2020-08-31", 4, 0],
      ["BETA", "split", "2020-09-01", 0.1, 0],
    ]);
  });

  test("with delistings and the price that they pay", async () => {
    const rows = ["symbol,date,kind,price", "ACME,2020-09-01,delisted,0.35", "BETA,2020-09-02,delisting,"];
    expect(rowsOf(await imported(rows))).toEqual([
      ["ACME", "delisting", "2020-09-01", 1, 0, 0.35],
      ["BETA", "delisting", "2020-09-02", 1, 0],
    ]);
  });

  test("from closes and adjusted closes as traded, with the split that their change shows", async () => {
    // A dividend of 0.5 after a close of 100: the factor is 0.995. Then a split of 2:1 after a close of 98.
    const rows = [
      "date,close,adj close",
      "2020-08-03,99,49.2525",
      "2020-08-04,100,49.75",
      "2020-08-05,101,50.5",
      "2020-08-06,98,49",
      "2020-08-07,49.5,49.5",
    ];
    const market = await imported(rows, { symbol: "ACME" });
    expect(rowsOf(market)).toEqual([
      ["ACME", "dividend", "2020-08-05", 1, 0.5],
      ["ACME", "split", "2020-08-07", 2, 0],
    ]);
    expect(market.notes).toContain("ACME: 1 split and 1 dividend are derived from the closes and adjusted closes.");
    expect(market.notes).toContain(
      "ACME: check the derived splits, since a dividend of a fifth of the price looks like a split of 5:4.",
    );
  });

  test("from split-adjusted closes and adjusted closes, with cash per unit of the ex-date", async () => {
    // With closes after a 4:1 split, a dividend of 0.82 before the split is 0.205. The factor is 1 − 0.205 / 113.9 = 0.998200…
    const rows = [
      "Date,Close,Adj Close,Stock Splits",
      "2020-08-05,110,109.802019,0",
      "2020-08-06,113.9,113.695,0",
      "2020-08-07,111.11,111.11,0",
      "2020-08-31,129.04,129.04,4",
    ];
    const into = await barsOf(["ACME"], "split_adjusted");
    expect(rowsOf(await imported(rows, { symbol: "ACME", into }))).toEqual([
      ["ACME", "dividend", "2020-08-07", 1, 0.82],
      ["ACME", "split", "2020-08-31", 4, 0],
    ]);
  });

  test("from adjusted closes with few decimals, with a note on how exact the dividends are", async () => {
    // A dividend of 0.23 after a close of 50: the factor before it is 0.9954, and 49.77 is exact, but 49.87 is 49.86954.
    const rows = ["date,close,adj close", "2020-08-03,50.1,49.87", "2020-08-04,50,49.77", "2020-08-05,51,51"];
    const market = await imported(rows, { symbol: "ACME" });
    const [[, , , , cash]] = rowsOf(market) as [[string, string, string, number, number]];
    // By hand: 50 × 0.9954 × (0.005 ÷ 49.82 + 0.005 ÷ 51) = 0.00987.
    expect(Math.abs(cash - 0.23)).toBeLessThan(0.0099);
    // Both factors may be wrong by 0.0001, and their difference is ignored up to 1.5 times that: 50.1 × 2.5 × 0.0002 = 0.02505.
    expect(market.notes).toContain(
      "ACME: the adjusted closes have 2 decimals, so that a derived dividend may be wrong by up to 0.0099 per unit, and dividends below 0.026 per unit may be missing. Import a table of dividends for exact amounts.",
    );
    const exact = ["date,close,adj close", "2020-08-03,50.1,49.86954", "2020-08-04,50,49.77", "2020-08-05,51,51"];
    expect((await imported(exact, { symbol: "ACME" })).notes.filter((note) => note.includes("decimal"))).toEqual([]);
    const none = ["date,close,adj close", "2020-08-03,50.1,50.1", "2020-08-04,50,50"];
    // 50.1 × 2.5 × (0.05 ÷ 50 + 0.05 ÷ 50.1) = 0.25025.
    expect((await imported(none, { symbol: "ACME" })).notes.join(" ")).toContain(
      "ACME: the adjusted closes have 1 decimal, so that dividends below 0.26",
    );
  });

  const prices = fc.array(
    fc.integer({ min: 1000, max: 20_000 }).map((cents) => cents / 100),
    { minLength: 2, maxLength: 12 },
  );
  property([prices, prices, fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 500 })], { numRuns: 1000 })(
    "from adjusted closes of any decimals, with dividends that differ by at most the noted error",
    (before, after, places, cents) => {
      const last = before.at(-1)!;
      const factor = 1 - cents / 100 / last;
      const days = [...before, ...after].map((close, exDate) => {
        const adjClose = Number((exDate < before.length ? close * factor : close).toFixed(places));
        return { exDate, close, adjClose, ratio: 1, cash: NaN };
      });
      const { actions, error, ignored } = recoverActions(days, "raw");
      const found = actions.filter(({ cash }) => cash > 0);
      if (found.length === 0) expect(cents / 100).toBeLessThanOrEqual(ignored * 1.01);
      if (found.length === 1 && found[0]!.exDate === before.length)
        expect(Math.abs(found[0]!.cash - cents / 100)).toBeLessThanOrEqual(error * 1.01 + last * 1e-6);
    },
  );

  test("without the symbols that are not recorded, with a note", async () => {
    const rows = ["symbol,date,dividend", "ACME,2020-08-07,1", "OMEGA,2020-08-07,2"];
    const market = await imported(rows);
    expect(rowsOf(market)).toEqual([["ACME", "dividend", "2020-08-07", 1, 1]]);
    expect(market.notes).toContain(
      "actions.csv: actions of 1 symbol are left out, which are not recorded or not chosen.",
    );
    expect(await refusalOf(rows.toSpliced(1, 1))).toBe(
      "nothing was imported: actions.csv has actions of OMEGA, without recorded bars: import their bars first, or give the symbol as SYMBOL=FILE",
    );
  });

  test("again only if they are equal to the recorded ones, except for the last digits of an amount", async () => {
    const into = await imported(["symbol,date,dividend", "ACME,2020-08-07,0.82"]);
    const again = await imported(["symbol,date,dividend", "ACME,2020-08-07,0.820004"], { into });
    expect(rowsOf(again)).toEqual([["ACME", "dividend", "2020-08-07", 1, 0.82]]);
    expect(await refusalOf(["symbol,date,dividend", "ACME,2020-08-07,0.83"], { into })).toContain(
      "dividend of ACME at 2020-08-07: cash must be 0.82, as in the data already recorded or imported, was 0.83",
    );
    const replaced = await imported(["symbol,date,dividend", "ACME,2020-08-07,0.83"], { into, mode: "replace" });
    expect(rowsOf(replaced)).toEqual([["ACME", "dividend", "2020-08-07", 1, 0.83]]);
  });

  test("with one dividend for each ex-date: a regular and a special one must be added up", async () => {
    expect(await refusalOf(["symbol,date,dividend", "ACME,2020-08-07,0.5", "ACME,2020-08-07,0.75"])).toContain(
      "has several dividends of ACME at 2020-08-07, 0.5 and 0.75: add them up in one row",
    );
  });

  test("once for equal rows of one file, which the report counts once and a note names", async () => {
    const rows = "symbol,date,dividend\nACME,2020-08-07,0.5\nACME,2020-08-07,0.5\nBETA,2020-08-07,1\n";
    const source = { file: files.write("twice.csv", rows) };
    const request = { importer: "actions", files: [source], into: await barsOf(["ACME", "BETA"]) };
    const { market, report } = await importMarket(request);
    expect(rowsOf(market)).toEqual([
      ["ACME", "dividend", "2020-08-07", 1, 0.5],
      ["BETA", "dividend", "2020-08-07", 1, 1],
    ]);
    expect(report.actions).toEqual([
      { symbol: "ACME", splits: 0, dividends: 1, delistings: 0 },
      { symbol: "BETA", splits: 0, dividends: 1, delistings: 0 },
    ]);
    const note =
      "twice.csv: 1 action is repeated in an equal row and recorded once, first the dividend of ACME at 2020-08-07. If a day has two equal dividends, add them up in one row.";
    expect(report.notes).toContain(note);
    expect(market.notes).toContain(note);
    // In another file, the same dividend is no doubt.
    const other = await importMarket({
      ...request,
      files: [{ file: files.write("again.csv", rows.replace("ACME,2020-08-07,0.5\n", "")) }],
      into: market,
    });
    expect(other.report.notes.filter((text) => text.includes("repeated"))).toEqual([]);
    // In one file, even a small difference is one.
    expect(await refusalOf(["symbol,date,dividend", "ACME,2020-08-07,0.5", "ACME,2020-08-07,0.50002"])).toContain(
      "has several dividends of ACME at 2020-08-07, 0.5 and 0.50002",
    );
  });

  test("with a split in two equal rows, which changes the cash of earlier dividends once", async () => {
    const split = "2020-08-31,0.0,4.0";
    const rows = ["Date,Dividends,Stock Splits", "2020-08-07,0.205,0.0", split, split];
    expect(rowsOf(await imported(rows, { symbol: "ACME" }))).toEqual([
      ["ACME", "dividend", "2020-08-07", 1, 0.82],
      ["ACME", "split", "2020-08-31", 4, 0],
    ]);
  });

  test("only from tables with a date and a split, dividend or kind, and from possible values", async () => {
    expect(await refusalOf(["date,close", "2020-08-07,1"])).toContain(
      "actions.csv must have a date, and columns of splits (split_ratio) or dividends (dividend), or a kind with a ratio or amount, or close and adj close; its columns are date, close",
    );
    expect(await refusalOf(["symbol,date,kind,amount", "ACME,2020-08-07,merger,1"])).toContain(
      'line 2, column kind: must be split, dividend or delisting, was "merger"',
    );
    expect(await refusalOf(["symbol,date,dividend", "ACME,2020-08-07,-1"])).toContain(
      "line 2: a dividend must not be negative, was -1",
    );
  });
});
