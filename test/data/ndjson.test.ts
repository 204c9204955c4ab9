import { describe, expect, test } from "vitest";
import { readBars } from "../../src/data/bar-file.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

const ROW = { time: "2020-01-02", open: 1, high: 2, low: 0.5, close: 1.5, volume: 100 };
const write = (...rows: readonly (object | string)[]): string =>
  files.write("rows.ndjson", rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n"));

describe("lines of NDJSON", () => {
  test("are read with fields in any order and case, unknown fields, and blank lines between", async () => {
    const file = write(ROW, "", { Closed: 3, venue: "X", ...ROW, time: "2020-01-03", close: 1.25 });
    const { series, notes } = await readBars(file, { symbol: "X" });
    expect(Array.from(series[0].bars.close)).toEqual([1.5, 1.25]);
    expect(Array.from(series[0].bars.time)).toEqual([Date.UTC(2020, 0, 2), Date.UTC(2020, 0, 3)]);
    expect(notes).toEqual([
      "rows.ndjson: NDJSON; X, 2 bars of 1d from 2020-01-02 to 2020-01-03; times from time (ISO 8601, UTC); extra column Closed; column not read: venue.",
    ]);
  });

  test.each<[what: string, times: readonly (string | number)[], first: string]>([
    ["milliseconds", [1_577_836_800_000, 1_577_836_860_000], "2020-01-01T00:00:00.000Z"],
    ["seconds", [1_577_836_800, 1_577_836_860], "2020-01-01T00:00:00.000Z"],
    ["local times", ["2020-01-01 09:30", "2020-01-01 09:31"], "2020-01-01T14:30:00.000Z"],
    ["times with an offset", ["2020-01-01T09:30+01:00", "2020-01-01T09:31+01:00"], "2020-01-01T08:30:00.000Z"],
  ])("are read when their times are %s", async (_, times, first) => {
    const file = write(...times.map((time) => ({ ...ROW, time })));
    const { bars } = (await readBars(file, { zone: "America/New_York" })).series[0];
    expect(bars.interval).toBe("1m");
    expect(new Date(bars.time[0]!).toISOString()).toBe(first);
  });

  test.each<[what: string, row: object | string, message: string]>([
    ["a word for a number", { ...ROW, close: "n/a" }, 'line 2, column close: must be a number, was "n/a"'],
    ["null for a number", { ...ROW, close: null }, "line 2, column close: must be a number, was empty"],
    ["no close", { ...ROW, close: undefined }, "line 2, column close: must be a number, was empty"],
    ["a time of another kind", { ...ROW, time: 5 }, "line 2, column time: must be"],
    ["true for a time", { ...ROW, time: true }, "line 2, column time: must be YYYY-MM-DD"],
    ["a list", "[1]", 'line 2: must be a JSON object, was "[1]"'],
    ["half an object", '{"time":', "line 2: must be a JSON object"],
  ])("are refused with their line number when they contain %s", async (_, row, message) => {
    await expect(readBars(write(ROW, row))).rejects.toMatchObject({
      code: "DATA_FILE_INVALID",
      message: expect.stringContaining(message),
      details: { line: 2 },
    });
  });

  test("are read with numbers in quotes, dates of eight digits, and the date and the time of day in two fields", async () => {
    const quoted = { ...ROW, close: "1.5", time: 20_200_102 };
    const days = (await readBars(write(quoted, { ...quoted, time: 20_200_103 }))).series[0].bars;
    expect([...days.close, ...days.time]).toEqual([1.5, 1.5, Date.UTC(2020, 0, 2), Date.UTC(2020, 0, 3)]);
    const split = { ...ROW, date: "2020-01-02", time: "09:30" };
    const minutes = (await readBars(write(split, { ...split, time: "09:31" }))).series[0].bars;
    expect(minutes.time[0]).toBe(Date.UTC(2020, 0, 2, 9, 30));
  });

  test("are refused without a close", async () => {
    const { close: _, ...others } = ROW;
    await expect(readBars(write(others))).rejects.toMatchObject({
      code: "DATA_FILE_INVALID",
      message: expect.stringContaining("missing close"),
    });
  });
});
