import type { Column } from "./column.ts";

/** A resizable buffer, which TypeScript's library types for the build target do not include. */
type GrowingBuffer = ArrayBuffer & { resize(bytes: number): void };
type GrowingBuffers = new (bytes: number, options: { readonly maxByteLength: number }) => GrowingBuffer;

const { BYTES_PER_ELEMENT } = Float64Array;

/**
 * Creates an empty column that can grow in place up to `limit` values. All references see appended values. Memory is allocated as it grows.
 *
 * @example
 * const closes = growingColumn(10_000);
 * appendValues(closes, 101.5);
 * closes.length; // 1
 */
export function growingColumn(limit: number): Column {
  const Buffer = ArrayBuffer as unknown as GrowingBuffers;
  return new Float64Array(new Buffer(0, { maxByteLength: limit * BYTES_PER_ELEMENT }));
}

/** Appends values to a growing column. Pass several values at once, since each resize is slow. Throws a `RangeError` beyond the limit. */
export function appendValues(column: Column, ...values: readonly number[]): void {
  appendAll(column, values);
}

/** Appends the values of a column or list to a growing column. */
export function appendAll(column: Column, values: ArrayLike<number>): void {
  const { length } = column;
  (column.buffer as GrowingBuffer).resize((length + values.length) * BYTES_PER_ELEMENT);
  column.set(values, length);
}

/** Removes the oldest values of a growing column. */
export function dropFirst(column: Column, count: number): void {
  column.copyWithin(0, count);
  dropLast(column, count);
}

/** Removes the newest values of a growing column. */
export function dropLast(column: Column, count: number): void {
  (column.buffer as GrowingBuffer).resize((column.length - count) * BYTES_PER_ELEMENT);
}
