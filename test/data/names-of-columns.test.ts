import { readBars } from "hindcast/data";
import { expect, test } from "vitest";
import { temporaryFiles } from "../support/temporary-files.ts";

// Names of columns that say what their numbers mean. All prices are invented.
const files = temporaryFiles();
const csv = (...lines: readonly string[]) => files.write("file.csv", `${lines.join("\n")}\n`);

test.each([
  ["Time (EET)", "EET"],
  ["datetime_est", "est"],
  ["time (UTC+8)", "UTC+8"],
  ["Local time", "Local"],
])("times without an offset in a column named %s are refused until a zone is stated", async (time, zone) => {
  const file = csv(
    `${time},open,high,low,close,volume`,
    "2024-07-02 09:30,10,12,9,11,100",
    "2024-07-02 09:31,11,13,10,12,200",
  );
  const columns = { time };
  await expect(readBars(file, { columns })).rejects.toMatchObject({
    code: "DATA_FILE_INVALID",
    message: expect.stringMatching(
      new RegExp(`"${zone.replace("+", "\\+")}".*--zone America/New_York.*--zone Etc/UTC`),
    ),
  });
  const { series } = await readBars(file, { columns, zone: "Europe/Athens" });
  expect(series[0].bars.time[0]).toBe(Date.UTC(2024, 6, 2, 6, 30));
});

test("a file with one symbol in two columns of closes is refused", async () => {
  const file = csv("Date,AAA,AAA", "2024-01-02,1,2", "2024-01-03,3,4");
  await expect(readBars(file, { columns: "wide" })).rejects.toThrow("must have one column AAA");
});

test("columns stated as one text are refused", async () => {
  const file = csv("date,open,high,low,close", "2024-01-02,10,12,9,11", "2024-01-03,11,13,10,12");
  const columns = "date,close,high,low,open" as "wide";
  await expect(readBars(file, { columns })).rejects.toMatchObject({ code: "PARAMETER_OUT_OF_RANGE" });
});

test("times in a column named after the ends of bars are refused until their meaning is stated", async () => {
  const file = csv(
    "close_time,open,high,low,close,volume",
    "2024-01-02T10:00Z,10,12,9,11,100",
    "2024-01-02T11:00Z,11,13,10,12,200",
  );
  const columns = { time: "close_time" };
  await expect(readBars(file, { columns })).rejects.toThrow("Use --stamped end, or --stamped start");
  const { series } = await readBars(file, { columns, stamped: "start" });
  expect(series[0].bars.time[0]).toBe(Date.UTC(2024, 0, 2, 10));
});

test.each([
  ["Date,Open,High,Low,Settle,Volume", "close=Settle"],
  ["Date,Open,High,Low,Adj Close,Volume", "close=Adj Close"],
  ["Open,High,Low,Close,Volume,Stamp", "time=Stamp"],
])("the error about a file with the columns %s proposes --columns %s", async (names, choice) => {
  await expect(readBars(csv(names, "2024-01-02,10,12,9,11,100"))).rejects.toThrow(`--columns "${choice}"`);
});
