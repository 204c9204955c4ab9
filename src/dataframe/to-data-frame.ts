import { Bars } from "../market/bars.ts";
import { parameterError } from "../primitives/check.ts";
import { isColumn, isRecord, libraryFrame } from "./any-frame.ts";
import { type Danfo, type DataFrame, type FrameMaker, loadDanfo, type MadeOf } from "./danfo.ts";
import { type FrameColumns, namedColumns } from "./named-columns.ts";

/**
 * A data frame: one column for each column of bars or of a record, or for each field of the objects of a list, such as
 * the trades of a run (a record within one becomes `inner.field`); with `more` columns beside them. Values are the same to the last bit, times are epoch milliseconds, and a
 * missing number is NaN.
 *
 * `maker` makes the frame of columns by name: a function, such as `aq.table` of arquero or `pl.DataFrame` of nodejs-polars, or a
 * danfo.js, such as `danfojs` in a browser. Unless it is given `danfojs-node` is loaded. Frames of danfo.js hold and print numbers
 * as they are but compute in single precision: compute first, then hand over.
 *
 * Throws PACKAGE_MISSING, and PARAMETER_OUT_OF_RANGE for columns of several lengths or of one name, for what is no column, for values that are neither numbers, text nor yes or no
 * (of a Date give its time), and for a name that every frame of danfo.js has for itself, such as `columns`, `shape` or `mean`.
 *
 * @example
 * const frame = await toDataFrame(bars, { average: sma(bars, 20), bands: bollinger(bars) });
 * const table = await toDataFrame(result.trades, {}, aq.table);
 */
export async function toDataFrame<Frame = DataFrame>(
  data: Bars | FrameColumns | readonly object[],
  more: FrameColumns = {},
  maker?: FrameMaker<Frame>,
): Promise<Frame> {
  checkNoFrame("data", data);
  checkNoFrame("more", more);
  if (!isRecord(more)) throw parameterError("more", "columns by name", more);
  const cells = new Map<string, ReturnType<typeof cellsOf>>();
  for (const [name, values] of [...namedColumns(columnsOf(data)), ...namedColumns(more)]) {
    if (cells.has(name)) throw parameterError("a column", "given once (rename one of them)", name);
    cells.set(name, cellsOf(name, values));
  }
  return madeFrame(cells, maker);
}

/** A frame is an object of many members, which are no columns. */
function checkNoFrame(what: string, given: unknown): void {
  const frame = libraryFrame(given);
  if (frame === undefined) return;
  const columns = frame.names.join(", ");
  throw parameterError(what, "columns by name (read a frame by columnsFromDataFrame)", `a data frame of ${columns}`);
}

function columnsOf(data: Bars | FrameColumns | readonly object[]): FrameColumns {
  if (Array.isArray(data)) return columnsOfRecords(data);
  if (data instanceof Bars) return columnsOfBars(data);
  if (isRecord(data)) return data as FrameColumns;
  throw parameterError("data", "bars, columns by name or a list of objects", data);
}

function columnsOfBars({ time, open, high, low, close, volume, adjClose }: Bars): FrameColumns {
  return { time, open, high, low, close, volume, ...(adjClose === undefined ? {} : { adjClose }) };
}

type Field = readonly [name: string, value: unknown];

/**
 * One column for each field that any of the records has, row by row; a record or list within one has its fields in columns of their own,
 * `inner.field`. Throws PARAMETER_OUT_OF_RANGE for a row that is no record, for two fields of one name and for a record that holds itself.
 */
function columnsOfRecords(records: readonly unknown[]): Readonly<Record<string, readonly unknown[]>> {
  const rows = records.map((record, row) => {
    if (!isWalked(record)) throw parameterError(`row ${row}`, "an object of fields", record);
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

function fieldsOf(record: object, prefix: string, around: readonly object[], row: number): Field[] {
  const within = [...around, record];
  return Object.entries(record).flatMap(([own, value]: [string, unknown]): Field[] => {
    const name = `${prefix}${own}`;
    if (!isWalked(value)) return [[name, value]];
    if (within.includes(value))
      throw parameterError(`${name} of row ${row}`, "a record that does not hold itself", value);
    return fieldsOf(value, `${name}.`, within, row);
  });
}

function isWalked(value: unknown): value is object {
  return isColumn(value) || isRecord(value);
}

type Cell = number | string | boolean | null;

/** A frame by the maker that is given, else one of danfo.js, which is loaded. Throws as `frameOf` does; PACKAGE_MISSING. */
async function madeFrame<Frame>(
  columns: ReadonlyMap<string, readonly Cell[]>,
  maker: FrameMaker<Frame> | undefined,
): Promise<Frame> {
  const { DataFrame: made = maker } = Object(maker) as Partial<Danfo>;
  if (made !== undefined && typeof made !== "function")
    throw parameterError("maker", "a function of columns by name, or danfo.js", maker);
  if (typeof maker !== "function") return frameOf(maker ?? ((await loadDanfo()) as Danfo<Frame & DataFrame>), columns);
  checkLengths(columns);
  const given: MadeOf = Object.fromEntries(
    Array.from(columns, ([name, cells]) => {
      const numbers = cells.every((cell) => typeof cell === "number");
      return [name, numbers ? Float64Array.from(cells) : [...cells]];
    }),
  );
  return maker(given);
}

function checkLengths(columns: ReadonlyMap<string, readonly Cell[]>): number {
  const [[first, { length: rows }] = ["", []]] = columns;
  for (const [name, { length }] of columns)
    if (length !== rows) throw parameterError(`column ${name}`, `of the same length as ${first} (${rows})`, length);
  return rows;
}

/**
 * A frame of plain columns of one length. Throws PARAMETER_OUT_OF_RANGE for columns of several lengths and for a name that is a member of
 * every frame: such a column hides it, and some, such as `columns` and `shape`, break the frame.
 */
function frameOf<Frame extends DataFrame>(danfo: Danfo<Frame>, columns: ReadonlyMap<string, readonly Cell[]>): Frame {
  const none = new danfo.DataFrame([]);
  for (const name of columns.keys())
    if (name in none)
      throw parameterError("a column", "named otherwise than a member of data frames (rename it)", name);
  const rows = checkLengths(columns);
  // A record has names that are whole numbers before all others, in whichever order they were given.
  const record = Object.fromEntries(columns);
  const dtypes = Object.values(record).map(typeOf);
  // Columns without rows are an error to danfo, no rows of named columns are not.
  return rows === 0
    ? new danfo.DataFrame([], { columns: Object.keys(record), dtypes })
    : new danfo.DataFrame(record, { dtypes });
}

/** By all values: danfo itself looks at the first ones only and takes whole numbers for a column of such. */
function typeOf(cells: readonly Cell[]): string {
  if (cells.every((cell) => typeof cell === "number")) return "float32";
  return cells.every((cell) => typeof cell === "boolean") ? "boolean" : "string";
}

const CELL = "a number, text, true or false, or missing";

/**
 * Cells of a column by name, as a frame takes them: anything but numbers, text and yes or no is refused. Missing is NaN in a column
 * with numbers, null in others.
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
