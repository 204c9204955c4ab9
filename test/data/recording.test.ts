import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { tableFromIPC } from "apache-arrow";
import { describe, expect, test } from "vitest";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import type { Recording } from "../../src/data/recording/recording.ts";
import { writeRecording } from "../../src/data/recording/write-recording.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { declareCalendar } from "../../src/time/declared-calendar.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { arbitraryRecordedMarket, countingBars, recordedInstrument, recordedMarket } from "./recording-market.ts";

const { folder: root } = temporaryFiles();
let folders = 0;
const newFolder = (): string => join(root, `recording-${folders++}`);

/** A market in the form for comparison: series in a fixed order and calendars by name, as a recording does not keep these. */
function comparable(market: RecordedMarket) {
  const key = ({ symbol, bars }: RecordedMarket["series"][number]): string => JSON.stringify([symbol, bars.interval]);
  return {
    ...market,
    calendars: market.calendars.map(({ name }) => name),
    series: market.series.map((one) => [key(one), one] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  };
}

async function written(market: RecordedMarket): Promise<Recording> {
  const folder = newFolder();
  await writeRecording(folder, market);
  return openRecording(folder);
}

describe("a recorded market", () => {
  test("is loaded exactly as it was written, with any symbols, missing numbers and empty series", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRecordedMarket, fc.boolean(), async (market, shared) => {
        const loaded = await (await written(market)).load({ shared });
        expect(comparable(loaded.market())).toEqual(comparable(market));
      }),
      { numRuns: 30 },
    );
  });

  test("is written as identical bytes in any order of its series", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRecordedMarket, async (market) => {
        const [one, other] = [newFolder(), newFolder()];
        await writeRecording(one, market);
        await writeRecording(other, { ...market, series: market.series.toReversed() });
        const names = readdirSync(one).toSorted();
        expect(readdirSync(other).toSorted()).toEqual(names);
        for (const name of names) expect(readFileSync(join(other, name))).toEqual(readFileSync(join(one, name)));
        expect((await openRecording(other)).checksum).toBe((await openRecording(one)).checksum);
      }),
      { numRuns: 8 },
    );
  });
});

test("a recording stores the calendars that its market declares", async () => {
  const own = declareCalendar({
    name: "XTST",
    title: "Test",
    zone: "Europe/Helsinki",
    week: { monday: { open: "10:00", close: "18:30" } },
    closures: [{ date: "2020-03-02", knownAt: "2020-02-28T16:00" }],
  });
  const instruments = [recordedInstrument("AAA", { calendar: "XTST" })];
  const { calendars, folder } = await written(
    recordedMarket({ instruments, calendars: [own, calendarOf("XNYS")], mainCalendar: "XTST" }),
  );
  expect(calendars.map(({ name }) => name)).toEqual(["XNYS", "XTST"]);
  // Days count from 1970: 18323 is Monday 2 March 2020, which is closed; the next Monday opens at 10:00 in Helsinki.
  expect(calendars[1]!.session(18_323)).toBeUndefined();
  expect(calendars[1]!.session(18_330)?.open).toBe(Date.UTC(2020, 2, 9, 8));
  const manifest = readFileSync(join(folder, "manifest.json"), "utf8");
  expect(JSON.parse(manifest)).toMatchObject({ calendars: ["XNYS", { name: "XTST", zone: "Europe/Helsinki" }] });
  const other = newFolder();
  const impostor = Object.assign(Object.create(calendarOf("XLON")), { name: "XNYS" });
  await expect(writeRecording(other, recordedMarket({ calendars: [impostor] }))).rejects.toMatchObject({
    code: "CALENDAR_INVALID",
  });
});

describe("loading a part of a recording", () => {
  const minutes = countingBars("1m", Date.UTC(2018, 11, 31, 23, 58), 60_000, 4);
  const market = recordedMarket({
    instruments: [recordedInstrument("AAA"), recordedInstrument("BBB")],
    series: [
      { symbol: "AAA", bars: minutes },
      { symbol: "AAA", bars: countingBars("1d", Date.UTC(2018, 0, 1), 86_400_000, 5) },
      { symbol: "BBB", bars: countingBars("1d", Date.UTC(2018, 0, 1), 86_400_000, 3) },
    ],
    facts: [
      { symbol: "AAA", kind: "name", value: "A", knownAt: 0 },
      { symbol: "USD", kind: "interest_rate", value: 0.01, knownAt: 0 },
    ],
    actions: [{ symbol: "AAA", kind: "split", exDate: 1, ratio: 2, cash: 0, currency: "USD" }],
  });

  test("reads only the file of the requested symbol, interval and year", async () => {
    const recording = await written(market);
    const others = recording.manifest.files.filter(
      ({ file }) => file.startsWith("bars") && !file.endsWith("1m-2019.arrow"),
    );
    expect(others.length).toBe(3);
    for (const { file } of others) rmSync(join(recording.folder, file));
    const from = Date.UTC(2019, 0, 1);
    const { series } = (
      await recording.load({ symbols: ["AAA"], intervals: ["1m"], from, to: from + 60_000 })
    ).market();
    expect(series.map(({ bars }) => Array.from(bars.close))).toEqual([[3]]);
  });

  test("includes all facts about the chosen symbols and about currencies", async () => {
    const loaded = (await (await written(market)).load({ symbols: ["BBB"], from: Date.UTC(2018, 0, 2) })).market();
    expect(loaded.instruments.map(({ symbol }) => symbol)).toEqual(["BBB"]);
    expect(loaded.series.map(({ bars }) => Array.from(bars.close))).toEqual([[2, 3]]);
    expect(loaded.facts.map(({ symbol }) => symbol)).toEqual(["USD"]);
    expect(loaded.actions).toEqual([]);
  });

  test("returns empty columns if nothing was recorded in the requested range", async () => {
    const loaded = (await (await written(market)).load({ to: 0 })).market();
    expect(loaded.series.map(({ bars }) => bars.length)).toEqual([0, 0, 0]);
  });

  test("returns columns in shared memory if the option shared is set, and reuses them for later requests", async () => {
    const recording = await written(market);
    const [first, again, plain] = await Promise.all([
      recording.load({ shared: true }),
      recording.load(),
      recording.load(),
    ]);
    const shared = (await recording.load({ shared: true })).market().series;
    for (const { bars } of shared) expect(bars.close.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect((await recording.load()).market().series[0]!.bars.close.buffer).toBe(shared[0]!.bars.close.buffer);
    for (const { bars } of first.market().series) expect(bars.close.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(again.market().series).toEqual(plain.market().series);
  });

  test("for a backtest of two symbols chooses the finest interval in which both symbols are recorded", async () => {
    const recording = await written(market);
    const data = await recording.marketData();
    expect(data.series.map(({ instrument, bars }) => [instrument.symbol, bars.interval, bars.length])).toEqual([
      ["AAA", "1d", 5],
      ["BBB", "1d", 3],
    ]);
    expect(data.notes).toEqual([
      "The bars of 1d come from the recording Test market.",
      "The recording is synthetic: its prices are made up.",
      "These prices were never paid.",
    ]);
    expect(data.checksum).toBe(recording.checksum);
    expect((await recording.marketData({ symbols: ["AAA"] })).series[0]!.bars.interval).toBe("1m");
    expect((await recording.marketData({ symbols: ["AAA"], interval: "1d" })).series[0]!.bars.length).toBe(5);
    await expect(recording.marketData({ interval: "1m" })).rejects.toMatchObject({
      code: "INTERVAL_UNAVAILABLE",
      message: "interval must be one in which AAA, BBB are all recorded (1d), was 1m",
    });
    expect(recording.intervals("AAA")).toEqual(["1m", "1d"]);
  });

  test("is refused for an unknown symbol, interval or instant", async () => {
    const recording = await written(market);
    await expect(recording.load({ symbols: ["CCC"] })).rejects.toMatchObject({ code: "SYMBOL_UNKNOWN" });
    await expect(recording.load({ intervals: ["3d" as "1d"] })).rejects.toMatchObject({ code: "INTERVAL_UNKNOWN" });
    await expect(recording.load({ from: NaN })).rejects.toMatchObject({ code: "DATE_INVALID" });
  });

  test("is refused with a misspelled option, because ignoring it would load more than requested", async () => {
    const recording = await written(market);
    await expect(recording.load({ symbol: ["AAA"] } as object)).rejects.toMatchObject({
      code: "PARAMETER_UNKNOWN",
      message: 'a request for recorded data has no "symbol"; it has symbols, intervals, from, to, shared',
    });
    await expect(recording.marketData({ intervall: "1d" } as object)).rejects.toMatchObject({
      code: "PARAMETER_UNKNOWN",
      details: { parameter: "intervall", known: ["symbols", "dataOnly", "interval", "from", "to", "shared", "finer"] },
    });
  });

  test("gives a checksum that changes when instruments or bars change", async () => {
    const one = await written(market);
    const other = await written({
      ...market,
      instruments: [recordedInstrument("AAA", { lot: 10 }), recordedInstrument("BBB")],
    });
    expect((await written(market)).checksum).toBe(one.checksum);
    expect(other.checksum).not.toBe(one.checksum);
    const swapped = { AAA: "BBB", BBB: "AAA" } as const;
    const series = market.series.map(({ symbol, bars }) => ({ symbol: swapped[symbol as "AAA"], bars }));
    expect((await written({ ...market, series })).checksum).not.toBe(one.checksum);
    await one.verify();
  });
});

describe("the files of a recording", () => {
  const market = recordedMarket({
    instruments: [recordedInstrument("^GSPC"), recordedInstrument("GC=F")],
    series: [
      { symbol: "GC=F", bars: countingBars("1m", Date.UTC(2019, 11, 31, 23, 58), 60_000, 4) },
      { symbol: "^GSPC", bars: countingBars("1d", Date.UTC(2020, 0, 2), 86_400_000, 3) },
    ],
    facts: [{ symbol: "USD", kind: "interest_rate", value: 0.05, knownAt: 0 }],
  });

  test("are named after their content, and bars of a minute have one file per year", async () => {
    const { folder, manifest } = await written(market);
    const names = [
      "bars-0000-GSPC-1d.arrow",
      "bars-0001-GC_F-1m-2019.arrow",
      "bars-0001-GC_F-1m-2020.arrow",
      "facts.ndjson",
    ];
    expect(readdirSync(folder).toSorted()).toEqual([...names, "manifest.json"]);
    expect(manifest.files.map(({ file }) => file)).toEqual(names);
    expect(manifest.files[1]).toMatchObject({
      kind: "bars",
      symbol: "GC=F",
      interval: "1m",
      rows: 2,
      first: 1_577_836_680_000, // 2019-12-31T23:58Z
      last: 1_577_836_740_000,
    });
  });

  test("have the length and the SHA-256 checksum that the manifest states", async () => {
    const { folder, manifest } = await written(market);
    for (const { file, bytes, sha256 } of manifest.files) {
      const content = readFileSync(join(folder, file));
      expect([content.length, createHash("sha256").update(content).digest("hex")]).toEqual([bytes, sha256]);
    }
  });

  test("with bars can be read by the library apache-arrow, with a type for each column", async () => {
    const { folder } = await written(market);
    const table = tableFromIPC(readFileSync(join(folder, "bars-0001-GC_F-1m-2020.arrow")));
    expect(table.schema.fields.map(({ name, type }) => `${name} ${String(type)}`)).toEqual(
      ["time", "open", "high", "low", "close", "volume"].map((name) => `${name} Float64`),
    );
    expect(table.toArray().map((row) => ({ ...row }))).toEqual([
      { time: 1_577_836_800_000, open: 3, high: 3.5, low: 2.5, close: 3, volume: 30 },
      { time: 1_577_836_860_000, open: 4, high: 4.5, low: 3.5, close: 4, volume: 40 },
    ]);
    expect(table.schema.fields[0]!.metadata.get("unit")).toBe("milliseconds since 1970-01-01T00:00:00Z");
    expect(Object.fromEntries(table.schema.metadata)).toEqual({ kind: "bars", symbol: "GC=F", interval: "1m" });
  });
});
