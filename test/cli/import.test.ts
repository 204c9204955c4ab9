import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { importFile } from "../../src/cli/commands/import.ts";
import type { ImportReport } from "../../src/data/importing/import-report.ts";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { IMPORT_SAMPLES } from "../support/import-samples.ts";
import { call } from "./call.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const yahoo = IMPORT_SAMPLES["yahoo"]!;
const header = yahoo.content.split("\n", 1)[0]!;
const folder = temporaryFolder({
  "ACME.csv": yahoo.content,
  "later.csv": `${header}\n2024-01-04,102,104,101,103,100.5,7000\n2024-01-05,103,105,102,104,101.5,8000\n`,
  "other.csv": `${header}\n2024-01-04,102,104,101,103.5,100.5,7000\n2024-01-05,103,105,102,104,101.5,8000\n`,
  "bad.csv": `${header}\n2024-01-02,1,1,1,1,1,1\n2024-01-03,null,null,null,null,null,null\n2024-01-04,1,1,1,1,1,-1\n2024-01-05,1,1,1,1,1,1\n`,
});
const at = (name: string): string => join(folder, name);

async function marketAt(into: string): Promise<RecordedMarket> {
  return (await (await openRecording(into)).load()).market();
}

/** Names and contents of the files in a folder. */
function bytesOf(path: string): readonly (readonly [name: string, bytes: string])[] {
  return readdirSync(path)
    .toSorted()
    .map((name) => [name, readFileSync(join(path, name)).toString("latin1")] as const);
}

describe("hindcast import", () => {
  test("says how it understood each file, creates a recording and prints its contents", async () => {
    const into = at("first");
    const { code, out, err } = await call(["import", "yahoo", at("ACME.csv"), "--into", into, "--licence", "CC0-1.0"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.split("\n").slice(0, 4)).toEqual([
      "ACME.csv: yahoo; ACME, 3 bars of 1d from 2024-01-02 to 2024-01-04.",
      "",
      "symbol  what        change  rows  added  first                     last",
      "ACME    bars of 1d  new        3      3  2024-01-02T05:00:00.000Z  2024-01-04T05:00:00.000Z",
    ]);
    expect(out).toMatch(/SHA-256 [0-9a-f]{64}\.\n\nRecording: .*first\n$/);
    expect(await marketAt(into)).toMatchObject({ name: "first", licence: "CC0-1.0", mainCalendar: "XNYS" });
  });

  test("stores the properties of the instrument that are given as options", async () => {
    const into = at("said");
    const instrumentOptions = [
      "--asset-class",
      "etf",
      "--title",
      "Acme",
      "--exchange",
      "XLON",
      "--currency",
      "GBP",
      "--basis",
      "raw",
    ];
    const steps = ["--tick", "0.05", "--lot", "10", "--decimals", "3", "--multiplier", "2"];
    const words = [
      "--base",
      "AC",
      "--unit",
      "share",
      "--contract-month",
      "2024-03",
      "--continuous",
      "--symbol",
      "AC.L",
    ];
    const args = [
      "import",
      "yahoo",
      at("ACME.csv"),
      "--into",
      into,
      ...instrumentOptions,
      ...steps,
      ...words,
      "--quiet",
    ];
    expect(await call(args)).toEqual({ code: 0, out: "", err: "" });
    expect((await marketAt(into)).instruments).toEqual([
      {
        symbol: "AC.L",
        name: "Acme",
        assetClass: "etf",
        exchange: "XLON",
        zone: "Europe/London",
        calendar: "XLON",
        currency: "GBP",
        currencyDecimals: 2,
        decimals: 3,
        tick: 0.05,
        lot: 10,
        multiplier: 2,
        priceBasis: "raw",
        base: "AC",
        unit: "share",
        contractMonth: "2024-03",
        continuous: true,
      },
    ]);
  });

  test("prints the table of an import with --dry-run, but writes nothing", async () => {
    const into = at("dry");
    const { code, out } = await call(["import", "yahoo", at("ACME.csv"), "--into", into, "--dry-run"]);
    expect(code).toBe(0);
    expect(out).toContain("ACME    bars of 1d  new        3      3");
    expect(out).toMatch(/Dry run: nothing was written\.\n$/);
    expect(existsSync(into)).toBe(false);
  });

  test("refuses to write into an existing series without an option to append or replace", async () => {
    const into = at("again");
    const args = (file: string, ...more: string[]) => [
      "import",
      "yahoo",
      `ACME=${at(file)}`,
      "--into",
      into,
      "--json",
      ...more,
    ];
    await call(args("ACME.csv"));
    const before = bytesOf(into);
    const refused = await call(args("later.csv"));
    expect(refused.code).toBe(1);
    expect((JSON.parse(refused.out) as ImportReport).refused.byReason).toEqual({ recorded_already: 1 });
    expect(bytesOf(into)).toEqual(before);

    const appended = JSON.parse((await call(args("later.csv", "--append"))).out) as ImportReport;
    expect(appended.tables).toMatchObject([{ change: "appended", rows: 4, added: 1 }]);
    const differs = await call(args("other.csv", "--append"));
    expect(differs.err).toContain(
      "bars of 1d of ACME at 2024-01-04T05:00:00.000Z (row 1): close must be 103, as in the data already recorded or imported, was 103.5",
    );
    expect((await call(args("later.csv", "--replace"))).code).toBe(0);
    expect((await marketAt(into)).series[0]!.bars.length).toBe(2);
    expect(await call(args("later.csv", "--replace", "--append"))).toMatchObject({ code: 1, out: "" });
  });

  test("writes nothing if a row is invalid, and reports the row", async () => {
    const into = at("careful");
    await call(["import", "yahoo", at("ACME.csv"), "--into", into]);
    const before = bytesOf(into);
    const args = ["import", "yahoo", `BAD=${at("bad.csv")}`, "--into", into, "--report", at("report.json")];
    const { code, out, err } = await call(args);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err.replaceAll(`${folder}/`, "")).toBe(`Rejected: 2 (1 unreadable_cell, 1 negative_volume)
  unreadable_cell: bad.csv, line 3, column Open: must be a number, was "null"
  negative_volume: bad.csv, line 4: volume must not be negative, was -1
hindcast: nothing was imported: 2 rejected. Use --skip-bad-rows to leave them out
`);
    expect(bytesOf(into)).toEqual(before);
    const report = JSON.parse(readFileSync(at("report.json"), "utf8")) as ImportReport;
    expect(report.refused).toMatchObject({
      count: 2,
      rows: 2,
      list: [
        { line: 3, field: "Open" },
        { line: 4, field: "volume" },
      ],
    });
  });

  test("writes nothing if --report names a folder", async () => {
    const args = ["import", "yahoo", at("ACME.csv"), "--into", at("untold"), "--report", folder];
    expect(await call(args)).toEqual({
      code: 1,
      out: "",
      err: `hindcast: --report must be a file, ${folder} is a folder\n`,
    });
    expect(existsSync(at("untold"))).toBe(false);
  });

  test("reports an error shared by several files once, with its count", async () => {
    const sources = ["ACME.csv", "later.csv"].map((name) => `ACME=${at(name)}`);
    const { code, err } = await call(["import", "yahoo", ...sources, "--into", at("none"), "--time-zone", "Nowhere"]);
    expect({ code, err }).toEqual({
      code: 1,
      err: `Rejected: 2 (2 zone_unknown)
  zone_unknown: zone must be a name of the IANA time-zone database, such as America/New_York or UTC, was "Nowhere" (2 times)
hindcast: nothing was imported: 2 rejected
`,
    });
  });

  test("reports a single invalid row once", async () => {
    writeFileSync(at("one.csv"), `${header}\n2024-01-02,1,1,1,1,1,1\n2024-01-03,1,1,1,1,1,-1\n`);
    const { err } = await call(["import", "yahoo", `BAD=${at("one.csv")}`, "--into", at("none")]);
    expect(err.match(/volume must not be negative, was -1/g)).toHaveLength(1);
    expect(err.endsWith("\nhindcast: nothing was imported: 1 rejected. Use --skip-bad-rows to leave it out\n")).toBe(
      true,
    );
    // Programs read the report on standard output, and the first error on standard error.
    const json = await call(["import", "yahoo", `BAD=${at("one.csv")}`, "--into", at("none"), "--json"]);
    expect(json.err).toContain("nothing was imported: ");
    expect((JSON.parse(json.out) as ImportReport).refused.count).toBe(1);
  });

  test("leaves out invalid rows with --skip-bad-rows and counts them in the report and in the recording", async () => {
    const into = at("lenient");
    const args = ["import", "yahoo", `BAD=${at("bad.csv")}`, "--into", into, "--interval", "1d", "--skip-bad-rows"];
    const { code, err } = await call(args);
    expect(code).toBe(0);
    expect(err).toMatch(/^Rejected: 2 \(1 unreadable_cell, 1 negative_volume\)\n/);
    const { series, notes } = await marketAt(into);
    expect(series[0]!.bars.length).toBe(2);
    expect(notes).toContain("Bad rows that were left out of bad.csv: 2 (1 unreadable_cell, 1 negative_volume).");
  });

  test("says how it understood a file once, also before a refusal, and on standard error before JSON", async () => {
    const reading = "bars.csv: CSV with commas; BARS, 2 bars of 1d from 2024-01-02 to 2024-01-03; times from date";
    writeFileSync(at("bars.csv"), "date,open,high,low,close,volume\n2024-01-02,1,1,1,1,5\n2024-01-03,1,1,1,1,5\n");
    const args = ["import", "bars", at("bars.csv"), "--into", at("understood"), "--interval", "1d"];
    const refused = await call([...args, at("bad.csv")]);
    expect(refused).toMatchObject({ code: 1, out: expect.stringMatching(reading) as unknown });
    const { out } = await call([...args, "--dry-run"]);
    expect(out.split(reading)).toHaveLength(2);
    const json = await call([...args, "--json"]);
    expect(json.err.split(reading)).toHaveLength(2);
    expect((JSON.parse(json.out) as ImportReport).notes[0]).toContain(reading);
  });

  test("lists the first twenty rejected rows and counts the rest", async () => {
    const rows = Array.from({ length: 25 }, (_, i) => `2024-01-${String(i + 1).padStart(2, "0")},a,1,1,1,1,1`);
    writeFileSync(at("worse.csv"), `${[header, ...rows].join("\n")}\n`);
    const { err } = await call(["import", "yahoo", `BAD=${at("worse.csv")}`, "--into", at("none")]);
    expect(err.match(/^ {2}unreadable_cell: /gm)).toHaveLength(20);
    expect(err).toContain("\n  … and 5 more; --report FILE lists them\n");
    const bad = "2024-01-02,a,1,1,1,1,1\n";
    writeFileSync(at("worst.csv"), `${header}\n${bad.repeat(10_001)}`);
    const worst = await call(["import", "yahoo", `BAD=${at("worst.csv")}`, "--into", at("none")]);
    expect(worst.err).toContain("\n  … and 9,981 more; --report FILE lists the first 10,000\n");
  });

  test("refuses a folder that contains other files, and leaves the files unchanged", async () => {
    const into = join(temporaryFolder({ "mine/notes.txt": "keep" }), "mine");
    for (const more of [[], ["--dry-run"]]) {
      const { code, err } = await call(["import", "yahoo", at("ACME.csv"), "--into", into, ...more]);
      expect(code).toBe(1);
      expect(err).toContain("must be new, empty or a recording, so that no other files are lost, has notes.txt");
    }
    expect(await call(["import", "yahoo", at("ACME.csv"), "--into", at("ACME.csv"), "--dry-run"])).toMatchObject({
      code: 1,
    });
    expect(bytesOf(into)).toEqual([["notes.txt", "keep"]]);
  });
});

test.each([
  [["import", "word", "x.csv", "--into", "x"], 2, "import must be followed by one of actions, bars, bid-ask, binance"],
  [["import", "bars", "x.csv"], 2, "required option '--into <dir>' not specified"],
  [["import", "bars", "--into", "x"], 2, "missing required argument 'files'"],
  [["import", "bars", "x.csv", "--into", "x", "--basis", "adjusted"], 1, "--basis must be one of raw, split_adjusted"],
  [["import", "bars", "x.csv", "--into", "x", "--max-bytes", "0"], 1, "--max-bytes must be a whole number from 1"],
  [["import", "bars", "X=x.csv", "--into", "x", "--time-zone", "EST5"], 1, "file not found: x.csv"],
  [["import", "bars", "=x.csv", "--into", "x"], 1, "a file to import must be FILE or SYMBOL=FILE"],
])("hindcast %j exits with code %i and an error message", async (args, code, message) => {
  const answer = await call(args);
  expect(answer.code).toBe(code);
  expect(answer.err).toContain(message);
});

test.each([
  ["aapl.csv", { file: "aapl.csv" }],
  ["AAPL=data/a=b.csv", { symbol: "AAPL", file: "data/a=b.csv" }],
  ["GC=F=gold.csv", { symbol: "GC=F", file: "gold.csv" }],
  ["./a=b.csv", { file: "./a=b.csv" }],
])("the file argument %s of hindcast import is read as %j", (text, source) => {
  expect(importFile(text)).toEqual([source]);
});
