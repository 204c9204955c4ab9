import { stat } from "node:fs/promises";
import type { Instrument } from "../market/instrument.ts";
import type { MarketData, Series } from "../market/market-data.ts";
import { withoutUndefined } from "../primitives/record-helpers.ts";
import { HindcastError } from "../primitives/errors.ts";
import { type BarFile, readBars } from "../data/bar-file.ts";
import { openRecording } from "../data/recording/open-recording.ts";
import type { Interval } from "../time/interval.ts";
import type { DataFile } from "./options/data.ts";
import type { ReadingOptions } from "./options/reading.ts";

/** Options for reading the files of a run. */
export interface ReadOptions {
  readonly zone?: string;
  /** Trading calendar of files, such as XNYS. */
  readonly calendar?: string;
  /** How to read files. */
  readonly reading?: ReadingOptions;
  readonly interval?: Interval;
  /** Currency of instruments whose files do not state their currency. */
  readonly currency?: string;
  /** Whether finer bars of recordings are read too, for runs with `intrabar: drill-down`. */
  readonly finer?: boolean;
  /** Symbols that are only read, whose bars may have another interval in a recording. */
  readonly dataOnly?: readonly string[];
  /** Fields of instruments that override the recorded ones. */
  readonly instrument: Partial<Pick<Instrument, "lot" | "tick">>;
}

/**
 * Reads the bars of all files and recordings into one market, with the notes about them. `show` receives a line for each file that says
 * how it was understood, also if another file is refused.
 */
export async function readData(
  files: readonly DataFile[],
  options: ReadOptions,
  show?: (lines: readonly string[]) => void,
): Promise<MarketData> {
  const folders = new Map<string, string[]>();
  const read: Promise<MarketData & Partial<Pick<BarFile, "reading">>>[] = [];
  for (const file of files) {
    if (await isFolder(file.file)) folders.set(file.file, [...(folders.get(file.file) ?? []), ...(file.symbols ?? [])]);
    else read.push(readFile(file, options));
  }
  // Symbols of a recording are read together, since they share an interval and an option needs its underlying.
  for (const [folder, symbols] of folders) read.push(readFolder(folder, symbols, options));
  const outcomes = await Promise.allSettled(read);
  const understood = outcomes.flatMap((one) =>
    one.status === "fulfilled" && one.value.reading !== undefined ? [readingNote(one.value)] : [],
  );
  show?.([...new Set(understood)]);
  const markets = await Promise.all(read);
  const series = markets.flatMap((one) => one.series);
  if (options.finer === true && series.every(({ finer }) => finer === undefined)) throw noFinerBarsError(series);
  return {
    series,
    notes: [...new Set(markets.flatMap(({ notes }) => notes))],
  };
}

/** Returns the line on how a file was understood: its first note. */
function readingNote({ notes }: Pick<MarketData, "notes">): string {
  return notes[0]!;
}

function readFile(
  { file, symbols }: DataFile,
  { zone, interval, calendar, currency, instrument, reading }: ReadOptions,
): Promise<BarFile> {
  return readBars(file, {
    ...reading,
    instrument: withoutUndefined({ currency, ...instrument }),
    ...withoutUndefined({
      zone,
      interval,
      calendar,
      ...(symbols?.length === 1 ? { symbol: symbols[0] } : { symbols }),
    }),
  });
}

/** Reads symbols of a recording, with their recorded instruments. */
async function readFolder(
  file: string,
  symbols: readonly string[],
  { interval, instrument, finer, dataOnly = [] }: ReadOptions,
): Promise<MarketData> {
  const recording = await openRecording(file);
  const recorded = new Set(recording.instruments.map(({ symbol }) => symbol));
  const { series, notes } = await recording.marketData({
    ...(symbols.length > 0 && { symbols }),
    dataOnly: dataOnly.filter((symbol) => recorded.has(symbol)),
    ...withoutUndefined({ interval, finer }),
  });
  return {
    series: series.map((one) => ({ ...one, instrument: { ...one.instrument, ...instrument } })),
    notes,
  };
}

function noFinerBarsError(series: readonly Series[]): HindcastError {
  const { interval } = series[0]!.bars;
  return new HindcastError("INTERVAL_UNAVAILABLE", `drill-down needs a recording with bars finer than ${interval}`, {
    interval,
  });
}

/** Whether a path is a folder. */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Reading the file reports the error later.
    return false;
  }
}
