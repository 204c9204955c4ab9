import { readBars } from "hindcast/data";
import { expect, test } from "vitest";
import { temporaryFiles } from "../support/temporary-files.ts";

// Times that have two meanings, or bars that share one. All prices are invented.
const files = temporaryFiles();
const csv = (...times: readonly string[]) =>
  files.write("file.csv", `time,open,high,low,close\n${times.map((time) => `${time},10,12,9,11\n`).join("")}`);

test("hours in ten digits are refused, since they may count seconds, and read if their format is stated", async () => {
  const file = csv("2024010209", "2024010210", "2024010211");
  await expect(readBars(file)).rejects.toThrow(
    `may be 2024-01-02 or 2034-02-20, was "2024010209". Use --date-format "YYYYMMDDHH" or --date-format "seconds"`,
  );
  const hours = await readBars(file, { dateFormat: "YYYYMMDDHH" });
  expect([...hours.series[0].bars.time]).toEqual([9, 10, 11].map((hour) => Date.UTC(2024, 0, 2, hour)));
  const seconds = await readBars(file, { dateFormat: "seconds" });
  expect(seconds.series[0].bars.time[0]).toBe(2_024_010_209_000);
});

// Days from 2 January 2024 in 100 nanoseconds since the year 1, and since 1601.
test.each([
  [".NET", "638397504000000000", "638398368000000000", "638399232000000000"],
  ["Windows", "133486272000000000", "133487136000000000", "133488000000000000"],
])("counts of 100 nanoseconds of %s are refused, since they may count nanoseconds", async (name, ...times) => {
  const file = csv(...times);
  await expect(readBars(file)).rejects.toThrow(name);
  await expect(readBars(file)).rejects.toThrow("--date-format nanoseconds");
});

test.each([
  ["months", ["2024-01-01", "2024-02-01", "2024-03-01", "2024-03-15"], "2024-03-15T00:00:00.000Z"],
  ["weeks", ["2024-01-01", "2024-01-08", "2024-01-15", "2024-01-17"], "2024-01-17T00:00:00.000Z"],
  [
    "minutes",
    ["2024-01-02 09:30", "2024-01-02 09:31", "2024-01-02 09:32", "2024-01-02 09:32:20"],
    "2024-01-02T09:32:20.000Z",
  ],
])("a last bar of %s that begins before the bar before it ends is noted", async (_, times, last) => {
  const note = `The last bar, at ${last}, begins before the bar`;
  expect((await readBars(csv(...times))).notes.join()).toContain(note);
  expect((await readBars(csv(...times.slice(0, -1)))).notes.join()).not.toContain("begins before the bar");
});
