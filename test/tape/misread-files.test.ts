import { test as lawTest, fc } from "@fast-check/vitest";
import { importMarket, readCsv, readNdjson, readParquet } from "hindcast/tape";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { temporaryFiles } from "../support/temporary-files.ts";

// All prices here are made up. Each file is one that was read wrong without a word, or refused without saying why.
const files = temporaryFiles();
const csv = (...lines: readonly string[]) => files.write("file.csv", `${lines.join("\n")}\n`);
const notesOf = async (file: string) => (await readCsv(file)).notes.join("\n");

describe("a file of several symbols", () => {
  const rows = [
    "2024-01-02,OLD,10,11,9,10.5,100",
    "2024-01-03,OLD,10.5,12,10,11.5,200",
    "2024-01-04,NEW,511,512,510,511,300",
  ];

  test.each(["symbol", "Ticker", "Name"])(
    "is refused by its column %s and the first line of the second",
    async (name) => {
      const file = csv(`date,${name},open,high,low,close,volume`, ...rows);
      await expect(readCsv(file)).rejects.toMatchObject({
        code: "DATA_FILE_INVALID",
        message: `${file} must hold one instrument, but its column ${name} has several: OLD, NEW (the second from line 4 on). Split it by that column, and name each part as SYMBOL=FILE`,
        details: { column: name, symbols: ["OLD", "NEW"] },
      });
    },
  );

  test("is refused as NDJSON and Parquet too", async () => {
    const bars = [1, 2, 3].map((day) => ({ date: `2024-01-0${day}`, open: 10, high: 11, low: 9, close: 10 }));
    const symbols = ["AAA", "BBB", "AAA"];
    const lines = bars.map((bar, row) => JSON.stringify({ ...bar, symbol: symbols[row] }));
    await expect(readNdjson(files.write("file.ndjson", lines.join("\n")))).rejects.toThrow(
      "AAA, BBB (the second from line 2 on)",
    );
    const names = ["date", "open", "high", "low", "close"] as const;
    const columnData = [
      ...names.map((name) => ({ name, data: bars.map((bar) => bar[name]) })),
      { name: "symbol", data: symbols },
    ];
    const parquet = files.write("file.parquet", new Uint8Array(parquetWriteBuffer({ columnData })));
    await expect(readParquet(parquet)).rejects.toThrow("AAA, BBB (the second from row 2 on)");
  });

  lawTest.prop([
    fc.array(fc.constantFrom("A", "AA", '"A"', '" A B"', "B;", "ß"), { minLength: 3, maxLength: 12 }),
    fc.nat(6),
  ])("is read exactly when all of its rows name the same symbol, wherever the column stands", async (symbols, at) => {
    const put = (cells: string[], cell: string) => cells.toSpliced(at, 0, cell).join(",");
    const header = put(["date", "open", "high", "low", "close", "volume"], "symbol");
    const days = symbols.map((symbol, row) =>
      put([new Date(Date.UTC(2024, 0, 1 + row)).toISOString().slice(0, 10), "10", "11", "9", "10", "5"], symbol),
    );
    const distinct = new Set(symbols.map((symbol) => symbol.replaceAll('"', "")));
    const read = readCsv(csv(header, ...days));
    if (distinct.size > 1) await expect(read).rejects.toMatchObject({ code: "DATA_FILE_INVALID" });
    else expect((await read).series[0].bars.length).toBe(symbols.length);
  });
});

describe("points that part thousands", () => {
  const header = "Date;Open;High;Low;Close;Volume";

  test("are refused where prices and volumes have them", async () => {
    const file = csv(
      header,
      "2024-01-02;16.500;16.700;16.400;16.650;12.000",
      "2024-01-03;16.650;16.800;16.600;16.700;850",
      "2024-01-04;16.700;16.900;16.650;16.850;9.500",
    );
    await expect(readCsv(file)).rejects.toThrow(
      "must have no points between thousands, but all of its prices and volumes have three digits behind a point, such as 16.650. Remove the points (16650)",
    );
  });

  test("are noted where prices alone have them, which are read as decimals", async () => {
    const rows = ["2024-01-02;141.250;141.700;141.150;141.650", "2024-01-03;141.650;141.800;141.600;141.700"];
    const file = csv("Date;Open;High;Low;Close", ...rows, "2024-01-04;141.700;141.900;141.650;141.850");
    const { series, notes } = await readCsv(file);
    expect(series[0].bars.close[0]).toBe(141.65);
    expect(notes).toContain(
      "All prices have three digits behind a point, such as 141.650, which is read as 141.65. If the points part thousands, remove them.",
    );
  });

  test("are not suspected where a volume of thousands has none", async () => {
    const rows = [2, 3, 4].map((day) => `2024-01-0${day};141.250;141.700;141.150;141.650;12000`);
    expect(await notesOf(csv(header, ...rows))).not.toContain("thousands");
  });

  test("are not suspected of prices below one, of other decimals or between commas", async () => {
    for (const price of ["0.125", "16.50", "1650"])
      expect(
        await notesOf(
          csv(header, ...[2, 3, 4].map((day) => `2024-01-0${day};${[price, price, price, price].join(";")};12.000`)),
        ),
      ).not.toContain("thousands");
    expect(
      await notesOf(
        csv(
          header.replaceAll(";", ","),
          ...[2, 3, 4].map((day) => `2024-01-0${day},16.500,16.500,16.500,16.500,12.000`),
        ),
      ),
    ).not.toContain("thousands");
  });
});

describe("times that look like the ends of bars", () => {
  const minutes = (first: number, last: number, step: number) =>
    [2, 3, 4].flatMap((day) =>
      Array.from({ length: (last - first) / step + 1 }, (_, bar) => {
        const at = first + bar * step;
        const time = new Date(Date.UTC(2024, 0, day, 0, at)).toISOString().slice(0, 16);
        return `${time},10,11,9,10,5`;
      }),
    );
  const HEADER = "time,open,high,low,close,volume";

  test.each([
    [1, 571, 960, "09:31", "16:00"],
    [5, 575, 960, "09:35", "16:00"],
    [15, 555 + 15, 930, "09:30", "15:30"],
  ])("are noted: bars of %i minutes", async (step, first, last, from, to) => {
    const notes = await notesOf(csv(HEADER, ...minutes(first, last, step)));
    // 09:30 in steps of 15 minutes may be a start as well.
    if (step === 15) expect(notes).not.toContain("ends of bars");
    else
      expect(notes).toContain(
        `The times look like the ends of bars: days go from ${from} to ${to}. They are read as starts, so that the last bar of a session lies outside of its hours; subtract ${step}m from them first.`,
      );
  });

  test("are noted at an import, and starts from 09:30 to 15:59 are not", async () => {
    const into = (...lines: string[]) =>
      importMarket({ importer: "bars", files: [{ file: csv(HEADER, ...lines), symbol: "ACME" }] });
    expect((await into(...minutes(571, 960, 1))).report.notes.join("\n")).toContain(
      "ACME: The times look like the ends of bars: days go from 09:31 to 16:00",
    );
    expect((await into(...minutes(570, 959, 1))).report.notes.join("\n")).not.toContain("ends of bars");
  });

  test.each([
    ["weeks", ["2024-01-05", "2024-01-12", "2024-01-19", "2024-01-26"]],
    ["months", ["2024-01-31", "2024-02-29", "2024-03-29", "2024-04-30"]],
  ])("are noted of %s that are dated by their last day", async (spans, dates) => {
    const notes = await notesOf(csv(HEADER, ...dates.map((date) => `${date},10,11,9,10,5`)));
    expect(notes).toContain(`The times look like the ends of bars: ${spans} are dated by their last day.`);
  });

  test.each([
    ["2024-01-01", "2024-01-08", "2024-01-15", "2024-01-22"],
    ["2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01"],
  ])("are not suspected of %s, %s", async (...dates) => {
    expect(await notesOf(csv(HEADER, ...dates.map((date) => `${date},10,11,9,10,5`)))).not.toContain("ends of bars");
  });
});

describe("a refusal names what is wrong", () => {
  const ROW = "10,11,9,10.5,100";
  test.each([
    [
      "rows from the newest to the oldest",
      ["date,open,high,low,close,volume", `2024-01-04,${ROW}`, `2024-01-03,${ROW}`, `2024-01-02,${ROW}`],
      "must go from old to new, but its rows go from the newest to the oldest. Sort them by time",
    ],
    [
      "no line of names",
      [`1704067200,${ROW}`, `1704153600,${ROW}`],
      'has no line of names: the first line is already a row, "1704067200,10,11,9,10.5,100"',
    ],
    [
      "names in the second line",
      ["https://prices.example", "date,open,high,low,close,volume", `2024-01-02,${ROW}`],
      'has them in its second line. Remove the first one, "https://prices.example"',
    ],
    [
      "the three lines of yfinance",
      ["Price,Close,High,Low,Open,Volume", "Ticker,AAA,AAA,AAA,AAA,AAA", "Date,,,,,", "2024-01-02,10,11,9,10,5"],
      "has the three header lines of yfinance. Write it with multi_level_index=False",
    ],
    [
      "volumes of something",
      ["date,open,high,low,close,Volume BTC,Volume USD", `2024-01-02,${ROW},1000`],
      'must call its column of volumes "volume", has Volume BTC, Volume USD',
    ],
    ["an array of JSON", ["[[1704067200000,10,11,9,10.5,100]]"], "must be text in UTF-8, plain or gzipped, was JSON"],
    ["a Feather file", ["ARROW1"], "was an Arrow file (Feather)"],
    ["a DBN file", ["DBN"], "was a DBN file of Databento"],
  ] as const)("%s", async (_, lines, message) => {
    await expect(readCsv(csv(...lines))).rejects.toThrow(message);
  });
});

describe("zones and quotes of vendors", () => {
  const PLAIN =
    "Date,Time,Open,High,Low,Close,Volume\n2024-01-02,15:30:00,10,11,9,10,5\n2024-01-02,15:35:00,10,11,9,10,5\n";

  test("times of Stooq are those of Warsaw without tickers too", async () => {
    const { market } = await importMarket({
      importer: "stooq",
      files: [{ file: files.write("acme.csv", PLAIN), symbol: "ACME" }],
    });
    // Warsaw is an hour ahead of UTC in January: 15:30 is 14:30 UTC, the open of New York.
    expect(market.series[0]!.bars.time[0]).toBe(Date.parse("2024-01-02T14:30:00Z"));
  });

  test("bid and ask of a stock are in the zone of its exchange, those of a currency pair in UTC", async () => {
    const names = ["bid", "ask"].flatMap((side) => ["open", "high", "low", "close"].map((price) => `${side}_${price}`));
    const row = "10,10,10,10,11,11,11,11";
    const file = files.write(
      "quotes.csv",
      `time,${names.join(",")}\n2024-01-02T09:30,${row}\n2024-01-02T10:30,${row}\n`,
    );
    const first = async (instrument: object) =>
      (await importMarket({ importer: "bid-ask", files: [{ file, symbol: "ACME" }], settings: { instrument } })).market
        .series[0]!.bars.time[0];
    expect(await first({ assetClass: "stock" })).toBe(Date.parse("2024-01-02T14:30:00Z"));
    expect(await first({})).toBe(Date.parse("2024-01-02T09:30:00Z"));
  });

  test("a chain without bid and ask says that its contracts have no quote", async () => {
    const file = files.write("acme_20240102.csv", "expiry,strike,right,close\n2024-01-19,100,C,3\n");
    const { report } = await importMarket({ importer: "chain", files: [{ file, symbol: "ACME" }] });
    expect(report.notes).toContain("ACME: the chain has no column bid and no column ask; contracts have no quote.");
  });
});
