import type { BenchData } from "../support/bench-data.ts";

/** Columns in the order of a task's outputs. They end with the last bar; some start after their warm-up. */
export type PeerColumns = readonly ArrayLike<number | null | undefined>[];

/** Indicator over all bars at once. */
export interface BatchWork {
  readonly run: (data: BenchData) => unknown;
  /** Extracts the columns from the result; never timed. */
  readonly columns: (result: never) => PeerColumns;
  /** Reason why its values differ from ours; without one they must be equal. */
  readonly differs?: string;
}

/** Indicator that is updated bar by bar. */
export interface StreamWork {
  readonly make: () => object;
  /** Source text of one update: `stream.nextValue(closes[i])`. */
  readonly call: string;
  /** Extracts the numbers from the value of one bar; never timed. */
  readonly numbers: (value: never) => readonly (number | undefined)[];
  readonly differs?: string;
}

/** Another library, with the tasks that it supports. */
export interface Peer {
  readonly package: string;
  readonly batch: Readonly<Record<string, BatchWork>>;
  readonly streams: Readonly<Record<string, StreamWork>>;
}

/** For libraries that return one column. */
export const column = (result: ArrayLike<number>): PeerColumns => [result];

/** For libraries that return an array of columns. */
export const columnsAt =
  (...indices: readonly number[]) =>
  (result: readonly ArrayLike<number>[]): PeerColumns =>
    indices.map((index) => result[index]!);

/** For libraries that return an object of columns. */
export const columnsNamed =
  (...names: readonly string[]) =>
  (result: Readonly<Record<string, ArrayLike<number>>>): PeerColumns =>
    names.map((name) => result[name]!);

/** For libraries that return an object for each bar. */
export const rowsOf =
  (...names: readonly string[]) =>
  (result: readonly Readonly<Record<string, number>>[]): PeerColumns =>
    names.map((name) => result.map((row) => row[name]));

/** For streams that return a number. */
export const number = (value: number): readonly number[] => [value];

/** For streams that return an object. */
export const fields =
  (...names: readonly string[]) =>
  (value: Readonly<Record<string, number>> | null | undefined): readonly (number | undefined)[] =>
    names.map((name) => value?.[name]);
