import { Bars } from "../market/bars.ts";
import type { Series } from "../market/market-data.ts";
import { parameterError } from "../primitives/check.ts";
import type { EquityCurve } from "../simulation/equity-table.ts";
import { isColumn, isRecord, libraryFrame } from "./any-frame.ts";
import { type Danfo, type DataFrame, type FrameMaker, loadDanfo, type FrameInput } from "./danfo.ts";
import { type FrameColumns, namedColumns } from "./named-columns.ts";

/**
 * What becomes a table: bars, a series with its own columns, the equity of a result, columns by name, or a list of records such as
 * `result.trades`.
 */
export type FrameData = Bars | Pick<Series, "bars" | "columns"> | EquityCurve | FrameColumns | readonly object[];

/**
 * Creates a data frame from bars, a series, the equity of a result, a record of columns, or a list of objects such as the trades of a run, plus `more` columns. A list has a column for
 * each field; nested fields become `inner.field`. Numbers are unchanged, times are epoch milliseconds, and a missing number is NaN.
 *
 * `maker` creates the frame from columns by name: a function such as `aq.table` of arquero or `pl.DataFrame` of nodejs-polars, or a danfo.js module
 * such as `danfojs` in a browser. Default: the package `danfojs-node`. danfo.js computes in single precision, so compute before you
 * convert.
 *
 * Throws `PACKAGE_MISSING`, and `PARAMETER_OUT_OF_RANGE` for columns of different lengths or of the same name, for values that are not columns, for
 * cells other than numbers, text and booleans (for a Date pass its time), and for names of properties or methods of danfo.js frames, such
 * as `columns`, `shape` or `mean`.
 *
 * @example
 * const frame = await toDataFrame(bars, { average: sma(bars, 20), bands: bollinger(bars) });
 * const table = await toDataFrame(result.trades, {}, aq.table);
 */
export async function toDataFrame<Frame = DataFrame>(
  data: FrameData,
  more: FrameColumns = {},
  maker?: FrameMaker<Frame>,
): Promise<Frame> {
  checkNotFrame("data", data);
  checkNotFrame("more", more);
  if (!isRecord(more)) throw parameterError("more", "columns by name", more);
  const cells = new Map<string, ReturnType<typeof cellsOf>>();
  for (const [name, values] of [...namedColumns(columnsOf(data)), ...namedColumns(more)]) {
    if (cells.has(name)) throw parameterError("a column", "given once (rename one of them)", name);
    cells.set(name, cellsOf(name, values));
  }
  return createFrame(cells, maker);
}

/** Throws for a data frame in place of columns, since its properties would be read as columns. */
function checkNotFrame(what: string, named: unknown): void {
  const frame = libraryFrame(named);
  if (frame === undefined) return;
  const columns = frame.names.join(", ");
  throw parameterError(what, "columns by name (read a frame with columnsFromDataFrame)", `a data frame of ${columns}`);
}

function columnsOf(data: FrameData): FrameColumns {
  if (Array.isArray(data)) return columnsOfRecords(data);
  if (data instanceof Bars) return columnsOfBars(data);
  if (isSeries(data)) return columnsOfSeries(data);
  if (isRecord(data)) {
    // An equity curve also has columns by session, of another length.
    const { sessions, sessionDates, ...records } = data as FrameColumns;
    return sessions === undefined || sessionDates === undefined ? (data as FrameColumns) : records;
  }
  throw parameterError("data", "bars, columns by name or a list of objects", data);
}

function columnsOfBars({ time, open, high, low, close, volume, adjClose }: Bars): FrameColumns {
  return { time, open, high, low, close, volume, ...(adjClose === undefined ? {} : { adjClose }) };
}

function isSeries(data: FrameData): data is Pick<Series, "bars" | "columns"> {
  return isRecord(data) && data["bars"] instanceof Bars;
}

/** Returns the columns of bars and the own columns of a series. Throws `PARAMETER_OUT_OF_RANGE` for an own column with the name of another. */
function columnsOfSeries({ bars, columns = {} }: Pick<Series, "bars" | "columns">): FrameColumns {
  const parts = columnsOfBars(bars);
  const taken = Object.keys(columns).find((name) => Object.hasOwn(parts, name));
  if (taken !== undefined) throw parameterError("a column", "given once (rename one of them)", taken);
  return { ...parts, ...columns };
}

type Field = readonly [name: string, value: unknown];

/**
 * Returns a column for each field of any record. Fields of nested records and lists become columns `inner.field`.
 * Throws `PARAMETER_OUT_OF_RANGE` for a row that is not an object, for duplicate names and for a record that contains itself.
 */
function columnsOfRecords(records: readonly unknown[]): Readonly<Record<string, readonly unknown[]>> {
  const rows = records.map((record, row) => {
    if (!isNested(record)) throw parameterError(`row ${row}`, "an object with fields", record);
    const fields = new Map<string, unknown>();
    for (const [name, value] of fieldsOf(record, "", [], row)) {
      if (fields.has(name)) throw parameterError(`a field of row ${row}`, "given once (rename one of them)", name);
      fields.set(name, value);
    }
    return fields;
  });
  const names = new Set(rows.flatMap((row) => [...row.keys()]));
  return Object.fromEntries([...names].map((name) => [name, rows.map((row) => row.get(name))]));
}

function fieldsOf(record: object, prefix: string, ancestors: readonly object[], row: number): Field[] {
  const path = [...ancestors, record];
  return Object.entries(record).flatMap(([own, value]: [string, unknown]): Field[] => {
    const name = `${prefix}${own}`;
    if (!isNested(value)) return [[name, value]];
    if (path.includes(value))
      throw parameterError(`${name} of row ${row}`, "a record that does not contain itself", value);
    return fieldsOf(value, `${name}.`, path, row);
  });
}

function isNested(value: unknown): value is object {
  return isColumn(value) || isRecord(value);
}

type Cell = number | string | boolean | null;

/** Creates a data frame with `maker`, or else with danfo.js, which is loaded. Throws `PACKAGE_MISSING` if danfo.js is missing. */
async function createFrame<Frame>(
  columns: ReadonlyMap<string, readonly Cell[]>,
  maker: FrameMaker<Frame> | undefined,
): Promise<Frame> {
  const { DataFrame: constructor = maker } = Object(maker) as Partial<Danfo>;
  if (constructor !== undefined && typeof constructor !== "function")
    throw parameterError("maker", "a function that takes columns by name, or danfo.js", maker);
  if (typeof maker !== "function")
    return danfoFrame(maker ?? ((await loadDanfo()) as Danfo<Frame & DataFrame>), columns);
  checkLengths(columns);
  const named: FrameInput = Object.fromEntries(
    Array.from(columns, ([name, cells]) => {
      const numbers = cells.every((cell) => typeof cell === "number");
      return [name, numbers ? Float64Array.from(cells) : [...cells]];
    }),
  );
  return maker(named);
}

function checkLengths(columns: ReadonlyMap<string, readonly Cell[]>): number {
  const [[first, { length: rows }] = ["", []]] = columns;
  for (const [name, { length }] of columns)
    if (length !== rows) throw parameterError(`column ${name}`, `of the same length as ${first} (${rows})`, length);
  return rows;
}

/**
 * Creates a danfo.js frame. Throws `PARAMETER_OUT_OF_RANGE` for columns of different lengths, and for a column named like a property or
 * method of danfo.js frames: such a column would hide that member and could break the frame.
 */
function danfoFrame<Frame extends DataFrame>(
  danfo: Danfo<Frame>,
  columns: ReadonlyMap<string, readonly Cell[]>,
): Frame {
  const emptyFrame = new danfo.DataFrame([]);
  for (const name of columns.keys())
    if (name in emptyFrame)
      throw parameterError(
        "a column",
        "a name that is not a property or method of data frames (rename the column)",
        name,
      );
  const rows = checkLengths(columns);
  // The types are in the order of the record, in which JavaScript puts integer names first.
  const record = Object.fromEntries(columns);
  const dtypes = Object.values(record).map(typeOf);
  // danfo.js accepts an empty list of rows with column names, but not columns without rows.
  return rows === 0
    ? new danfo.DataFrame([], { columns: Object.keys(record), dtypes })
    : new danfo.DataFrame(record, { dtypes });
}

/** Returns the type of a column from all its values. danfo.js would infer the type from the first values only. */
function typeOf(cells: readonly Cell[]): string {
  if (cells.every((cell) => typeof cell === "number")) return "float32";
  return cells.every((cell) => typeof cell === "boolean") ? "boolean" : "string";
}

const CELL = "a number, text, true or false, or missing";

/**
 * Converts the values of a column to cells. A missing value is NaN in a column with numbers, null in others.
 * Throws `PARAMETER_OUT_OF_RANGE` for values other than numbers, text and booleans.
 */
function cellsOf(name: string, values: ArrayLike<unknown>): Cell[] {
  const cells = Array.from(values, (value, row): Cell => {
    if (typeof value === "number" || typeof value === "string" || typeof value === "boolean") return value;
    if (value === undefined || value === null) return null;
    const rule = value instanceof Date ? "a number, such as getTime() of a Date" : CELL;
    throw parameterError(`column ${name}, row ${row}`, rule, value);
  });
  return cells.some((cell) => typeof cell === "number") ? cells.map((cell) => cell ?? NaN) : cells;
}
