import { describe, expect, test } from "vitest";
import { readBars } from "../../src/data/bar-file.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
const HEADER = "date,open,high,low,close,volume";
const good = ["2020-01-02,100,102,99,101,5000", "2020-01-03,100,102,99,101,5000", "2020-01-06,100,102,99,101,5000"];
const table = (lines: readonly string[]): string => `${[HEADER, ...lines].join("\n")}\n`;

/** What the error of a repeated time says about its cause. */
const severalSymbols = '. If the file has several symbols, name their column, such as --columns "symbol=NAME"';

describe("a CSV file with an invalid bar", () => {
  test.each([
    [
      "unsorted",
      "2020-01-01,100,102,99,101,5000",
      "time must be after that of the previous bar, 2020-01-03T00:00:00.000Z, was 2020-01-01T00:00:00.000Z",
    ],
    ["duplicate_time", good[1]!, "time must differ from that of the previous bar, was 2020-01-03T00:00:00.000Z again"],
    ["low_above_high", "2020-01-06,100,99,102,101,5000", "low must not be above high, was 102 above 99"],
    ["open_outside", "2020-01-06,98,102,99,101,5000", "open must be between low and high, 99 to 102, was 98"],
    ["close_outside", "2020-01-06,100,102,99,103,5000", "close must be between low and high, 99 to 102, was 103"],
    ["negative_volume", "2020-01-06,100,102,99,101,-1", "volume must not be negative, was -1"],
  ])("is refused with the line number of the bar and the reason %s", async (reason, line, message) => {
    const file = files.write("bad.csv", table([good[0]!, "", good[1]!, line]));
    await expect(readBars(file)).rejects.toMatchObject({
      code: "BARS_INVALID",
      message: `${file}, line 5: ${message}${reason === "duplicate_time" ? severalSymbols : ""}. To leave out bad rows, import the file with hindcast import bars --skip-bad-rows`,
      details: { file, line: 5, row: 2, reason, count: 1 },
    });
  });

  test("is refused with its line when rows have no order", async () => {
    const file = files.write("mixed.csv", table([good[2]!, good[0]!, good[1]!]));
    await expect(readBars(file)).rejects.toMatchObject({
      code: "BARS_INVALID",
      details: { line: 3, reason: "unsorted" },
    });
  });
});

describe("rows from new to old", () => {
  test("are reversed, and a note says so", async () => {
    const file = files.write("newest.csv", table(good.toReversed()));
    const { series, notes, reading } = await readBars(file);
    expect(series[0].bars).toEqual((await readBars(files.write("oldest.csv", table(good)))).series[0].bars);
    expect(notes[0]).toContain("rows from newest to oldest, read in reverse");
    expect(reading.order).toBe("newest first");
  });
});

describe("the hour that clocks show twice when they go back", () => {
  const rows = ["00:30", "01:00", "01:30", "01:00", "01:30", "02:00"].map((time) => `2020-11-01T${time},1,1,1,1,1`);
  const utc = ["04:30", "05:00", "05:30", "06:00", "06:30", "07:00"].map((time) => `2020-11-01T${time}:00.000Z`);

  test.each([
    ["from old to new", rows],
    ["from new to old", rows.toReversed()],
  ])("is placed by the order of rows %s, with a note", async (_, lines) => {
    const { series, notes } = await readBars(files.write("autumn.csv", table(lines)), { zone: "America/New_York" });
    expect(Array.from(series[0].bars.time, (time) => new Date(time).toISOString())).toEqual(utc);
    expect(notes).toContain(
      "2 rows in the hour that clocks in America/New_York repeat at the end of daylight saving time: the order of rows decides which hour is meant.",
    );
  });

  test("is refused when a time in it is there three times", async () => {
    const file = files.write("autumn.csv", table(Array.from({ length: 3 }, () => "2020-11-01T01:30,1,1,1,1,1")));
    await expect(readBars(file, { zone: "America/New_York" })).rejects.toMatchObject({
      code: "BARS_INVALID",
      details: { line: 4, reason: "unsorted" },
    });
  });
});

describe("the option interval of readBars", () => {
  test("must be given for a file with only one bar", async () => {
    const file = files.write("one.csv", table(good.slice(0, 1)));
    await expect(readBars(file)).rejects.toMatchObject({
      code: "INTERVAL_UNKNOWN",
      message: `${file}: interval must be given if there are fewer than two bars; there are 1 (--interval)`,
      details: { file, bars: 1 },
    });
    expect((await readBars(file, { interval: "1wk" })).series[0].bars.interval).toBe("1wk");
  });

  test("may be shorter than the usual step between the file's bars, but not longer", async () => {
    const file = files.write("days.csv", table(good));
    expect((await readBars(file, { interval: "1h" })).series[0].bars.interval).toBe("1h");
    await expect(readBars(file, { interval: "1wk" })).rejects.toMatchObject({
      code: "SETTING_INVALID",
      message: `interval of ${file} must not be longer than the usual step between its bars, 1d, was 1wk; a strategy can read longer bars with bars("1wk")`,
      details: { file, interval: "1wk", usual: "1d" },
    });
  });

  test("is refused when it is unknown, as are an unknown zone and a maxBytes of 0", async () => {
    const file = files.write("days.csv", table(good));
    await expect(readBars(file, { interval: "1w" as "1wk" })).rejects.toMatchObject({ code: "INTERVAL_UNKNOWN" });
    await expect(readBars(file, { zone: "New York" })).rejects.toMatchObject({ code: "ZONE_UNKNOWN" });
    await expect(readBars(file, { maxBytes: 0 })).rejects.toMatchObject({ code: "PARAMETER_OUT_OF_RANGE" });
  });
});
