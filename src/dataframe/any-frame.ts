import { parameterError } from "../primitives/check.ts";

/**
 * A data frame of danfo.js, nodejs-polars, arquero, data-forge or Apache Arrow, a record of columns such as `{ time, close }`, or an object with
 * the same methods as one of them.
 */
export type AnyDataFrame = object;

/** How the data frames of a library are read. */
interface FrameKind {
  /** Method that returns a column by its name. */
  readonly member: string;
  /** Returns the column names of a frame. For a frame of another library, the result is not a list of strings. */
  readonly names: (frame: Readonly<Record<string, unknown>>) => unknown;
}

/** Kinds of frames, recognized by their methods. Classes are not compared, since two copies of a library have different classes. */
const KINDS: readonly FrameKind[] = [
  // Frames of nodejs-polars.
  { member: "getColumn", names: (frame) => frame["columns"] },
  // Tables of Apache Arrow.
  { member: "getChild", names: (frame) => fieldNames(frame["schema"]) },
  // Frames of data-forge.
  { member: "getSeries", names: (frame) => callMember(frame, "getColumnNames") },
  // Tables of arquero.
  { member: "array", names: (frame) => callMember(frame, "columnNames") },
  // Frames of danfo.js.
  { member: "column", names: (frame) => frame["columns"] },
];

/** A frame whose columns are read by name. */
export interface ReadFrame {
  readonly names: readonly string[];
  /** Returns the values of a column. */
  values(name: string): ArrayLike<unknown>;
}

/** Reads any frame. Throws `PARAMETER_OUT_OF_RANGE` for a value that is not a frame. */
export function readFrame(frame: unknown): ReadFrame {
  const library = libraryFrame(frame);
  if (library !== undefined) return library;
  if (!isRecord(frame) || !Object.values(frame).every(isColumn))
    throw parameterError("frame", "a data frame, or a record of columns such as { time, close }", frame);
  return { names: Object.keys(frame), values: (name) => frame[name] as ArrayLike<unknown> };
}

/** Reads a data frame of a library. Returns undefined for a record of columns and for other values. */
export function libraryFrame(frame: unknown): ReadFrame | undefined {
  const members = Object(frame) as Readonly<Record<string, unknown>>;
  for (const { member, names } of KINDS) {
    if (typeof members[member] !== "function") continue;
    const found = names(members);
    if (!Array.isArray(found) || !found.every((name) => typeof name === "string")) continue;
    return {
      names: found,
      values: (name) => (isEmpty(members) ? [] : valuesOf(name, callMember(members, member, name))),
    };
  }
  return undefined;
}

function fieldNames(schema: unknown): unknown {
  const { fields } = Object(schema) as { readonly fields?: unknown };
  return Array.isArray(fields) ? fields.map((field) => (field as { readonly name?: unknown }).name) : undefined;
}

function callMember(frame: Readonly<Record<string, unknown>>, member: string, ...args: readonly unknown[]): unknown {
  const method = frame[member];
  return typeof method === "function" ? (method.call(frame, ...args) as unknown) : undefined;
}

/** Whether a frame of danfo.js has no rows. Such a frame has names but no columns. */
function isEmpty({ shape }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(shape) && shape[0] === 0;
}

/** Returns the values of a column of any library. Iterating it yields missing values as null or undefined. */
function valuesOf(name: string, column: unknown): ArrayLike<unknown> {
  if (isColumn(column)) return column;
  const members = Object(column) as { readonly values?: unknown; readonly [Symbol.iterator]?: unknown };
  if (typeof members[Symbol.iterator] === "function") return Array.from(column as Iterable<unknown>);
  if (isColumn(members.values)) return members.values;
  throw parameterError(`column ${name}`, "an array of values, or a data frame series", column);
}

/** Whether a value is an array or a typed array. */
export function isColumn(values: unknown): values is ArrayLike<unknown> {
  return Array.isArray(values) || (ArrayBuffer.isView(values) && !(values instanceof DataView));
}

/** Whether a value is an object with own fields. A Date, Map, Set or Promise is not: it would look like a record without fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.keys(value).length > 0;
}
