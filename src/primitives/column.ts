import { parameterError } from "./check.ts";

/** One value per bar, oldest first. A missing number is NaN. */
export type Column = Float64Array;

/** What a user may give for a column: one, or a list of numbers, which is copied. */
export type Numbers = Column | readonly number[];

/** Columns by name as a user may give them: a list of numbers is as good as a column. */
export type NumbersOf<Columns> = { readonly [Name in keyof Columns]: Columns[Name] | readonly number[] };

/** A column of what a user gave. Throws PARAMETER_OUT_OF_RANGE unless another error is made, which names the first member of a list that is no number. */
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
 * NaN and the infinities read from memory. A literal that meets a computed double in one expression makes
 * the engine box the result; a value that is loaded does not.
 */
export const MISSING: Column = /* @__PURE__ */ Float64Array.of(NaN, Infinity, -Infinity);

/** A column of `length` missing values. */
export function missingColumn(length: number): Column {
  return new Float64Array(length).fill(NaN);
}

/** Index of the first bar on which every one of the columns is finite; the length when there is none. */
export function firstFinite(columns: readonly Column[]): number {
  const length = columns[0]!.length;
  for (let i = 0; i < length; i++) {
    let sum = 0;
    for (let c = 0; c < columns.length; c++) sum += columns[c]![i]! * 0;
    if (sum === 0) return i;
  }
  return length;
}

/** A column of zeros in memory that threads share. */
export function sharedColumn(length: number): Column {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}

/** Columns one after the other, in the memory that `made` gives for so many values. */
export function concatColumns(
  columns: readonly Column[],
  made = (length: number): Column => new Float64Array(length),
): Column {
  const whole = made(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    whole.set(column, at);
    at += column.length;
  }
  return whole;
}

/** A column twice as long, at most of length `limit`, with missing values behind the old ones: room that grows as it is needed. */
export function growColumn(column: Column, limit: number): Column {
  const longer = missingColumn(Math.min(column.length * 2, limit));
  longer.set(column);
  return longer;
}

/** Room for `length` values that a stream keeps, all missing: a list takes half the memory of a short column. */
export function missingList(length: number): number[] {
  return Array.from({ length }, () => NaN);
}

/** Twice the room, at most for `limit` values, with missing values behind the old ones. */
export function growList(room: readonly number[], limit: number): number[] {
  const longer = missingList(Math.min(room.length * 2, limit));
  for (let i = 0; i < room.length; i++) longer[i] = room[i]!;
  return longer;
}

/**
 * A column that is read next to another one, index by index. Throws an `Error` that names both where their lengths differ: the
 * program paired two tables that are not one.
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
