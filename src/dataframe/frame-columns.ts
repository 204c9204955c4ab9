import { parameterError } from "../primitives/check.ts";
import { loadDanfo, type Danfo, type DataFrame, type FrameMaker, type MadeOf } from "./danfo.ts";

type Cell = number | string | boolean | null;

/** A frame by the maker that is given, else one of danfo.js, which is loaded. Throws as `frameOf` does; PACKAGE_MISSING. */
export async function madeFrame<Frame>(
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
 * A frame of plain columns of one length. Throws a `RangeError` for columns of several lengths and for a name that is a member of
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
export function cellsOf(name: string, values: ArrayLike<unknown>): Cell[] {
  const cells = Array.from(values, (value, row): Cell => {
    if (typeof value === "number" || typeof value === "string" || typeof value === "boolean") return value;
    if (value === undefined || value === null) return null;
    const rule = value instanceof Date ? "a number, such as getTime() of a Date" : CELL;
    throw parameterError(`column ${name}, row ${row}`, rule, value);
  });
  return cells.some((cell) => typeof cell === "number") ? cells.map((cell) => cell ?? NaN) : cells;
}
