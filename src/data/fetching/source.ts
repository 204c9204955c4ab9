import { type BarColumns, columnsByName } from "../../market/validate-bars.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Interval } from "../../time/interval.ts";
import { finishBars } from "../importing/finish-bars.ts";
import type { ImportedPart, ImportFile } from "../importing/importer.ts";
import type { WebClient } from "./web-client.ts";

/** What a source downloads: bars of one symbol and interval. */
export interface Download {
  /** Symbol as the user wrote it. */
  readonly symbol: string;
  readonly interval: Interval;
  /** The interval in the source's notation. */
  readonly sourceInterval: string;
  /** Start and end of the range, epoch milliseconds; the end is exclusive. Answers may contain more. */
  readonly from: number;
  readonly to: number;
  /** Current time, epoch milliseconds. */
  readonly now: number;
  /** Text after the colon of `ccxt:kraken`; empty for other sources. */
  readonly argument: string;
  /** Address without a slash at the end, that of the source or of the request; undefined for a source without a fixed one. */
  readonly baseUrl: string | undefined;
  readonly web: WebClient;
  /** Variables that may contain API keys. */
  readonly keys: Readonly<Record<string, string | undefined>>;
  /** The text of an answer in the form that importers read; it has the recorded symbol. */
  readonly file: (text: string) => ImportFile;
}

/** Downloads bars of one vendor. */
export interface Source {
  readonly name: string;
  /** Title for lists. */
  readonly title: string;
  /** Where the terms of use are, for the notes of the recording. */
  readonly terms: string;
  /** Address of the source; absent if it depends on the argument. */
  readonly baseUrl?: string;
  /** What follows a colon after the name, such as `exchange`; absent for a source without an argument. */
  readonly argument?: string;
  /** Shortest pause between two requests, in milliseconds. */
  readonly pauseMs: number;
  /**
   * Whether a later split or dividend changes prices already downloaded. Daily and longer bars of such a source are always downloaded as a
   * whole.
   */
  readonly restates: boolean;
  /** Intervals in the notation of the source. */
  readonly intervals: Readonly<Partial<Record<Interval, string>>>;
  /** First instant to request if the user gives none; undefined if the user must give one. */
  readonly earliest: (interval: Interval, now: number) => number | undefined;
  /** Symbol under which a symbol of the source is recorded. */
  readonly recordedSymbol: (symbol: string) => string;
  /** Downloads a range in parts that follow each other in time. A part may have no bars. */
  readonly download: (download: Download) => AsyncIterable<ImportedPart>;
}

/** The columns of an answer, in the order open, high, low, close, volume and, optionally, adjusted close. */
export interface AnswerRows {
  readonly time: readonly number[];
  readonly values: readonly (readonly number[])[];
}

/** Creates the columns of bars from those of an answer. */
function answerColumns({ time, values }: AnswerRows): BarColumns {
  return columnsByName((name, place) => {
    const column = place === 0 ? time : values[place - 1];
    return column === undefined ? (name === "adjClose" ? undefined : new Float64Array(0)) : Float64Array.from(column);
  });
}

/** Checks the bars of an answer. `timeZone` is the zone of its dates. Without rows, the part has no bars. */
export function answerPart(
  file: ImportFile,
  instrument: RecordedInstrument,
  rows: AnswerRows,
  interval: Interval,
  timeZone: string,
): ImportedPart {
  const { symbol } = instrument;
  const part = { instruments: [instrument], series: [], notes: [] };
  if (rows.time.length === 0) return part;
  const columns = answerColumns(rows);
  try {
    const read = { instrument, columns, interval, timeZone, line: (row: number) => row + 1, counted: "bar" };
    return { ...part, series: [{ symbol, bars: finishBars(file, read).bars }] };
  } catch (error) {
    // The bad rows are reported instead.
    if (!(error instanceof HindcastError) || error.code !== "DATA_EMPTY" || file.refusals.rowCount === 0) throw error;
    return part;
  }
}

/** Returns a value as an object; an empty one for anything else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Returns a value as a list; an empty one for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a value as a number; NaN for anything else, which makes its row a bad one. */
export function asNumber(value: unknown): number {
  return typeof value === "number" ? value : NaN;
}
