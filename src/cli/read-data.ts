import type { Instrument } from "../market/instrument.ts";
import type { MarketData } from "../market/market-data.ts";
import type { Interval } from "../time/interval.ts";
import { readCsv } from "../tape/sources/csv.ts";
import type { DataFile } from "./options/data.ts";

/** How all files of a run are read. */
export interface ReadOptions {
  readonly zone?: string;
  readonly interval?: Interval;
  readonly instrument: Partial<Omit<Instrument, "symbol">>;
}

/** The bars of all files as one market, with the notes of each. */
export async function readData(files: readonly DataFile[], options: ReadOptions): Promise<MarketData> {
  const recordings = await Promise.all(
    files.map(({ file, symbol }) => readCsv(file, symbol === undefined ? options : { ...options, symbol })),
  );
  return {
    series: recordings.flatMap(({ series }) => series),
    notes: [...new Set(recordings.flatMap(({ notes }) => notes))],
  };
}
