import { joinColumns, marketOf } from "hindcast";
import { readBars, readColumns } from "hindcast/data";
import { expect, test } from "vitest";
import { flatBars } from "../support/market.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
let count = 0;
const read = (text: string, options: Parameters<typeof readColumns>[1] = {}, ending = "csv") =>
  readColumns(files.write(`values-${++count}.${ending}`, text), options);
const day = (date: string) => Date.parse(date);

test("every column of numbers is read under its name, and missing numbers are NaN", async () => {
  const [table, ...others] = await read(
    "date,Sentiment,source,n/a share\n2024-01-02,0.5,news,1\n2024-01-03,,blog,n/a\n",
  );
  expect(others).toEqual([]);
  expect(table).toEqual({
    time: Float64Array.of(day("2024-01-02"), day("2024-01-03")),
    columns: { Sentiment: Float64Array.of(0.5, NaN), "n/a share": Float64Array.of(1, NaN) },
    notes: ['Column source of values-1.csv is not read: line 2 has "news".'],
  });
});

test("a column with a text among its numbers is not read, and a note names the cell", async () => {
  const days = Array.from({ length: 2000 }, (_, at) => new Date(day("2000-01-01") + at * 86_400_000));
  const rows = days.map((time, at) => `${time.toISOString()},${at === 1500 ? "soon" : at},${at}`);
  const [table] = await read(["date,mood,score", ...rows].join("\n"));
  expect(Object.keys(table!.columns)).toEqual(["score"]);
  const notes = [`Column mood of values-${count}.csv is not read: line 1502 has "soon".`];
  expect(table!.notes).toEqual(notes);
  const prices = marketOf({ SPY: flatBars([100, 101]) });
  expect(joinColumns(prices, table!, { lag: "1d" }).notes).toEqual([expect.stringMatching(/^Joined to/), ...notes]);
  await expect(read("date,mood\n2024-01-02,1\n2024-01-03,soon\n")).rejects.toThrow(
    /must have a column of numbers next to its times, has date, mood\. Column mood of .* is not read: line 3 has "soon"$/,
  );
  const priced = rows.map((row) => row.replace(",", ",10,10,10,10,"));
  const file = files.write("prices.csv", ["date,open,high,low,close,mood,score", ...priced].join("\n"));
  const ofPrices = await readBars(file);
  expect(Object.keys(ofPrices.series[0]!.columns!)).toEqual(["score"]);
  expect(ofPrices.notes).toContain('Column mood of prices.csv is not read: line 1502 has "soon".');
});

test("a file of prices is a file of values too, in any order and zone", async () => {
  const [table] = await read("Date;Close\n2024-01-03;18.5\n2024-01-02;17.25\n", { zone: "America/New_York" });
  expect([...table!.time]).toEqual([day("2024-01-03T05:00Z"), day("2024-01-02T05:00Z")]);
  expect(table!.columns).toEqual({ Close: Float64Array.of(18.5, 17.25) });
});

test("rows of several symbols become several tables", async () => {
  const tables = await read("time,symbol,score\n2024-01-02,SPY,1\n2024-01-02,TLT,2\n2024-01-03,SPY,3\n");
  expect(tables.map(({ symbol, columns }) => [symbol, [...columns["score"]!]])).toEqual([
    ["SPY", [1, 3]],
    ["TLT", [2]],
  ]);
});

test("a column of known times is read as epoch milliseconds", async () => {
  const text = "period,released,gdp\n2023-12-31,2024-01-25 08:30,3.3\n";
  const [table] = await read(text, { time: "period", knownAt: "released" });
  expect(table!.columns).toEqual({ released: Float64Array.of(day("2024-01-25T08:30Z")), gdp: Float64Array.of(3.3) });
});

test("NDJSON is read like CSV", async () => {
  const [table] = await read(
    '{"timestamp":1704153600000,"score":1}\n{"timestamp":1704240000000,"score":null}\n',
    {},
    "ndjson",
  );
  expect(table).toEqual({
    time: Float64Array.of(1704153600000, 1704240000000),
    columns: { score: Float64Array.of(1, NaN) },
  });
});

test("the only column whose name ends like one of a time has the times", async () => {
  const funding = files.write(
    "funding.csv",
    "calc_time,funding_interval_hours,last_funding_rate\n1704067200000,8,0.0003\n1704096000000,8,0.0002\n",
  );
  const [table] = await readColumns(funding);
  expect(table).toMatchObject({
    time: Float64Array.of(1_704_067_200_000, 1_704_096_000_000),
    columns: { funding_interval_hours: Float64Array.of(8, 8), last_funding_rate: Float64Array.of(0.0003, 0.0002) },
  });
  await expect(readColumns(files.write("ends.csv", "close_time,x\n2024-01-02,1\n"))).rejects.toThrow(
    "must have a column of times",
  );
  const two = files.write("two.csv", "start_date,calc_time,x\n2024-01-02,2024-01-03,1\n");
  await expect(readColumns(two)).rejects.toThrow("must have a column of times");
});

test("files without times or numbers are refused", async () => {
  await expect(read("when,mood\nyesterday,1\n")).rejects.toThrow(
    expect.objectContaining({
      code: "DATA_FILE_INVALID",
      message: expect.stringMatching(/must have a column of times named date, .*; its columns are "?when, mood/),
    }),
  );
  await expect(read("date,mood\n2024-01-02,good\n")).rejects.toThrow(/must have a column of numbers/);
  await expect(read("date,mood\n2024-01-02,1\n", { knownAt: "released" })).rejects.toThrow(/has no column "released"/);
});
