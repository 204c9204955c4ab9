import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { HindcastError } from "../../src/primitives/errors.ts";
import type { ImportSettings } from "../../src/data/importing/importer.ts";
import { importMarket } from "../../src/data/importing/import-market.ts";
import type { ImportReport } from "../../src/data/importing/import-report.ts";
import type { ImportSource } from "../../src/data/importing/read-import-file.ts";
import { IMPORT_SAMPLES } from "../support/import-samples.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

/** The rows that an import refuses, each with line, field, reason and message; `FILE` replaces the file's path. */
async function refused(
  name: string,
  sources: readonly ImportSource[],
  settings: ImportSettings = {},
): Promise<ImportReport["refused"]> {
  const request = { importer: name, files: sources, settings };
  const error: unknown = await importMarket(request).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HindcastError)) throw new Error(`expected a HindcastError, got ${String(error)}`);
  expect(error.code).toBe("IMPORT_REFUSED");
  return (error.details["report"] as ImportReport).refused;
}

async function lines(
  name: string,
  content: string | Uint8Array,
  settings: ImportSettings = {},
  fileName = "ACME.csv",
): Promise<readonly (readonly [line: number | null, field: string | null, reason: string, message: string])[]> {
  const file = files.write(fileName, content);
  const { list } = await refused(name, [{ file }], settings);
  return list.map(({ line, field, reason, message }) => [line, field, reason, message.replaceAll(file, "FILE")]);
}

const HEADER = "date,open,high,low,close,volume";
const table = (...rows: readonly string[]): string => `${[HEADER, ...rows].join("\n")}\n`;
const bar = (date: string, rest = "100,102,99,101,5000"): string => `${date},${rest}`;

test("an import reports every bad row of a file with its first fault", async () => {
  const content = table(
    bar("2020-01-02"),
    bar("2020-01-03", "100,102,99,101,-5"),
    bar("2020-01-03", "100,102,99,abc,5000"),
    bar("2020-01-06T00:00Z"),
    bar("2020-01-07", "-1,102,-1,101,5000"),
    bar("2020-01-08"),
    bar("2020-01-08"),
    bar("2020-01-07"),
    bar("2020-01-09", "100,99,102,101,5000"),
    "2020-01-10,100,1",
  );
  expect(await lines("bars", content)).toEqual([
    [4, "close", "unreadable_cell", 'FILE, line 4, column close: must be a number, was "abc"'],
    [
      5,
      "date",
      "mixed_zones",
      'FILE, line 5, column date: must be a time with no offset, like the first time of its column, was "2020-01-06T00:00Z"',
    ],
    [11, null, "wrong_number_of_cells", "FILE, line 11: must have 6 cells, had 3"],
    [3, "volume", "negative_volume", "FILE, line 3: volume must not be negative, was -5"],
    [6, "low", "price_not_above_zero", "FILE, line 6: low must be above 0, was -1"],
    [
      8,
      "time",
      "duplicate_time",
      "FILE, line 8: time must differ from that of the previous bar, was 2020-01-08T05:00:00.000Z again",
    ],
    [
      9,
      "time",
      "unsorted",
      "FILE, line 9: time must be after that of the previous bar, 2020-01-08T05:00:00.000Z, was 2020-01-07T05:00:00.000Z",
    ],
    [10, "low", "low_above_high", "FILE, line 10: low must not be above high, was 102 above 99"],
  ]);
});

test("an import counts the bad rows of all files by reason, the most frequent reason first", async () => {
  const one = { file: files.write("A.csv", table(bar("2020-01-02"), bar("2020-01-01"), bar("2020-01-01"))) };
  const two = { file: files.write("B.csv", table(bar("2020-01-02"), bar("2020-01-02"))) };
  const gone = { file: join(files.folder, "gone.csv") };
  const { count, rows, byReason, list } = await refused("bars", [one, gone, two]);
  expect({ count, rows, byReason }).toEqual({
    count: 4,
    rows: 3,
    byReason: { unsorted: 2, data_file_not_found: 1, duplicate_time: 1 },
  });
  expect(list[0]).toMatchObject({ file: gone.file, line: null });
});

test("an import notes that the last cell of a file without a final line end may be incomplete", async () => {
  const notes = async (name: string, content: string | Uint8Array) =>
    (await importMarket({ importer: "bars", files: [{ file: files.write(name, content), symbol: "ACME" }] })).market
      .notes;
  const whole = table(bar("2020-01-02"), bar("2020-01-03"));
  const note = "The last line of cut.csv has no line end: if the file was cut off, its last cell is incomplete.";
  expect(await notes("cut.csv", whole.slice(0, -2))).toContain(note);
  expect(await notes("cut.csv", whole)).not.toContain(note);
  expect((await notes("cut.csv.gz", gzipSync(whole.slice(0, -1)))).join()).not.toContain("no line end");
});

describe("an imported daily bar that does not begin at midnight of the file's time zone", () => {
  test("is refused as not_midnight", async () => {
    const content = table(bar("2020-01-02T00:00:00Z"), bar("2020-01-03T00:00:00Z"));
    expect(await lines("bars", content)).toEqual([
      [
        2,
        "time",
        "not_midnight",
        "FILE, line 2: a bar of a day or longer must begin at midnight in the file's time zone, America/New_York, was 2020-01-01T19:00:00.000",
      ],
      [3, "time", "not_midnight", expect.stringContaining("2020-01-02T19:00:00.000")],
    ]);
    const skipping = await lines("bars", content, { skipBadRows: true });
    expect(skipping[0]).toEqual([null, null, "data_empty", "FILE has no usable bars"]);
  });
});

test("imported trades on a day without a session are refused for daily bars, with the line of the first trade", async () => {
  const trades = "time,price,size\n2024-01-05T15:00,10,1\n2024-01-06T11:00,10,1\n2024-01-06T12:00,10,1\n";
  expect(await lines("ticks", trades, { interval: "1d" })).toEqual([
    [3, "time", "no_session", "FILE, line 3: a bar of 1d must contain a session of XNYS, was 2024-01-06"],
  ]);
});

test("an imported bar of a day or longer that contains no session is refused with its line number", async () => {
  // 6 January 2024 was a Saturday, and 15 January Martin Luther King Jr. Day.
  const days = table(bar("2024-01-05"), bar("2024-01-06"), bar("2024-01-12"), bar("2024-01-15"));
  expect(await lines("bars", days, { interval: "1d" })).toEqual([
    [3, "time", "no_session", "FILE, line 3: a bar of 1d must contain a session of XNYS, was 2024-01-06"],
    [5, "time", "no_session", "FILE, line 5: a bar of 1d must contain a session of XNYS, was 2024-01-15"],
  ]);
  const file = files.write("HOLIDAYS.csv", days);
  const { market } = await importMarket({
    importer: "bars",
    files: [{ file, symbol: "ACME" }],
    settings: { interval: "1d", skipBadRows: true },
  });
  expect(market.series[0]!.bars.time).toEqual(
    Float64Array.of(Date.parse("2024-01-05T05:00Z"), Date.parse("2024-01-12T05:00Z")),
  );
  const coin = { interval: "1d", instrument: { assetClass: "crypto" } } as const;
  const weekend = await importMarket({ importer: "bars", files: [{ file, symbol: "COIN" }], settings: coin });
  expect(weekend.report.tables[0]!.rows).toBe(4);
});

describe("a file to import is refused", () => {
  test("when its path is a symbolic link or a folder, or does not exist", async () => {
    const file = files.write("real.csv", table(bar("2020-01-02"), bar("2020-01-03")));
    const link = join(files.folder, "LINK.csv");
    symlinkSync(file, link);
    mkdirSync(join(files.folder, "FOLDER.csv"));
    const sources = [link, join(files.folder, "FOLDER.csv"), join(files.folder, "none.csv")].map((path) => ({
      file: path,
    }));
    const { list } = await refused("bars", sources, { skipBadRows: true });
    expect(list.map(({ message }) => message.replace(`${files.folder}/`, ""))).toEqual([
      "LINK.csv must be a file, was a symbolic link: give the path of the file itself",
      "FOLDER.csv must be a file, was a folder",
      "file not found: none.csv",
    ]);
  });

  test("when its gzip data are larger than maxBytes after decompression, or are cut off", async () => {
    const zeros = gzipSync(Buffer.alloc(2_000_000));
    expect(await lines("bars", zeros, { maxBytes: 1_000_000 })).toMatchObject([
      [null, null, "data_file_invalid", "FILE must be at most 1000000 bytes (maxBytes), is larger once unpacked"],
    ]);
    const cut = gzipSync(table(bar("2020-01-02"), bar("2020-01-03"))).subarray(0, 40);
    expect(await lines("bars", cut)).toMatchObject([
      [null, null, "data_file_invalid", "FILE must be a complete gzip file, but it ends early"],
    ]);
  });

  test.each([
    ["bars", IMPORT_SAMPLES["yahoo"]!.content.replaceAll("Close", "Last price"), "data_file_invalid"],
    ["yahoo", "Date,Open,High,Low,Adj Close,Volume\n2020-01-02,100,102,99,101,5000\n", "data_file_invalid"],
    ["bid-ask", table(bar("2020-01-02")), "data_file_invalid"],
    ["chain", "expiry,strike\n2020-01-17,1\n", "data_file_invalid"],
    ["chain", "expiry,strike,right\n2020-01-17,1,C\n", "data_file_invalid"],
    ["ticks", IMPORT_SAMPLES["ticks"]!.content, "interval_unknown"],
    ["lean", "14400000,1,1,1,1,1\n", "data_file_invalid"],
    ["lean", "20131007 00:00,1,1,1,1,1,1,1,1,1,1\n", "wrong_number_of_cells"],
    ["history", '{"symbol":"ACME","data":', "data_file_invalid"],
    ["history", '{"symbol":"ACME","interval":"1w","data":[]}', "interval_unknown"],
    ["history", '{"symbol":"ACME","interval":"1d","data":[],"meta":{"total_records":1}}', "data_file_invalid"],
    ["binance", "[]", "data_empty"],
  ])("when its content does not match the format %s: %j", async (name, content, reason) => {
    expect((await lines(name, content)).map(([, , each]) => each)).toEqual([reason]);
  });
});

test.each(["../ACME", "acme", "/A", "..", "-A", "A B", "", "A".repeat(26)])(
  "an import of a file for the invalid symbol %j is refused",
  async (symbol) => {
    const file = files.write("prices.csv", table(bar("2020-01-02"), bar("2020-01-03")));
    const { list } = await refused("bars", [{ file, symbol }]);
    expect(list).toMatchObject([{ reason: "symbol_unknown", line: null }]);
  },
);

test("an import is refused if it gives one symbol to a file with several tickers", async () => {
  const file = files.write("data.txt", IMPORT_SAMPLES["stooq"]!.content);
  const { list } = await refused("stooq", [{ file, symbol: "ACME" }]);
  expect(list[0]!.message).toBe(`${file} must have only one ticker if you give its symbol, has 2`);
});

test("importMarket refuses an unknown importer, and a request without files", async () => {
  await expect(importMarket({ importer: "bars", files: [] })).rejects.toMatchObject({ code: "PARAMETER_OUT_OF_RANGE" });
  await expect(importMarket({ importer: "word", files: [] })).rejects.toMatchObject({ code: "PARAMETER_OUT_OF_RANGE" });
});

describe("rows of an imported file are refused", () => {
  test("when the bid is above the ask, or opens or closes outside its low and high", async () => {
    const header = IMPORT_SAMPLES["bid-ask"]!.content.split("\n", 1)[0]!;
    const content = `${header}\n2024-01-02T10:00,1,2,1,2,1,3,1,1\n2024-01-02T11:00,1,1,1,2,3,3,3,3\n2024-01-02T12:00,1,1,1,1,1,1,1,1\n`;
    expect(await lines("bid-ask", content, { interval: "1h" })).toEqual([
      [2, "bid", "bid_above_ask", "FILE, line 2: bid must not be above ask, was 2 above 1"],
      [
        3,
        "bid",
        "outside_range",
        "FILE, line 3: bid must open and close between its low and high, 1 to 1, but opened at 1 and closed at 2",
      ],
    ]);
  });

  test("when an option contract is expired, duplicate or has impossible values", async () => {
    const content = `date,expiry,strike,right,volume,delta
2024-01-03,2024-01-02,10,C,1,0.5
2024-01-03,2024-01-05,0,C,1,0.5
2024-01-03,2024-01-05,10,C,-1,0.5
2024-01-03,2024-01-05,10,C,1,1.5
2024-01-03,2024-01-05,10,C,1,0.5
2024-01-03,2024-01-05,10,call,1,0.5
2024-01-06,2024-01-12,10,P,1,0.5
`;
    expect((await lines("chain", content)).map(([line, field, reason]) => [line, field, reason])).toEqual(
      [
        [8, "time", "unreadable_cell"],
        [2, "expiration", "expired"],
        [3, "strike", "strike_not_above_zero"],
        [4, "volume", "negative_volume"],
        [5, "delta", "delta_outside"],
        [7, "strike", "duplicate_contract"],
      ].map(([line, field, reason]) => [line, field === "time" ? "date" : field, reason]),
    );
  });

  test("when trades are not sorted by time, a price or size is invalid, or a quote is negative", async () => {
    const content = `time,price,size,bid,ask
2024-01-02T09:30:01,10,1,0,10
2024-01-02T09:30:00,10,1,,
2024-01-02T09:30:02,0,1,,
2024-01-02T09:30:03,10,-1,,
2024-01-02T09:30:04Z,10,1,,
2024-01-02T09:30:05,10,1,9,-1
`;
    expect(
      (await lines("ticks", content, { interval: "1m" })).map(([line, field, reason]) => [line, field, reason]),
    ).toEqual([
      [6, "time", "mixed_zones"],
      [3, "time", "unsorted"],
      [4, "price", "price_not_above_zero"],
      [5, "size", "negative_volume"],
      [7, "ask", "negative_value"],
    ]);
  });

  test("with their position in the list if the file is JSON", async () => {
    const content = IMPORT_SAMPLES["history"]!.content.replace('"close":12', '"close":null').replace(
      "T05:00:00.000Z",
      "",
    );
    expect((await lines("history", content)).filter(([line]) => line !== null)).toEqual([
      [
        1,
        "timestamp",
        "unreadable_cell",
        'FILE, line 1, column timestamp: must be an ISO time with its offset, was "2024-01-02"',
      ],
      [2, "close", "unreadable_cell", "FILE, line 2, column close: must be a number, was empty"],
    ]);
  });

  test("when a price is 0 or negative, unless the setting anyPrice is true", async () => {
    const content = table(bar("2020-01-02", "0,0,-1,0,1"), bar("2020-01-03"));
    const file = files.write("ACME.csv", content);
    expect(await lines("bars", content)).toMatchObject([[2, "low", "price_not_above_zero", expect.any(String)]]);
    const { market } = await importMarket({
      importer: "bars",
      files: [{ file }],
      settings: { anyPrice: true, interval: "1d" },
    });
    expect(market.series[0]!.bars.low[0]).toBe(-1);
  });
});
