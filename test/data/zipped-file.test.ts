import * as fc from "fast-check";
import { readBars } from "hindcast/data";
import { describe, expect, test } from "vitest";
import { HindcastError } from "../../src/primitives/errors.ts";
import { textBytes, textOf } from "../../src/data/csv/cell.ts";
import { importMarket } from "../../src/data/importing/import-market.ts";
import { isZip, zippedFile } from "../../src/data/zipped-file.ts";
import { formatInstant } from "../../src/time/instant.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { type OddZip, zipOf, zipOfAll } from "../support/zip-of.ts";

const files = temporaryFiles();
const ROWS = "14400000,1674100,1674100,1672500,1672700,3197\n14460000,1672500,1672500,1672500,1672500,1150\n";

async function unzip(archive: Uint8Array, maxBytes = 1e6): Promise<readonly [name: string, content: string]> {
  const bytes = textBytes(archive.length);
  bytes.bytes.set(archive);
  expect(isZip(bytes)).toBe(true);
  const { name, text } = await zippedFile("FILE", bytes, { maxBytes, isTable: () => false });
  return [name, textOf(text.bytes, 0, text.length)];
}

test.each<[kind: string, odd: OddZip]>([
  ["deflated", {}],
  ["stored", { stored: true }],
  ["with a comment", { comment: "PK\u0005\u0006 of a vendor" }],
])("the file in a zip archive is read if the archive is %s", async (_, odd) => {
  expect(await unzip(zipOf("a/b.csv", ROWS, odd))).toEqual(["a/b.csv", ROWS]);
});

test("a zipped LEAN file is imported by the name of the file in the archive", async () => {
  const file = files.write("20131007_trade.zip", zipOf("20131007_spy_minute_trade.csv", ROWS));
  const { market } = await importMarket({ importer: "lean", files: [{ file }] });
  const { symbol, bars } = market.series[0]!;
  expect([symbol, bars.interval, bars.length, formatInstant(bars.time[0]!)]).toEqual([
    "SPY",
    "1m",
    2,
    "2013-10-07T08:00:00.000Z",
  ]);
});

describe("of a zip archive with several files", () => {
  const BARS = "date,open,high,low,close\n2024-01-02,1,3,1,2\n2024-01-03,1,3,1,2\n";
  const OTHER = BARS.replaceAll(",2\n", ",3\n");
  const [several, single] = [{ "a/AAA.csv": BARS, "BBB.csv": OTHER }, { "AAA.csv": BARS }];
  const archive = (name: string, contents: Readonly<Record<string, string>>): string =>
    files.write(name, zipOfAll(contents));

  test("the file that the path names is read", async () => {
    const path = archive("two.zip", several);
    const read = await Promise.all(["a/AAA.csv", "BBB.csv"].map((member) => readBars(`${path}:${member}`)));
    expect(read.map(({ series: [one] }) => [one.instrument.symbol, one.bars.close[0]])).toEqual([
      ["AAA", 2],
      ["BBB", 3],
    ]);
    expect(read[1]!.notes[0]).toMatch(/^two\.zip:BBB\.csv: CSV with commas; BBB, 2 bars of 1d/);
    const imported = await importMarket({ importer: "bars", files: [{ file: `${path}:BBB.csv` }] });
    expect(imported.market.series[0]!.symbol).toBe("BBB");
  });

  test.each<[contents: Readonly<Record<string, string>>, member: string, message: string]>([
    [several, "", "two.zip has 2 files, a/AAA.csv, BBB.csv. Choose one: "],
    [several, ":C.csv", "two.zip has no file C.csv, but 2 files, a/AAA.csv, BBB.csv. Choose one: "],
    [{ "a.txt": "words\n", "b.txt": "words\n" }, "", "two.zip has 2 files, a.txt, b.txt. Choose one: "],
  ])("%j none is guessed: %s", async (contents, member, message) => {
    const path = archive("two.zip", contents);
    await expect(readBars(`${path}${member}`)).rejects.toMatchObject({
      code: "DATA_FILE_INVALID",
      message: expect.stringContaining(message) as unknown,
    });
  });

  test.each<Readonly<Record<string, string>>>([
    { ...single, "README.txt": "Prices, of AAA.\nMore, of them.\n" },
    { ...single, "__MACOSX/._AAA.csv": BARS, ".DS_Store": "1,2,3\n1,2,3\n", "folder/": "" },
  ])("the only one that is a table is read: %j", async (contents) => {
    const { series } = await readBars(archive("one.zip", contents));
    expect([series[0].instrument.symbol, series[0].bars.length]).toEqual(["AAA", 2]);
  });

  test("a path with a colon is a file if that file exists", async () => {
    archive("two.zip", several);
    const { series } = await readBars(files.write("two.zip:BBB.csv", BARS));
    expect(series[0].bars.close[0]).toBe(2);
  });
});

describe("a zip archive is refused", () => {
  test.each<[name: string, odd: OddZip, message: string]>([
    ["a.csv", { entries: 2 }, "must be a whole zip archive without a password, but its directory is damaged"],
    ["a.csv", { flags: 1 }, "must be a whole zip archive without a password, but it is encrypted"],
    ["a.csv", { crc: 1 }, "must be a whole zip archive without a password, but its checksum is wrong"],
    ["a.csv", { method: 12 }, "must be compressed with deflate, was compressed with method 12"],
    ["a.csv", { stored: true, method: 8 }, "must be a whole zip archive without a password, but it is damaged"],
    [
      "../a.csv",
      {},
      'must be a whole zip archive without a password, but the path of the file in it leads outside the folder: "../a.csv"',
    ],
    [
      "a/../../b.csv",
      {},
      'must be a whole zip archive without a password, but the path of the file in it leads outside the folder: "a/../../b.csv"',
    ],
    [
      "/etc/a.csv",
      {},
      'must be a whole zip archive without a password, but the path of the file in it leads outside the folder: "/etc/a.csv"',
    ],
    [
      "a\\b.csv",
      {},
      'must be a whole zip archive without a password, but the path of the file in it leads outside the folder: "a\\\\b.csv"',
    ],
    ["folder/", {}, "has no file"],
  ])("if it contains the file %j and is made with %j", async (name, odd, message) => {
    await expect(unzip(zipOf(name, ROWS, odd))).rejects.toMatchObject({
      code: "DATA_FILE_INVALID",
      message: `FILE ${message}`,
    });
  });

  test.each([{}, { stored: true }])("if it decompresses to more than maxBytes: %j", async (odd) => {
    await expect(unzip(zipOf("a.csv", Buffer.alloc(100_000), odd), 50_000)).rejects.toMatchObject({
      message: "FILE must be at most 50000 bytes (maxBytes), is larger once unpacked",
    });
  });

  test("if it is cut off or changed anywhere, unless its file can still be read exactly", async () => {
    const whole = zipOf("a.csv", ROWS);
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 4, max: whole.length }),
        fc.array(change, { maxLength: 3 }),
        async (end, changes) => {
          const archive = Buffer.from(whole);
          for (const [at, byte] of changes) if (at >= 4) archive[at] = byte;
          const outcome = await unzip(archive.subarray(0, end)).catch((error: unknown) => error);
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(HindcastError);
          else expect((outcome as readonly string[])[1]).toBe(ROWS);
        },
      ),
      { numRuns: 500 },
    );
  });
});
