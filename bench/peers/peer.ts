import type { BenchData } from "../support/bench-data.ts";

/** Columns in the order of a task's outputs. They end with the last bar, and may start after the warm-up. */
export type PeerColumns = readonly ArrayLike<number | null | undefined>[];

/** An indicator of another library that computes all bars at once. */
export interface BatchWork {
  readonly run: (data: BenchData) => unknown;
  /** Extracts the columns from the result, outside the measured time. */
  readonly columns: (result: never) => PeerColumns;
  /** Reason why the library's values differ from Hindcast's. Without a reason they must be equal. */
  readonly differs?: string;
}

/** An indicator of another library that is updated bar by bar. */
export interface StreamWork {
  readonly make: () => object;
  /** Source text of one update: `stream.nextValue(closes[i])`. */
  readonly call: string;
  /** Extracts the numbers from the value of one bar, outside the measured time. */
  readonly numbers: (value: never) => readonly (number | undefined)[];
  readonly differs?: string;
}

/** Another library, with the tasks that are measured for it. */
export interface Peer {
  readonly package: string;
  readonly batch: Readonly<Record<string, BatchWork>>;
  readonly streams: Readonly<Record<string, StreamWork>>;
}

/** Reads the result of a library that returns one column. */
export const column = (result: ArrayLike<number>): PeerColumns => [result];

/** Reads the result of a library that returns an array of columns. */
export const columnsAt =
  (...indices: readonly number[]) =>
  (result: readonly ArrayLike<number>[]): PeerColumns =>
    indices.map((index) => result[index]!);

/** Reads the result of a library that returns an object of columns. */
export const columnsNamed =
  (...names: readonly string[]) =>
  (result: Readonly<Record<string, ArrayLike<number>>>): PeerColumns =>
    names.map((name) => result[name]!);

/** Reads the result of a library that returns an object for each bar. */
export const rowsOf =
  (...names: readonly string[]) =>
  (result: readonly Readonly<Record<string, number>>[]): PeerColumns =>
    names.map((name) => result.map((row) => row[name]));

/** Reads the value of a stream that returns a number. */
export const number = (value: number): readonly number[] => [value];

/** Reads the value of a stream that returns an object. */
export const fields =
  (...names: readonly string[]) =>
  (value: Readonly<Record<string, number>> | null | undefined): readonly (number | undefined)[] =>
    names.map((name) => value?.[name]);
