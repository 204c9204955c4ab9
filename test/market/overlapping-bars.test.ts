import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backtest, Bars, defineStrategy, marketOf, type Interval } from "hindcast";
import { readBars } from "hindcast/data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const still = defineStrategy({ name: "still" });
const flat = (time: readonly number[]) => {
  const ones = new Float64Array(time.length).fill(1);
  return { time: Float64Array.from(time), open: ones, high: ones, low: ones, close: ones, volume: ones };
};
const run = (interval: Interval, time: readonly number[]) =>
  backtest(still, marketOf({ X: new Bars(interval, flat(time)) }));

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-span-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("backtest and readBars", () => {
  test("throw for daily bars whose times are in seconds, since bars read as milliseconds would overlap", () => {
    // 14 to 16 November 2023 at 22:13:20 UTC, in seconds since 1970.
    expect(() => run("1d", [1_700_000_000, 1_700_086_400, 1_700_172_800])).toThrow(
      "bars of X must not overlap, but 3 bars of 1d begin from 1970-01-20T16:13:20.000Z to 1970-01-20T16:16:12.800Z; times are epoch milliseconds",
    );
  });

  test("throw for daily bars whose times are in microseconds or nanoseconds, even for a single bar", () => {
    const days = [1_700_000_000_000, 1_700_086_400_000, 1_700_172_800_000];
    for (const time of [days, days.slice(0, 1)])
      expect(() =>
        run(
          "1d",
          time.map((ms) => ms * 1000),
        ),
      ).toThrow(
        /^bars of X must begin before the year 10000, but the last begins at \+.*; times are epoch milliseconds$/,
      );
    expect(() => run("1d", [1_700_000_000_000 * 1e6])).toThrow(expect.objectContaining({ code: "BARS_INVALID" }));
  });

  test("throw for a file whose dates are days since 1970, since bars read as seconds would overlap", async () => {
    const file = join(folder, "excel.csv");
    // 2 to 4 January 2024 are the days 19724 to 19726.
    writeFileSync(file, "Date,Open,High,Low,Close\n19724,1,1,1,1\n19725,1,1,1,1\n19726,1,1,1,1\n");
    await expect(readBars(file, { interval: "1d" })).rejects.toMatchObject({
      code: "BARS_INVALID",
      message: `${file} must not overlap, but 3 bars of 1d begin from 1970-01-01T05:28:44.000Z to 1970-01-01T05:28:46.000Z; times are read as seconds since 1970 (--date-format states another format)`,
    });
  });

  test("accept days of 23 hours, months of 28 days and a single bar, which do not overlap", () => {
    for (const [interval, time] of [
      ["1d", [Date.UTC(2020, 2, 8, 5), Date.UTC(2020, 2, 9, 4)]],
      ["1mo", [Date.UTC(2021, 1, 1), Date.UTC(2021, 2, 1)]],
      ["3mo", [Date.UTC(2021, 0, 4), Date.UTC(2021, 3, 1)]],
      ["1d", [0]],
    ] as const)
      expect(run(interval, time).counts).toMatchObject({ bars: time.length });
  });
});

describe("a market of invalid bars", () => {
  const market = (bars: unknown) => marketOf({ X: bars as Bars });

  test("throws if the bars are a list of rows, columns without an interval, or undefined", () => {
    const rows = [{ time: 1, open: 1, high: 1, low: 1, close: 1, volume: 1 }];
    for (const bars of [rows, flat([0, 86_400_000]), undefined]) {
      expect(() => backtest(still, market(bars))).toThrow(
        'bars of X must be Bars, such as new Bars("1d", { time, open, high, low, close, volume }), was ',
      );
    }
  });

  test("throws if a column of the bars is missing, has text in it or is too short", () => {
    const columns = flat([0, 86_400_000]);
    const made = (volume: unknown) => () => new Bars("1d", { ...columns, volume: volume as never });
    expect(made(undefined)).toThrow("volume must be a Float64Array or a list of numbers, was undefined");
    expect(made([1, "n/a"])).toThrow('bar 1: volume must be a number, was "n/a"');
    expect(made([1])).toThrow("volume must be as long as time, 2 bars, was 1");
  });

  test("throws if the interval of the bars is unknown", () => {
    expect(() => run("1x" as Interval, [0, 86_400_000])).toThrow(
      "interval must be a whole number of seconds, minutes or hours below a day",
    );
  });
});
