import { parameterError } from "../primitives/check.ts";

/**
 * A data frame of whichever library, read by the names of its columns: danfo.js, nodejs-polars, arquero, data-forge, a table of
 * Apache Arrow, a record of columns such as `{ time, close }`, or anything that answers as one of them does.
 */
export type AnyDataFrame = object;

/** How the frames of a library answer. */
interface FrameKind {
  /** The member that gives a column by its name. */
  readonly member: string;
  /** The names of its columns; nothing where the frame is of another kind. */
  readonly names: (frame: Readonly<Record<string, unknown>>) => unknown;
}

/** The kinds, by what they answer. None is asked for its class: two copies of a library have two. */
const KINDS: readonly FrameKind[] = [
  // nodejs-polars
  { member: "getColumn", names: (frame) => frame["columns"] },
  // Apache Arrow
  { member: "getChild", names: (frame) => fieldNames(frame["schema"]) },
  // data-forge
  { member: "getSeries", names: (frame) => called(frame, "getColumnNames") },
  // arquero
  { member: "array", names: (frame) => called(frame, "columnNames") },
  // danfo.js
  { member: "column", names: (frame) => frame["columns"] },
];

/** A frame as its columns by name, each as it is asked for. */
export interface ReadFrame {
  readonly names: readonly string[];
  values(name: string): ArrayLike<unknown>;
}

/** Reads any frame. Throws PARAMETER_OUT_OF_RANGE for what is none. */
export function readFrame(frame: unknown): ReadFrame {
  const library = libraryFrame(frame);
  if (library !== undefined) return library;
  if (!isRecord(frame) || !Object.values(frame).every(isColumn))
    throw parameterError("frame", "a data frame, or a record of columns such as { time, close }", frame);
  return { names: Object.keys(frame), values: (name) => frame[name] as ArrayLike<unknown> };
}

/** A frame of a library; undefined for a record of columns, and for what is no frame. */
export function libraryFrame(frame: unknown): ReadFrame | undefined {
  const members = Object(frame) as Readonly<Record<string, unknown>>;
  for (const { member, names } of KINDS) {
    if (typeof members[member] !== "function") continue;
    const found = names(members);
    if (!Array.isArray(found) || !found.every((name) => typeof name === "string")) continue;
    return { names: found, values: (name) => (isEmpty(members) ? [] : valuesOf(name, called(members, member, name))) };
  }
  return undefined;
}

function fieldNames(schema: unknown): unknown {
  const { fields } = Object(schema) as { readonly fields?: unknown };
  return Array.isArray(fields) ? fields.map((field) => (field as { readonly name?: unknown }).name) : undefined;
}

function called(frame: Readonly<Record<string, unknown>>, member: string, ...args: readonly unknown[]): unknown {
  const method = frame[member];
  return typeof method === "function" ? (method.call(frame, ...args) as unknown) : undefined;
}

/** A frame of danfo.js without rows knows its names and holds nothing under them. */
function isEmpty({ shape }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(shape) && shape[0] === 0;
}

/** The values of a column of any library: one by one, so that what is missing is told. */
function valuesOf(name: string, column: unknown): ArrayLike<unknown> {
  if (isColumn(column)) return column;
  const members = Object(column) as { readonly values?: unknown; readonly [Symbol.iterator]?: unknown };
  if (typeof members[Symbol.iterator] === "function") return Array.from(column as Iterable<unknown>);
  if (isColumn(members.values)) return members.values;
  throw parameterError(`column ${name}`, "an array of values, or a series of such", column);
}

/** Whether something holds values one after the other. */
export function isColumn(values: unknown): values is ArrayLike<unknown> {
  return Array.isArray(values) || (ArrayBuffer.isView(values) && !(values instanceof DataView));
}

/**
 * Whether something is an object whose values are fields of its own. A Date, a Map, a Set and a Promise are none: they keep what they are elsewhere
 * and would look like records of nothing.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.keys(value).length > 0;
}
