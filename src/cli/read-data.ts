import { stat } from "node:fs/promises";
import type { Instrument } from "../market/instrument.ts";
import type { MarketData } from "../market/market-data.ts";
import type { Interval } from "../time/interval.ts";
import { openRecording } from "../tape/recording/open-recording.ts";
import { sourceOf } from "../tape/source-of.ts";
import type { DataFile } from "./options/data.ts";

/** How all files of a run are read. */
export interface ReadOptions {
  readonly zone?: string;
  readonly interval?: Interval;
  /** The currency of instruments of files that do not say it. */
  readonly currency?: string;
  /** What is so for every instrument, whatever is recorded. */
  readonly instrument: Partial<Pick<Instrument, "lot" | "tick">>;
}

/** The bars of all files and recordings as one market, with the notes of each. */
export async function readData(files: readonly DataFile[], options: ReadOptions): Promise<MarketData> {
  const read = await Promise.all(
    files.map(async (file) => ((await isFolder(file.file)) ? readFolder(file, options) : readFile(file, options))),
  );
  return {
    series: read.flatMap(({ series }) => series),
    notes: [...new Set(read.flatMap(({ notes }) => notes))],
  };
}

function readFile(
  { file, symbol }: DataFile,
  { zone, interval, currency, instrument }: ReadOptions,
): Promise<MarketData> {
  return sourceOf(file).read(file, {
    instrument: { ...(currency !== undefined && { currency }), ...instrument },
    ...(zone !== undefined && { zone }),
    ...(interval !== undefined && { interval }),
    ...(symbol !== undefined && { symbol }),
  });
}

/** A recording knows its instruments; a symbol chooses among them. */
async function readFolder({ file, symbol }: DataFile, { interval, instrument }: ReadOptions): Promise<MarketData> {
  const recording = await openRecording(file);
  const { series, notes } = await recording.marketData({
    ...(symbol !== undefined && { symbols: [symbol] }),
    ...(interval !== undefined && { interval }),
  });
  return {
    series: series.map((one) => ({ ...one, instrument: { ...one.instrument, ...instrument } })),
    notes,
  };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Whoever reads it says what is wrong.
    return false;
  }
}
