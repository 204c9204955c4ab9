import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HindcastError } from "../../src/primitives/errors.ts";
import { textBytes, textOf } from "../../src/data/csv/cell.ts";
import { importMarket } from "../../src/data/importing/import-market.ts";
import { isZip, zippedFile } from "../../src/data/zipped-file.ts";
import { formatInstant } from "../../src/time/instant.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { type OddZip, zipOf } from "../support/zip-of.ts";

const files = temporaryFiles();
const ROWS = "14400000,1674100,1674100,1672500,1672700,3197\n14460000,1672500,1672500,1672500,1672500,1150\n";

async function unzip(archive: Uint8Array, maxBytes = 1e6): Promise<readonly [name: string, content: string]> {
  const bytes = textBytes(archive.length);
  bytes.bytes.set(archive);
  expect(isZip(bytes)).toBe(true);
  const { name, text } = await zippedFile("FILE", bytes, maxBytes);
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

describe("a zip archive is refused", () => {
  test.each<[name: string, odd: OddZip, message: string]>([
    ["a.csv", { entries: 2 }, "must be a zip archive of one file, but it has 2"],
    ["a.csv", { flags: 1 }, "must be a zip archive of one file, but it is encrypted"],
    ["a.csv", { crc: 1 }, "must be a zip archive of one file, but its checksum is wrong"],
    ["a.csv", { method: 12 }, "must be compressed with deflate, was compressed with method 12"],
    ["a.csv", { stored: true, method: 8 }, "must be a zip archive of one file, but it is damaged"],
    [
      "../a.csv",
      {},
      'must be a zip archive of one file, but the path of the file in it leads outside the folder: "../a.csv"',
    ],
    [
      "a/../../b.csv",
      {},
      'must be a zip archive of one file, but the path of the file in it leads outside the folder: "a/../../b.csv"',
    ],
    [
      "/etc/a.csv",
      {},
      'must be a zip archive of one file, but the path of the file in it leads outside the folder: "/etc/a.csv"',
    ],
    [
      "a\\b.csv",
      {},
      'must be a zip archive of one file, but the path of the file in it leads outside the folder: "a\\\\b.csv"',
    ],
    [
      "folder/",
      {},
      'must be a zip archive of one file, but the path of the file in it leads outside the folder: "folder/"',
    ],
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
