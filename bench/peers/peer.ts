import type { BenchData } from "../support/bench-data.ts";

/** Columns in the order of a task's outputs. They end with the last bar; some begin only after their warm-up. */
export type Given = readonly ArrayLike<number | null | undefined>[];

/** An indicator over all bars at once. */
export interface BatchWork {
  readonly run: (data: BenchData) => unknown;
  /** The columns in what was given; never timed. */
  readonly columns: (given: never) => Given;
  /** Why its values are others than ours; without a reason they must be equal. */
  readonly differs?: string;
}

/** An indicator bar by bar. */
export interface StreamWork {
  readonly make: () => object;
  /** One step, in the words of the library: `stream.nextValue(closes[i])`. */
  readonly call: string;
  /** The numbers in the value of one bar; never timed. */
  readonly numbers: (value: never) => readonly (number | undefined)[];
  readonly differs?: string;
}

/** Another library, as far as it does what we do. */
export interface Peer {
  readonly package: string;
  readonly batch: Readonly<Record<string, BatchWork>>;
  readonly streams: Readonly<Record<string, StreamWork>>;
}

/** Of a library that gives one column. */
export const column = (given: ArrayLike<number>): Given => [given];

/** Of a library that gives columns side by side, in its own order. */
export const columnsAt =
  (...places: readonly number[]) =>
  (given: readonly ArrayLike<number>[]): Given =>
    places.map((place) => given[place]!);

/** Of a library that gives an object of columns. */
export const columnsNamed =
  (...names: readonly string[]) =>
  (given: Readonly<Record<string, ArrayLike<number>>>): Given =>
    names.map((name) => given[name]!);

/** Of a library that gives an object for each bar. */
export const rowsOf =
  (...names: readonly string[]) =>
  (given: readonly Readonly<Record<string, number>>[]): Given =>
    names.map((name) => given.map((row) => row[name]));

/** Of a stream that gives a number. */
export const number = (value: number): readonly number[] => [value];

/** Of a stream that gives an object. */
export const fields =
  (...names: readonly string[]) =>
  (value: Readonly<Record<string, number>> | null | undefined): readonly (number | undefined)[] =>
    names.map((name) => value?.[name]);
