import { backtest, defineStrategy } from "hindcast";
import { describe, expect, test } from "vitest";
import { importMarket } from "../../src/data/importing/import-market.ts";
import type { ImportMode } from "../../src/data/importing/merge-tables.ts";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { LoadedRecording } from "../../src/data/recording/recording.ts";
import { writeRecording } from "../../src/data/recording/write-recording.ts";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { dataChecksum } from "../../src/research/executors/shared-data.ts";
import { backtestData } from "../../src/server/backtests/backtest-data.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { countingBars, recordedMarket } from "./recording-market.ts";
import { recordingsByHand } from "./recordings-by-hand.ts";

const { newFolder } = recordingsByHand();
const files = temporaryFiles();
const DAY = 86_400_000;
const HOUR = DAY / 24;
const reader = defineStrategy({ name: "reader", onBar: ({ column, log }) => log(String(column("mood").value)) });

describe("own columns in a recording", () => {
  // Half-hour bars on the last day of a year and the first of the next: two files.
  const bars = countingBars("30m", Date.UTC(2023, 11, 31, 12), HOUR / 2, 48);
  const mood = bars.close.map((close, bar) => (bar % 5 === 0 ? NaN : close / 7));
  const written = recordedMarket({ series: [{ symbol: "AAA", bars, columns: { mood } }] });

  test("are written with the bars of each file, read back, and reach a backtest", async () => {
    const folder = newFolder();
    await writeRecording(folder, written);
    const recording = await openRecording(folder);
    await recording.verify();
    const { series } = (await recording.load()).market();
    expect(series[0]!.columns).toEqual({ mood });
    const part = await recording.marketData({ from: Date.UTC(2024, 0, 1) });
    expect(part.series[0]!.columns!["mood"]).toEqual(mood.subarray(24));
    const data = await recording.marketData();
    const { log } = backtest(reader, data);
    expect(log.map(({ message }) => message)).toEqual([...mood].map(String));
    await writeRecording(folder, recordedMarket({ series: [{ symbol: "AAA", bars }] }), {});
    const plain = await (await openRecording(folder)).marketData();
    expect(plain.series[0]!.columns).toBeUndefined();
    expect(dataChecksum(plain)).not.toBe(dataChecksum(data));
  });

  test("reach backtests of a server up to the current time", () => {
    const view = new LoadedRecording(written, "by hand").at(Date.UTC(2024, 0, 1));
    const { data } = backtestData(written, view, ["AAA"], "30m", false);
    expect(data.series[0]!.columns).toEqual({ mood: mood.subarray(0, 24) });
    expect(backtest(reader, data).log).toHaveLength(24);
  });

  test("must not have the name of a part of bars, infinite values or another length", async () => {
    const writing = (columns: Record<string, Float64Array>) =>
      writeRecording(newFolder(), recordedMarket({ series: [{ symbol: "AAA", bars, columns }] }));
    await expect(writing({ open: mood })).rejects.toThrow(
      "AAA 30m must not have an own column with the name of a part of bars, open",
    );
    await expect(writing({ mood: mood.map(() => Infinity) })).rejects.toThrow(/finite number.* in mood of row 0/);
    await expect(writing({ mood: mood.slice(1) })).rejects.toThrow("must have 48 rows in mood, as in time, has 47");
  });
});

describe("own columns of imported files", () => {
  const file = (name: string, header: string, ...rows: readonly string[]) =>
    files.write(name, [`time,open,high,low,close,volume,${header}`, ...rows].join("\n") + "\n");
  const row = (hour: number, ...own: readonly (number | string)[]) =>
    [new Date(Date.UTC(2024, 0, 1, hour)).toISOString(), 1, 1, 1, 1, 5, ...own].join(",");
  const importing = (path: string, into?: RecordedMarket, mode?: ImportMode, skipBadRows = false) =>
    importMarket({
      importer: "bars",
      files: [{ file: path, symbol: "ACME" }],
      settings: { interval: "1h", instrument: { calendar: "24/7", zone: "UTC" }, skipBadRows },
      ...(into && { into }),
      ...(mode && { mode }),
    });
  const columnsOf = ({ market }: { readonly market: RecordedMarket }) => market.series[0]!.columns;

  test("are recorded and appended to, and have no value in bars of files without the column", async () => {
    const first = await importing(file("a.csv", "mood,note", row(0, 1, "x"), row(1, "", "y")));
    expect(columnsOf(first)).toEqual({ mood: Float64Array.of(1, NaN) });
    const more = await importing(file("b.csv", "mood", row(1, ""), row(2, 3)), first.market, "append");
    expect(columnsOf(more)).toEqual({ mood: Float64Array.of(1, NaN, 3) });
    // An overlapping row keeps what is recorded, and gets the value of the new column.
    const other = await importing(file("c.csv", "news", row(2, 5), row(3, 4)), more.market, "append");
    expect(columnsOf(other)).toEqual({ mood: Float64Array.of(1, NaN, 3, NaN), news: Float64Array.of(NaN, NaN, 5, 4) });
    expect(other.report.notes.filter((note) => note.startsWith("bars of"))).toEqual([
      "bars of 1h of ACME: c.csv has no column mood, so that its bars have no value there.",
      "bars of 1h of ACME: only c.csv has the column news, so that other bars have no value there.",
    ]);
    expect(other.market.notes).toEqual(expect.arrayContaining([...other.report.notes]));
    const without = await importing(file("w.csv", "note", row(4, "x")), other.market, "append");
    expect(columnsOf(without)!["mood"]).toEqual(Float64Array.of(1, NaN, 3, NaN, NaN));
    const [bars] = without.market.series;
    expect(bars!.bars.length).toBe(5);
    const first2 = await importing(file("v.csv", "note", row(0, "x")));
    const later = await importing(file("u.csv", "mood", row(1, 7)), first2.market, "append");
    expect(columnsOf(later)).toEqual({ mood: Float64Array.of(NaN, 7) });
    const folder = newFolder();
    await writeRecording(folder, other.market);
    expect((await (await openRecording(folder)).marketData()).series[0]!.columns).toEqual(columnsOf(other));
    await expect(importing(file("d.csv", "mood", row(2, 4)), more.market, "append")).rejects.toMatchObject({
      code: "IMPORT_REFUSED",
    });
  });

  test("stay with their bars when bad rows are left out", async () => {
    const bad = row(1, 2).replace(",1,1,1,1,", ",9,1,1,1,");
    const kept = await importing(file("e.csv", "mood", row(0, 1), bad, row(2, 3)), undefined, undefined, true);
    expect(columnsOf(kept)).toEqual({ mood: Float64Array.of(1, 3) });
  });
});
