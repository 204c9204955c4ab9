import type { Column } from "./column.ts";

/** Memory that grows in place; the standard library of this project's target does not know of it yet. */
type GrowingBuffer = ArrayBuffer & { resize(bytes: number): void };
type GrowingBuffers = new (bytes: number, options: { readonly maxByteLength: number }) => GrowingBuffer;

const { BYTES_PER_ELEMENT } = Float64Array;

/**
 * An empty column to which values are added in place: whoever holds it sees them. At most `most` values; memory is taken as they come.
 *
 * @example
 * const closes = growingColumn(10_000);
 * grow(closes, 101.5);
 * closes.length; // 1
 */
export function growingColumn(most: number): Column {
  const Buffer = ArrayBuffer as unknown as GrowingBuffers;
  return new Float64Array(new Buffer(0, { maxByteLength: most * BYTES_PER_ELEMENT }));
}

/** Adds values to a column that was made to grow, at once: each growth costs, however little it is. Throws a `RangeError` when there is no room. */
export function appendValues(column: Column, ...values: readonly number[]): void {
  appendAll(column, values);
}

/** The same with values that another column or list holds. */
export function appendAll(column: Column, values: ArrayLike<number>): void {
  const { length } = column;
  (column.buffer as GrowingBuffer).resize((length + values.length) * BYTES_PER_ELEMENT);
  column.set(values, length);
}

/** Takes the oldest values out of a column that was made to grow. */
export function dropFirst(column: Column, count: number): void {
  column.copyWithin(0, count);
  dropLast(column, count);
}

/** Takes the newest values out of such a column. */
export function dropLast(column: Column, count: number): void {
  (column.buffer as GrowingBuffer).resize((column.length - count) * BYTES_PER_ELEMENT);
}
