import { parameterError } from "./check.ts";

/** One value per bar, oldest first. A missing number is NaN. */
export type Column = Float64Array;

/** A column, or a list of numbers that is copied into one. */
export type Numbers = Column | readonly number[];

/** Columns by name, each as a column or a list of numbers. */
export type NumbersOf<Columns> = { readonly [Name in keyof Columns]: Columns[Name] | readonly number[] };

/**
 * Converts a column or list to a column. Throws `PARAMETER_OUT_OF_RANGE`, or the result of `error`, with the first item that is not a
 * number.
 */
export function toColumn(name: string, values: Numbers, error = parameterError): Column {
  if (values instanceof Float64Array) return values;
  if (((values as Numbers | undefined)?.length as number) >= 0)
    return Float64Array.from<unknown>(values, (value, i) => {
      if (typeof value === "number") return value;
      throw error(`${name}[${i}]`, "a number", value);
    });
  throw error(name, "a column", values);
}

/**
 * NaN and the infinities in memory. A literal combined with a computed double makes V8 box the result; a value loaded from memory
 * does not.
 */
export const MISSING: Column = /* @__PURE__ */ Float64Array.of(NaN, Infinity, -Infinity);

/** Returns a column of `length` missing values. */
export function missingColumn(length: number): Column {
  return new Float64Array(length).fill(NaN);
}

/** Returns the index of the first bar on which all columns are finite; the length if there is none. */
export function firstFinite(columns: readonly Column[]): number {
  const length = columns[0]!.length;
  for (let i = 0; i < length; i++) {
    let sum = 0;
    for (let c = 0; c < columns.length; c++) sum += columns[c]![i]! * 0;
    if (sum === 0) return i;
  }
  return length;
}

/** Returns a column of zeros in memory that threads share. */
export function sharedColumn(length: number): Column {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}

/** Concatenates columns. `allocate` returns the column for the result. */
export function concatColumns(
  columns: readonly Column[],
  allocate = (length: number): Column => new Float64Array(length),
): Column {
  const whole = allocate(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    whole.set(column, at);
    at += column.length;
  }
  return whole;
}

/** Returns a column twice as long, but at most `limit` values, with missing values after the old ones. */
export function growColumn(column: Column, limit: number): Column {
  const longer = missingColumn(Math.min(column.length * 2, limit));
  longer.set(column);
  return longer;
}

/** Returns a list of `length` missing values. A list needs half the memory of a short column. */
export function missingList(length: number): number[] {
  return Array.from({ length }, () => NaN);
}

/** Returns a list twice as long, but at most `limit` values, with missing values after the old ones. */
export function growList(list: readonly number[], limit: number): number[] {
  const longer = missingList(Math.min(list.length * 2, limit));
  for (let i = 0; i < list.length; i++) longer[i] = list[i]!;
  return longer;
}

/**
 * Returns a column that is read together with another one, index by index. Throws an `Error` if their lengths differ, which indicates a bug.
 */
export function checkSameLength<Values extends ArrayLike<unknown>>(
  name: string,
  values: Values,
  otherName: string,
  other: ArrayLike<unknown>,
): Values {
  if (values.length === other.length) return values;
  throw new Error(`${name} and ${otherName} must have equal length, were ${values.length} and ${other.length}`);
}
