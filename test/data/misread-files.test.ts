import * as fc from "fast-check";
import { importMarket, readBars } from "hindcast/data";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { temporaryFiles } from "../support/temporary-files.ts";
import { property } from "../support/property.ts";

// Each file in these tests was once misread silently, or refused without a reason. All prices are invented.
const files = temporaryFiles();
const csv = (...lines: readonly string[]) => files.write("file.csv", `${lines.join("\n")}\n`);
const notesOf = async (file: string) => (await readBars(file)).notes.join("\n");

describe("a file with a column of symbols", () => {
  const rows = [
    "2024-01-02,OLD,10,11,9,10.5,100",
    "2024-01-03,OLD,10.5,12,10,11.5,200",
    "2024-01-04,NEW,511,512,510,511,300",
  ];

  test.each(["symbol", "Ticker", "Name", "asset", "contract", "security", "Stock", "coin", "act_symbol"])(
    "is read as one series for each symbol in the column %s",
    async (name) => {
      const file = csv(`date,${name},open,high,low,close,volume`, ...rows);
      const { series, notes } = await readBars(file, { interval: "1d" });
      expect(series.map(({ instrument, bars }) => [instrument.symbol, ...bars.close])).toEqual([
        ["OLD", 10.5, 11.5],
        ["NEW", 511],
      ]);
      expect(notes[0]).toContain("2 symbols (OLD, NEW), 3 bars of 1d from 2024-01-02 to 2024-01-04");
    },
  );

  test("is read for the symbols of its options, and refused for a symbol that it does not have", async () => {
    const file = csv("date,symbol,open,high,low,close,volume", ...rows);
    const only = await readBars(file, { interval: "1d", symbol: "NEW" });
    expect(only.series.map(({ instrument, bars }) => [instrument.symbol, bars.length])).toEqual([["NEW", 1]]);
    await expect(readBars(file, { interval: "1d", symbols: ["OLD", "AAA"] })).rejects.toMatchObject({
      code: "PARAMETER_OUT_OF_RANGE",
      message: `symbol must be one of the symbols of ${file}: OLD, NEW, was "AAA"`,
    });
  });

  test("is read under another name with a note, if it has one symbol and the options ask for another", async () => {
    const file = csv("date,symbol,open,high,low,close,volume", ...rows.slice(0, 2));
    const { series, notes } = await readBars(file, { symbol: "MINE" });
    expect(series.map(({ instrument }) => instrument.symbol)).toEqual(["MINE"]);
    expect(notes).toContain("The file states the symbol OLD; its bars are named MINE, as asked.");
  });

  test("is read as several series if it is NDJSON or Parquet", async () => {
    const bars = [1, 2, 3].map((day) => ({ date: `2024-01-0${day}`, open: 10, high: 11, low: 9, close: 10 + day / 4 }));
    const symbols = ["AAA", "BBB", "AAA"];
    const lines = bars.map((bar, row) => JSON.stringify({ ...bar, symbol: symbols[row] }));
    const names = ["date", "open", "high", "low", "close"] as const;
    const columnData = [
      ...names.map((name) => ({ name, data: bars.map((bar) => bar[name]) })),
      { name: "symbol", data: symbols },
    ];
    const parquet = files.write("file.parquet", new Uint8Array(parquetWriteBuffer({ columnData })));
    for (const file of [files.write("file.ndjson", lines.join("\n")), parquet]) {
      const { series } = await readBars(file, { interval: "1d" });
      expect(series.map(({ instrument, bars: found }) => [instrument.symbol, ...found.close])).toEqual([
        ["AAA", 10.25, 10.75],
        ["BBB", 10.5],
      ]);
    }
  });

  property([
    fc.array(fc.constantFrom("A", "AA", '"A"', '" A B"', "B;", "ß"), { minLength: 3, maxLength: 12 }),
    fc.nat(6),
  ])("is read as one series for each symbol, wherever the column is", async (symbols, at) => {
    const put = (cells: string[], cell: string) => cells.toSpliced(at, 0, cell).join(",");
    const header = put(["date", "open", "high", "low", "close", "volume"], "symbol");
    const days = symbols.map((symbol, row) =>
      put(
        [new Date(Date.UTC(2024, 0, 1 + row)).toISOString().slice(0, 10), "10", "11", "9", "10", String(row)],
        symbol,
      ),
    );
    const plain = symbols.map((symbol) => symbol.replaceAll('"', ""));
    const { series } = await readBars(csv(header, ...days), { interval: "1d" });
    const rowsOf = (symbol: string) => plain.flatMap((one, row) => (one === symbol ? [row] : []));
    expect(series.map(({ instrument, bars }) => [instrument.symbol, [...bars.volume]])).toEqual(
      [...new Set(plain)].map((symbol) => [symbol, rowsOf(symbol)]),
    );
  });
});

test("columns that share a name are not kept as own columns, and are listed as not read", async () => {
  const file = csv("date,open,high,low,close,Plot,Plot,RSI", "2024-01-02,1,1,1,1,5,6,50", "2024-01-03,1,1,1,1,5,6,51");
  const { series, reading } = await readBars(file);
  expect(Object.keys(series[0].columns ?? {})).toEqual(["RSI"]);
  expect(reading.unread).toEqual(["Plot", "Plot"]);
});

describe("a file with columns for each symbol", () => {
  const lines = (third: string) =>
    csv(
      "Price,Close,Close,High,High,Low,Low,Open,Open",
      "Ticker,AAA,BBB,AAA,BBB,AAA,BBB,AAA,BBB",
      "2024-01-02,10,20,11,21,9,19,10,20",
      "2024-01-03,10,20,11,21,9,19,10,20",
      third,
    );

  test("has no bar of a symbol in a row without its prices", async () => {
    const { series } = await readBars(lines("2024-01-04,10,,11,,9,,10,"), { interval: "1d" });
    expect(series.map(({ instrument, bars }) => [instrument.symbol, bars.length])).toEqual([
      ["AAA", 3],
      ["BBB", 2],
    ]);
  });

  test("is refused with the line of a row that lacks only the close of a symbol", async () => {
    await expect(readBars(lines("2024-01-04,10,,11,21,9,19,10,20"), { interval: "1d" })).rejects.toMatchObject({
      code: "BARS_INVALID",
      message: expect.stringContaining("line 5: close must be a finite number") as unknown,
    });
  });
});

describe("a CSV file with points that may be thousands separators (16.500)", () => {
  const header = "Date;Open;High;Low;Close;Volume";

  test("is refused if all prices and all volumes have three digits after the point", async () => {
    const file = csv(
      header,
      "2024-01-02;16.500;16.700;16.400;16.650;12.000",
      "2024-01-03;16.650;16.800;16.600;16.700;850",
      "2024-01-04;16.700;16.900;16.650;16.850;9.500",
    );
    await expect(readBars(file)).rejects.toThrow(
      "has prices and volumes that all have three digits after a point, such as 16.650, which may be 16.65 or 16650. Use --decimal comma if the points separate thousands, or --decimal point if they separate decimals",
    );
    expect((await readBars(file, { decimal: "comma" })).series[0].bars.close[0]).toBe(16650);
    expect((await readBars(file, { decimal: "point" })).series[0].bars.close[0]).toBe(16.65);
  });

  const rowsOf = (price: string, volume: string, delimiter = ";") =>
    [2, 3, 4].map((day) => [`2024-01-0${day}`, price, price, price, price, volume].join(delimiter));
  const note =
    "All prices have three digits after a point, such as 16.500, and are read as decimals: 16.5. If the point separates thousands, remove it: 16500.";

  test.each([
    [
      "without volumes",
      ["Date;Open;High;Low;Close", ...[2, 3].map((day) => `2024-01-0${day};16.500;16.500;16.500;16.500`)],
    ],
    ["whose volumes have no points", [header, ...rowsOf("16.500", "1000")]],
    ["whose volumes are small", [header, ...rowsOf("16.500", "850")]],
    ["separated by commas", [header.replaceAll(";", ","), ...rowsOf("16.500", "1000", ",")]],
    ["separated by commas, with points in volumes", [header.replaceAll(";", ","), ...rowsOf("16.500", "12.000", ",")]],
    [
      "with points in only some volumes",
      [header, ...rowsOf("16.500", "1.000"), "2024-01-05;16.500;16.500;16.500;16.500;2000"],
    ],
  ])("is read as decimals, with a note on its prices, if it is a file %s", async (_, lines) => {
    const { series, notes } = await readBars(csv(...lines));
    expect(series[0].bars.close[0]).toBe(16.5);
    expect(notes).toContain(note);
  });

  test("gets a note if only prices from 1000 have a point, and is refused if volumes have one too", async () => {
    const lines = (volume: string) => [
      header,
      ...rowsOf("950", volume),
      `2024-01-05;1.010;1.020;1.000;1.010;${volume}`,
    ];
    expect(await notesOf(csv(...lines("7")))).toContain(
      "All prices with a point have three digits after it, such as 1.010, and are read as decimals: 1.01. If the point separates thousands, remove it: 1010.",
    );
    await expect(readBars(csv(...lines("1.500")))).rejects.toThrow("--decimal comma if the points separate thousands");
  });

  test.each([
    ["all volumes", rowsOf("100", "1.100"), "All volumes have three digits after a point, such as 1.100"],
    [
      "some volumes, next to small ones",
      [...rowsOf("100", "0"), "2024-01-05;100;101;99;100;1.100"],
      "All volumes with a point have three digits after it, such as 1.100",
    ],
    [
      "all volumes, separated by commas",
      rowsOf("100", "1.100", ","),
      "All volumes have three digits after a point, such as 1.100",
    ],
  ])("gets a note on its volumes if prices are whole numbers: %s", async (_, rows, what) => {
    const names = rows[0]!.includes(";") ? header : header.replaceAll(";", ",");
    const { series, notes } = await readBars(csv(names, ...rows));
    expect(series[0].bars.volume.at(-1)).toBe(1.1);
    expect(notes).toContain(
      `${what}, and are read as decimals: 1.1. If the point separates thousands, remove it: 1100.`,
    );
  });

  test.each([
    ["of which one has two decimals", [...rowsOf("100", "1.100"), "2024-01-05;100;100;100;100;1.10"]],
    ["of which one is below one", [...rowsOf("100", "1.100"), "2024-01-05;100;100;100;100;0.100"]],
    ["of which one has four digits and no point", [...rowsOf("100", "1.100"), "2024-01-05;100;100;100;100;1200"]],
    ["that are whole", rowsOf("100", "110")],
    ["next to prices with two decimals", rowsOf("16.50", "1.100")],
  ])("gets no note for volumes %s", async (_, rows) => {
    expect(await notesOf(csv(header, ...rows))).not.toContain("thousands");
  });

  test.each([
    ["below one", rowsOf("0.125", "12.000")],
    ["with two decimals", rowsOf("16.50", "12.000")],
    ["without decimals", rowsOf("1650", "12.000")],
    [
      "of which one is above a thousand",
      [...rowsOf("16.500", "1000"), "2024-01-05;1650.000;1650.000;1650.000;1650.000;1000"],
    ],
    [
      "of which a late one is below one",
      [
        ...Array.from(
          { length: 300 },
          (_, day) => `${new Date(Date.UTC(2023, 0, day + 1)).toISOString().slice(0, 10)};1.500;1.500;1.500;1.500;7`,
        ),
        "2024-01-05;0.900;0.900;0.900;0.900;7",
      ],
    ],
    ["next to volumes with a decimal point", rowsOf("16.500", "12000.000")],
  ])("gets no note for prices %s", async (_, rows) => {
    expect(await notesOf(csv(header, ...rows))).not.toContain("thousands");
  });
});

describe("a column with an unknown name", () => {
  const bar = (date: string, price: number, ...more: readonly string[]) => ({ date, price, more });
  const day = (n: number) => new Date(Date.UTC(2024, 0, n)).toISOString().slice(0, 10);
  /** The nth of a series of prices that stay within one percent of a level. */
  const near = (level: number, n: number) => level * (1 + 0.01 * Math.sin(n));
  const lines = (name: string, bars: readonly ReturnType<typeof bar>[]) => [
    `date,${name},open,high,low,close`,
    ...bars.map(({ date, price, more }) => [date, more[0], price, price, price, price].join(",")),
  ];
  const span = (from: number, count: number, level: number, value: string | ((n: number) => string)) =>
    Array.from({ length: count }, (_, i) =>
      bar(day(from + i), near(level, i), typeof value === "string" ? value : value(from + i)),
    );

  const followed = [...span(1, 20, 10, "OLD"), ...span(21, 20, 500, "NEW")];
  const stacked = [...span(1, 20, 100, "AAA"), ...span(1, 20, 101, "BBB")];
  const mixed = Array.from({ length: 20 }, (_, n) => [
    span(n + 1, 1, 100, "AAA")[0]!,
    span(n + 1, 1, 101, "BBB")[0]!,
  ]).flat();

  test.each([
    ["one after the other", stacked],
    ["at the same times", mixed],
  ])("is refused when its values separate the bars of two instruments %s", async (_, bars) => {
    const file = csv(...lines("paper", bars));
    await expect(readBars(file)).rejects.toThrow(
      'has several series, one for each value of column paper: AAA, BBB. If that column names the instruments, use --columns "symbol=paper"',
    );
    const { series } = await readBars(file, { columns: { symbol: "paper" } });
    expect(series.map(({ instrument, bars: found }) => [instrument.symbol, found.length])).toEqual([
      ["AAA", 20],
      ["BBB", 20],
    ]);
  });

  const NOTE =
    "The values of column paper look like names of instruments: OLD (20 rows), NEW (20 rows); the price jumps wherever they change. " +
    'If they are, use --columns "symbol=paper".';

  test("is noted if the price jumps when its value changes, as if one instrument's bars followed another's", async () => {
    expect(await notesOf(csv(...lines("paper", followed)))).toContain(NOTE);
  });

  test("is refused or noted in NDJSON and Parquet files as in CSV files", async () => {
    const rows = (bars: readonly ReturnType<typeof bar>[]) =>
      bars.map(({ date, price, more }) => ({
        date,
        open: price,
        high: price,
        low: price,
        close: price,
        paper: more[0]!,
      }));
    const ndjson = (bars: readonly ReturnType<typeof bar>[]) =>
      files.write(
        "file.ndjson",
        rows(bars)
          .map((row) => JSON.stringify(row))
          .join("\n"),
      );
    const parquet = (bars: readonly ReturnType<typeof bar>[]) => {
      const names = ["date", "open", "high", "low", "close", "paper"] as const;
      const columnData = names.map((name) => ({ name, data: rows(bars).map((row) => row[name]) }));
      return files.write("file.parquet", new Uint8Array(parquetWriteBuffer({ columnData })));
    };
    expect((await readBars(ndjson(followed))).notes).toContain(NOTE);
    expect((await readBars(parquet(followed))).notes).toContain(NOTE);
    for (const file of [ndjson(mixed), parquet(mixed)])
      await expect(readBars(file)).rejects.toThrow("has several series, one for each value of column paper: AAA, BBB");
  });

  test.each([
    ["an exchange that changes once", [...span(1, 20, 100, "NYSE"), ...span(21, 20, 100, "NASDAQ")]],
    ["a weekday", span(1, 40, 100, (n) => ["Mon", "Tue", "Wed", "Thu", "Fri"][n % 5]!)],
    ["a flag", span(1, 40, 100, (n) => (n % 7 === 0 ? "halted" : "open"))],
    ["a flag at a split", [...span(1, 20, 400, ""), bar(day(21), 100, "split"), ...span(22, 20, 100, "")]],
    ["one currency", span(1, 40, 100, "USD")],
    ["a count of trades", [...span(1, 20, 10, "7"), ...span(21, 20, 500, "9")]],
    ["a different text in each row", span(1, 40, 100, (n) => `note ${n}`)],
  ])("is not read as names of instruments when it contains %s", async (_, bars) => {
    expect(await notesOf(csv(...lines("paper", bars)))).not.toContain("instruments");
  });

  test("is not read as names of instruments when it contains EDT and EST and clocks go back", async () => {
    const hours = Array.from({ length: 48 }, (_, hour) => {
      // Clocks in New York went back on 3 November 2024: from 06:00 UTC the zone is EST.
      const utc = Date.UTC(2024, 10, 2, 12 + hour);
      const offset = utc < Date.UTC(2024, 10, 3, 6) ? 4 : 5;
      return bar(
        new Date(utc - offset * 3_600_000).toISOString().slice(0, 16),
        near(100, hour),
        offset === 4 ? "EDT" : "EST",
      );
    });
    await expect(readBars(csv(...lines("tz", hours)))).rejects.toMatchObject({
      code: "DATA_FILE_INVALID",
      message: expect.stringContaining('states that its times are in "EDT, EST", which names no single zone'),
    });
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
  ])(
    "are refused for bars of %i minutes that run from one step after the open to the close, unless they are stated",
    async (step, first, last, from, to) => {
      const file = csv(HEADER, ...minutes(first, last, step));
      // With 15-minute bars from 09:30 to 15:30, the times may also be the starts of bars.
      if (step === 15) expect(await notesOf(file)).not.toContain("ends of bars");
      else {
        await expect(readBars(file)).rejects.toThrow(
          `has times that look like the ends of bars: the first bar of a day is at ${from} and the last at ${to}. Use --stamped end, or --stamped start if they are starts`,
        );
        const [ends, starts] = [await readBars(file, { stamped: "end" }), await readBars(file, { stamped: "start" })];
        expect(starts.series[0].bars.time[0]! - ends.series[0].bars.time[0]!).toBe(step * 60_000);
        expect(ends.notes[0]).toContain("times are the ends of bars");
      }
    },
  );

  test("are refused in an import if bars are at 09:31 to 16:00, but not at 09:30 to 15:59", async () => {
    const into = (...lines: string[]) =>
      importMarket({ importer: "bars", files: [{ file: csv(HEADER, ...lines), symbol: "ACME" }] });
    await expect(into(...minutes(571, 960, 1))).rejects.toThrow("--stamped end, or --stamped start");
    expect((await into(...minutes(570, 959, 1))).report.notes.join("\n")).not.toContain("ends of bars");
  });

  test.each([
    ["weeks", ["2024-01-05", "2024-01-12", "2024-01-19", "2024-01-26"]],
    // 29 March 2024 was Good Friday, so that week ended on Thursday.
    ["weeks", ["2024-03-08", "2024-03-15", "2024-03-22", "2024-03-28", "2024-04-05"]],
    ["months", ["2024-01-31", "2024-02-29", "2024-03-29", "2024-04-30"]],
    ["months", ["2023-12-29", "2024-01-31", "2024-02-29", "2024-03-28", "2024-04-30"]],
  ])(
    "are refused for weeks and read as ends for months: %s whose dates are their last trading days",
    async (spans, dates) => {
      const file = csv(HEADER, ...dates.map((date) => `${date},10,11,9,10,5`));
      if (spans === "weeks")
        await expect(readBars(file)).rejects.toThrow("weeks are dated by their last day. Use --stamped end");
      const { series, notes } = await readBars(file, spans === "weeks" ? { stamped: "end" } : {});
      expect(notes).toHaveLength(1);
      expect(notes[0]).toContain("times are the ends of bars");
      const first =
        spans === "months" ? dates[0]!.slice(0, 8) + "01" : dates[0] === "2024-01-05" ? "2024-01-01" : "2024-03-04";
      expect(series[0].bars.time[0]).toBe(Date.parse(first));
    },
  );

  test.each([
    ["2024-01-01", "2024-01-08", "2024-01-15", "2024-01-22"],
    ["2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01"],
  ])("produce no note for bars dated %s, %s, which are the first days of weeks or months", async (...dates) => {
    expect(await notesOf(csv(HEADER, ...dates.map((date) => `${date},10,11,9,10,5`)))).not.toContain("ends of bars");
  });
});

describe("the error about an unreadable CSV file", () => {
  const ROW = "10,11,9,10.5,100";
  test.each([
    [
      "volumes in named units",
      ["date,open,high,low,close,Volume BTC,Volume USD", `2024-01-02,${ROW},1000`],
      'has no column "volume", but Volume BTC, Volume USD',
    ],
    ["a damaged Feather file", ["ARROW1"], "cannot be read as an Arrow file"],
    ["a database", ["\0\0\0\0\0\0\0\0DUCK"], "is a DuckDB database"],
    ["a DBN file", ["DBN\u0003"], "is a DBN file of Databento"],
  ] as const)("names the cause: %s", async (_, lines, message) => {
    await expect(readBars(csv(...lines))).rejects.toThrow(message);
  });
});

test("a file with the symbol DUCK among its columns is no database", async () => {
  const { series } = await readBars(csv("Date,AB,DUCK", "2024-01-02,10,20", "2024-01-03,11,21"), { columns: "wide" });
  expect(series.map(({ instrument }) => instrument.symbol)).toEqual(["AB", "DUCK"]);
});

describe("times and quotes of imported files", () => {
  const PLAIN =
    "Date,Time,Open,High,Low,Close,Volume\n2024-01-02,15:30:00,10,11,9,10,5\n2024-01-02,15:35:00,10,11,9,10,5\n";

  test("are read in Warsaw's zone for Stooq files without a ticker column", async () => {
    const { market } = await importMarket({
      importer: "stooq",
      files: [{ file: files.write("acme.csv", PLAIN), symbol: "ACME" }],
    });
    // 15:30 in Warsaw is 14:30 UTC in January, which is 09:30 in New York.
    expect(market.series[0]!.bars.time[0]).toBe(Date.parse("2024-01-02T14:30:00Z"));
  });

  test("in bid-ask files are read in the exchange's zone for stocks, and in UTC for currency pairs", async () => {
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

  test("produce a note if an option chain has neither bid nor ask", async () => {
    const file = files.write("acme_20240102.csv", "expiry,strike,right,close\n2024-01-19,100,C,3\n");
    const { report } = await importMarket({ importer: "chain", files: [{ file, symbol: "ACME" }] });
    expect(report.notes).toContain("ACME: the chain has no column bid and no column ask; contracts have no quote.");
  });
});
