import { importMarket, readBars } from "hindcast/data";
import { parquetWriteBuffer } from "hyparquet-writer";
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

test.each([
  ["time_period_start,price_open,price_high,price_low,price_close,volume", "time=time_period_start"],
  ["date,open_adj,high_adj,low_adj,close_adj,volume", "open=open_adj"],
])("the error about a file with the columns %s proposes a column of the missing part", async (names, choice) => {
  await expect(readBars(csv(names, "2024-01-02,10,12,9,11,100"))).rejects.toThrow(
    `give it, such as --columns "${choice}"`,
  );
});

test("bars that are not over, as a column states, are read with a note", async () => {
  const file = csv(
    "time,open,high,low,close,volume,confirm",
    "2024-01-02,10,12,9,11,100,1",
    "2024-01-03,11,13,10,12,200,0",
  );
  expect((await readBars(file)).notes).toContain(
    "1 bar is not over, as column confirm states: the prices and the volume may not be the last.",
  );
});

test("a page of an answer that states another page is read with a note", async () => {
  const bars = [1704171600000, 1704258000000].map((t) => ({ t, o: 10, h: 12, l: 9, c: 11, v: 100 }));
  const page = (next: unknown) => files.write("page.json", JSON.stringify({ results: bars, next_url: next }));
  const note = "The file is one page of an answer: its next_url states that more bars follow.";
  expect((await readBars(page("more"))).notes).toContain(note);
  expect((await readBars(page(null))).notes).not.toContain(note);
});

test("a wide file of closes has its times in the column that is declared or named so", async () => {
  const days = ["2024-01-02", "2024-01-03"];
  const wide = { columns: "wide" } as const;
  const columnData = [
    { name: "AAA", data: [11, 12] },
    { name: "T", data: [21, 22] },
    { name: "index", data: days.map((day) => new Date(day)) },
  ];
  const parquet = files.write("wide.parquet", new Uint8Array(parquetWriteBuffer({ columnData })));
  const counted = csv(",Date,AAA,T", "0,2024-01-02,11,21", "1,2024-01-03,12,22");
  const unnamed = csv(",AAA,T", "2024-01-02,11,21", "2024-01-03,12,22");
  for (const file of [parquet, counted, unnamed]) {
    const { series } = await readBars(file, wide);
    expect(series.map(({ instrument, bars }) => [instrument.symbol, ...bars.time, ...bars.close])).toEqual([
      ["AAA", ...days.map((day) => Date.parse(day)), 11, 12],
      ["T", ...days.map((day) => Date.parse(day)), 21, 22],
    ]);
  }
});

test.each([
  ["exchange_timezone", "America/New_York"],
  ["zone", "US/Eastern"],
])("times next to the column %s are read in the zone %s", async (name, zone) => {
  const rows = ["09:30", "09:31"].map((time) => `2024-07-02 ${time},${zone},10,12,9,11`);
  const { series } = await readBars(csv(`time,${name},open,high,low,close`, ...rows));
  expect(series[0].bars.time[0]).toBe(Date.UTC(2024, 6, 2, 13, 30));
});

test.each([
  ["zone", "ET"],
  ["Time Zone", "+02:00"],
])("times next to the column %s with %s are refused until a zone is stated", async (name, zone) => {
  const rows = ["09:30", "09:31"].map((time) => `2024-07-02 ${time},${zone},10,12,9,11`);
  await expect(readBars(csv(`time,${name},open,high,low,close`, ...rows))).rejects.toThrow("--zone Etc/UTC");
});

test("a file with one row of another zone among thousands is refused with its line", async () => {
  const rows = Array.from({ length: 4000 }, (_, minute) => {
    const time = new Date(Date.UTC(2024, 0, 1) + minute * 60_000).toISOString().slice(0, 16);
    return `${time},${minute === 2777 ? "Europe/Paris" : "Europe/London"},10,12,9,11`;
  });
  const file = csv("time,timezone,open,high,low,close", ...rows);
  await expect(readBars(file)).rejects.toThrow(
    `${file}, line 2779, column timezone: must be Europe/London, like others of its column (or state --zone), was "Europe/Paris"`,
  );
  expect((await readBars(file, { zone: "Europe/Paris" })).series[0].bars.length).toBe(4000);
});

test.each([" ", "   ", ":", "~"])(
  "a file with %j between its cells is refused with the delimiters that are read",
  async (mark) => {
    const rows = ["time,open,high,low,close", "20240102,10,12,9,11"].map((row) => row.replaceAll(",", mark));
    await expect(readBars(csv(...rows))).rejects.toThrow("must be separated by commas, semicolons, tabs or |");
  },
);

test("an import reads times in the zone of their column, not in that of the exchange, unless a zone is stated", async () => {
  const rows = ["09:30", "09:31"].map((time) => `2024-07-02 ${time},Europe/London,10,12,9,11,1`);
  const file = csv("time,timezone,open,high,low,close,volume", ...rows);
  const firstOf = async (timeZone?: string) => {
    const settings = timeZone === undefined ? {} : { timeZone };
    const { market } = await importMarket({ importer: "bars", files: [{ file, symbol: "AAA" }], settings });
    return market.series[0]!.bars.time[0];
  };
  expect(await firstOf()).toBe(Date.UTC(2024, 6, 2, 8, 30));
  expect(await firstOf("America/New_York")).toBe(Date.UTC(2024, 6, 2, 13, 30));
});

test("an import refuses times that state a zone other than that of the exchange, unless a zone is stated", async () => {
  const first = async (name: string, suffix: string, timeZone?: string) => {
    const rows = ["09:30", "09:31"].map((time) => `2024-07-02 ${time}${suffix},10,12,9,11,1`);
    const file = csv(`${name},open,high,low,close,volume`, ...rows);
    const settings = { columns: { time: name }, ...(timeZone !== undefined && { timeZone }) };
    const { market } = await importMarket({ importer: "bars", files: [{ file, symbol: "AAA" }], settings });
    return market.series[0]!.bars.time[0];
  };
  const newYork = Date.UTC(2024, 6, 2, 13, 30);
  expect(await first("Time (ET)", "")).toBe(newYork);
  expect(await first("Time", " EDT")).toBe(newYork);
  expect(await first("Time (EET)", "", "Europe/Athens")).toBe(Date.UTC(2024, 6, 2, 6, 30));
  const message =
    "which is no name of the zone of its exchange, America/New_York. State the zone of the times with --time-zone";
  await expect(first("Time (EET)", "")).rejects.toThrow(`states that its times are in "EET", ${message}`);
  await expect(first("Time", " CET")).rejects.toThrow(`states that its times are in "CET", ${message}`);
});

test("volumes of -1 are unknown only if all volumes of the symbol are -1", async () => {
  const rows = [
    "2024-01-02,A,1,2,1,2,-1",
    "2024-01-02,B,1,2,1,2,5",
    "2024-01-03,A,1,2,1,2,-1",
    "2024-01-03,B,1,2,1,2,6",
  ];
  const { series, notes } = await readBars(csv("date,symbol,open,high,low,close,volume", ...rows));
  expect(series.map(({ bars }) => [...bars.volume])).toEqual([
    [0, 0],
    [5, 6],
  ]);
  expect(notes).toContain("Every volume of A is -1, which means that it is unknown: volumes are read as 0.");
  const mixed = csv("date,open,high,low,close,volume", "2024-01-02,1,2,1,2,-1", "2024-01-03,1,2,1,2,7");
  await expect(readBars(mixed)).rejects.toThrow("line 2: volume must not be negative, was -1");
});
