import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { call } from "./call.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder({
  "dax.csv": [
    "Datum;Open;High;Low;Close;Umsatz",
    "04.01.2024;16,5;17;16;16,75;300",
    "03.01.2024;16,25;17;16;16,5;200",
    "02.01.2024;16;16,5;15,5;16,25;100",
    "",
  ].join("\n"),
  "many.csv": [
    "date,symbol,open,high,low,close,volume,score,venue",
    "2024-01-02,AAA,10,11,9,10,5,0.5,X",
    "2024-01-02,BBB,20,21,19,20,5,0.25,X",
    "2024-01-03,AAA,10,11,9,10,5,,X",
    "2024-01-03,BBB,20,21,19,20,5,0.75,X",
    "",
  ].join("\n"),
  "us.csv": "date,open,high,low,close\n01/02/2024,1,1,1,1\n01/03/2024,1,1,1,1\n",
});
const file = (name: string): string => join(folder, name);

describe("hindcast inspect", () => {
  test("prints how a file was read: its columns, times, order, symbols, own columns and columns that are left out", async () => {
    const { code, out } = await call(["inspect", file("many.csv")]);
    expect(code).toBe(0);
    expect(out).toBe(`many.csv
file              CSV with commas, with a header
times             date: ISO 8601, in the time zone UTC
rows              oldest first; times are the start of bars
open              open
high              high
low               low
close             close
volume            volume
extra columns     score
columns not read  venue

symbol  bars  interval  first (UTC)       last (UTC)        first (local)     last (local)
AAA        2  1d        2024-01-02 00:00  2024-01-03 00:00  2024-01-02 00:00  2024-01-03 00:00
BBB        2  1d        2024-01-02 00:00  2024-01-03 00:00  2024-01-02 00:00  2024-01-03 00:00
`);
  });

  test("prints JSON with the checksum of the file", async () => {
    const args = ["inspect", `DAX=${file("dax.csv")}`, "--columns", "time,open,high,low,close,volume", "--json"];
    const { code, out } = await call([...args, "--zone", "Europe/Berlin"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      file: file("dax.csv"),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      kind: "CSV with semicolons",
      header: true,
      timeFormat: "DD.MM.YYYY",
      zone: "Europe/Berlin",
      order: "newest first",
      symbols: [
        {
          symbol: "DAX",
          bars: 3,
          interval: "1d",
          first: "2024-01-01T23:00:00.000Z",
          firstLocal: "2024-01-02 00:00:00",
        },
      ],
      notes: [],
    });
  });

  test("shows each of several files, also after a refusal, and says at the end how many were refused", async () => {
    const { code, out, err } = await call(["inspect", file("us.csv"), file("many.csv")]);
    expect([code, err]).toEqual([1, "hindcast: 1 of 2 files refused\n"]);
    expect(out).toMatch(/^us\.csv\nrefused: .*us\.csv, column date may be .*\n\nmany\.csv\nfile +CSV with commas/);
    const json = await call(["inspect", file("us.csv"), file("many.csv"), "--json"]);
    expect(JSON.parse(json.out)).toMatchObject([
      {
        file: file("us.csv"),
        error: { code: "DATA_FILE_INVALID", message: expect.stringContaining("--date-format") as unknown },
      },
      { file: file("many.csv"), line: expect.stringMatching(/^many\.csv: CSV with commas; 2 symbols/) as unknown },
    ]);
  });

  test("shows the files of bars in a folder, and a recording as hindcast data does", async () => {
    const own = temporaryFolder({
      "files/b.csv": "date,open,high,low,close\n2024-01-02,1,1,1,1\n2024-01-03,1,1,1,1\n",
      "files/a.csv": "date,open,high,low,close\n2024-01-02,1,1,1,1\n2024-01-03,1,1,1,1\n",
      "files/notes.md": "no bars",
      "empty/notes.md": "no bars",
    });
    const listed = await call(["inspect", join(own, "files"), "--json"]);
    expect((JSON.parse(listed.out) as { file: string }[]).map((one) => one.file)).toEqual([
      join(own, "files/a.csv"),
      join(own, "files/b.csv"),
    ]);
    expect(await call(["inspect", join(own, "empty")])).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        "empty has no files of bars, and is no recording; files of bars end in .parquet",
      ) as unknown,
    });
    const sample = join(ROOT, "data/sample");
    expect((await call(["inspect", sample])).out).toBe((await call(["data", sample])).out);
    expect(JSON.parse((await call(["inspect", sample, "--json"])).out)).toMatchObject({
      kind: "recording",
      file: sample,
    });
  });

  test("refuses a file whose dates may be read in two ways, and names the option that decides", async () => {
    const { code, err } = await call(["inspect", file("us.csv")]);
    expect(code).toBe(1);
    expect(err).toBe(
      `hindcast: ${file("us.csv")}, column date may be 2024-01-02 or 2024-02-01, was "01/02/2024": no row shows which number is the day. Use --date-format "MM/DD/YYYY" or --date-format "DD/MM/YYYY"\n`,
    );
    const read = await call(["inspect", file("us.csv"), "--date-format", "DD/MM/YYYY", "--interval", "1d"]);
    expect(read.out).toContain("2024-02-01 00:00  2024-03-01 00:00");
  });

  test.each([
    [
      "--columns",
      "open=a,b",
      "--columns must be names of columns, or PART=COLUMN, where PART is one of time, open, high",
    ],
    [
      "--columns",
      "price=a",
      "--columns must be names of columns, or PART=COLUMN, where PART is one of time, open, high",
    ],
    ["--decimal", "dot", "--decimal must be one of point, comma"],
    ["--stamped", "middle", "--stamped must be one of start, end"],
    ["--date-format", "HH:mm", "dateFormat must be a format with YYYY and MM"],
  ])("refuses %s %s", async (option, value, message) => {
    const { code, err } = await call(["inspect", file("many.csv"), option, value]);
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe("hindcast run", () => {
  test("without --data uses the sample of the package and says so", async () => {
    const { code, out } = await call(["run", "buy-and-hold"]);
    expect(code).toBe(0);
    expect(out).toContain("^GSPC  1d  2000-01-03 to 2020-04-17  5,105 bars");
    expect(out).toContain("No --data was given, so this is the sample of the package");
  });

  test("reads several symbols of one file, or those that --symbol lists", async () => {
    expect((await call(["run", "buy-and-hold", "--data", file("many.csv")])).out).toContain("\nAAA, BBB  1d ");
    const one = await call(["run", "buy-and-hold", "--data", file("many.csv"), "--symbol", "BBB"]);
    expect(one.out).toContain("\nBBB  1d  2024-01-02 to 2024-01-03  2 bars\n");
    const none = await call(["run", "buy-and-hold", "--data", file("many.csv"), "--symbol", "BBB,CCC"]);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('AAA, BBB, was "CCC"') as unknown });
  });

  test("takes the sessions of a file's bars from --calendar", async () => {
    const { code, out } = await call([
      "run",
      "buy-and-hold",
      "--data",
      file("many.csv"),
      "--symbol",
      "AAA",
      "--calendar",
      "XNYS",
    ]);
    expect(code).toBe(0);
    expect(out).toContain("America/New_York");
  });
});
