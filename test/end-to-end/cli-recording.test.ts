import { truncateSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { exportNdjson, exportParquet } from "../../src/data/exports.ts";
import { writeRecording } from "../../src/data/recording/write-recording.ts";
import { readBars } from "../../src/data/bar-file.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { withoutReadings } from "../cli/answer.ts";
import { call } from "../cli/call.ts";
import { samplePrices } from "../cli/sample-prices.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { ROOT } from "../house/source-files.ts";
import { countingBars, recordedInstrument, recordedMarket } from "../data/recording-market.ts";

/** Daily bars of the first sessions of 2024 in Tokyo. */
const TOKYO = ["2024-01-04", "2024-01-05", "2024-01-09", "2024-01-10"].map((date) => `${date},100,101,99,100,1000`);
const folder = temporaryFolder({
  "prices.csv": samplePrices(),
  "toyo.csv": ["date,open,high,low,close,volume", ...TOKYO].join("\n"),
});
const file = (name: string): string => join(folder, name);
const RUN = ["run", "sma-cross", "--param", "fast=3", "--param", "slow=8", "--json"];

beforeAll(async () => {
  const { bars } = (await readBars(file("prices.csv"))).series[0];
  await exportParquet(file("prices.parquet"), bars);
  await exportNdjson(file("prices.ndjson.gz"), bars);
  const market = recordedMarket({
    // The calendar has a session on each day, including weekends and holidays.
    calendars: [calendarOf("24/7")],
    mainCalendar: "24/7",
    instruments: [
      recordedInstrument("SWING", { tick: 0, calendar: "24/7", zone: "UTC" }),
      recordedInstrument("OTHER", { calendar: "24/7", zone: "UTC" }),
    ],
    series: [
      { symbol: "SWING", bars },
      { symbol: "OTHER", bars },
      { symbol: "OTHER", bars: countingBars("1h", Date.UTC(2020, 0, 1), 3_600_000, 40) },
    ],
  });
  await writeRecording(file("market"), market);
  await writeRecording(file("damaged"), market);
  truncateSync(file("damaged/bars-0000-SWING-1d.arrow"), 500);
});

interface Result {
  readonly fillHash: string;
  readonly symbols: readonly string[];
  readonly notes: readonly string[];
}
async function result(...args: string[]): Promise<Result> {
  const { code, out, err } = withoutReadings(await call([...RUN, ...args]));
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Result;
}

test("equal bars from CSV, Parquet, NDJSON and a recording give equal fills", async () => {
  const { fillHash } = await result("--data", file("prices.csv"), "--symbol", "SWING");
  for (const name of ["prices.parquet", "prices.ndjson.gz", "market"])
    expect((await result("--data", file(name), "--symbol", "SWING")).fillHash).toBe(fillHash);
  const named = await result("--data", `SWING=${file("market")}`);
  expect(named).toMatchObject({ fillHash, symbols: ["SWING"] });
  expect(named.notes).toContain("The bars of 1d come from the recording Test market.");
});

test("a run over a recording uses by default all instruments and the finest interval that they have in common", async () => {
  expect((await result("--data", file("market"))).symbols).toEqual(["OTHER", "SWING"]);
  const finest = await call([...RUN.slice(0, -1), "--data", file("market"), "--symbol", "OTHER"]);
  expect(finest.out).toContain("OTHER  1h  2020-01-01 00:00 to 2020-01-02 15:59  40 bars");
  expect(await call([...RUN, "--data", file("market"), "--interval", "1h"])).toMatchObject({
    code: 1,
    err: "hindcast: interval must be one in which SWING, OTHER are all recorded (1d), was 1h\n",
  });
  expect(await call([...RUN, "--data", file("market"), "--symbol", "NONE"])).toMatchObject({
    code: 1,
    err: 'hindcast: symbol must be in the recording, one of SWING, OTHER, was "NONE"\n',
  });
});

test("hindcast indicators computes the indicators of a recording for one instrument", async () => {
  const compute = ["indicators", "compute", "--indicator", "sma:2", "--data", file("market")];
  const { out } = await call([...compute, "--symbol", "OTHER"]);
  expect(out.split("\n").slice(0, 3)).toEqual([
    "time,open,high,low,close,volume,sma:2",
    "2020-01-01T00:00:00.000Z,1,1.5,0.5,1,10,",
    "2020-01-01T01:00:00.000Z,2,2.5,1.5,2,20,1.5",
  ]);
  expect(await call(compute)).toMatchObject({
    code: 2,
    err: "hindcast: --symbol must be one of SWING, OTHER, was not given\n",
  });
});

test("hindcast indicators computes indicators of an option contract from the mid prices of its quotes", async () => {
  const option = ["--symbol", "AAPL231208C00097500", "--indicator", "sma:2", "--out", "json"];
  const { code, out, err } = await call(["indicators", "compute", "--data", join(ROOT, "data/sample"), ...option]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const { symbol, notes, close, indicators } = JSON.parse(out) as Readonly<Record<string, any>>;
  expect(symbol).toBe("AAPL231208C00097500");
  expect(notes).toContain(
    "AAPL231208C00097500 has only bid and ask quotes: each bar spans two quotes, and its prices are mid prices.",
  );
  // The bids are 9.35, 10.65, 10.5, 7.6 and 10.4; the asks are 9.7, 11, 10.9, 7.85 and 10.75.
  const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 12) as number);
  expect(close).toEqual(near([9.525, 10.825, 10.7, 7.725, 10.575]));
  expect(indicators["sma:2"]).toEqual([null, ...near([10.175, 10.7625, 9.2125, 9.15])]);
});

test("hindcast data prints dates in the time zone of the exchange, not in UTC", async () => {
  const { out } = await call(["data", join(ROOT, "data/sample")]);
  expect(out).toMatch(/^AAPL .* bars 1m +29,155 +2023-10-02 +2023-12-29$/m);
  expect(out).toMatch(/^all +actions +51 +2021-02-09 +2023-12-18$/m);
});

test("hindcast data describes a recording", async () => {
  const { code, out } = await call(["data", file("market"), "--verify"]);
  expect(code).toBe(0);
  const lines = out.split("\n");
  expect(lines.slice(0, 7).map((line) => line.trimEnd())).toEqual([
    "Test market (synthetic, license CC0-1.0)",
    "Made up for a test.",
    "",
    "symbol  name               class  recorded  rows  first       last",
    "SWING   SWING of the test  stock  bars 1d    120  2020-01-01  2020-04-29",
    "OTHER   OTHER of the test  stock  bars 1h     40  2020-01-01  2020-01-02",
    "OTHER   OTHER of the test  stock  bars 1d    120  2020-01-01  2020-04-29",
  ]);
  expect(out).toContain("\nCalendars: 24/7; main calendar 24/7\nFiles: 3, 0.0 MB, all match the manifest\nChecksum: ");
  const json = JSON.parse((await call(["data", file("market"), "--json"])).out) as Record<string, unknown>;
  expect(json).toMatchObject({
    name: "Test market",
    verified: null,
    checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test("hindcast data refuses a damaged recording and a folder without a recording", async () => {
  expect((await call(["data", file("damaged")])).code).toBe(0);
  const { code, err } = await call(["data", file("damaged"), "--verify"]);
  expect(code).toBe(1);
  expect(err).toContain(`${file("damaged/bars-0000-SWING-1d.arrow")} must have`);
  expect((await call(["data", folder])).err).toContain(" is not a recording: it has no manifest.json");
});

test("dates of an exchange east of UTC are in its own time zone, and so is the date range of a run", async () => {
  const into = ["--into", file("tokyo"), "--exchange", "XTKS", "--asset-class", "stock", "--basis", "raw"];
  expect((await call(["import", "bars", `TOYO=${file("toyo.csv")}`, ...into, "--currency", "USD"])).code).toBe(0);
  const range = ["--from", "2024-01-04", "--to", "2024-01-09", "--data", file("tokyo")];
  const { from, to, settings, counts } = (await result(...range)) as unknown as Readonly<Record<string, any>>;
  // Tokyo is nine hours ahead of UTC: January 4 begins on the 3rd in UTC, and the session of the 9th closed at 15:00 in Tokyo.
  expect(new Date(from).toISOString()).toBe("2024-01-03T15:00:00.000Z");
  expect(new Date(to).toISOString()).toBe("2024-01-09T06:00:00.000Z");
  expect([settings.zone, counts.bars]).toEqual(["Asia/Tokyo", 3]);
  const { out } = await call(["run", ...RUN.slice(1, -1), "--data", file("tokyo")]);
  expect(out).toContain("TOYO  1d  2024-01-04 to 2024-01-10  4 bars");
  // Daily bars keep their dates whatever the time zone of the run is.
  expect((await result(...range, "--zone", "UTC")) as unknown).toMatchObject({ counts: { bars: 3 }, from });
});
