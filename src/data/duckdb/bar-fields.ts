import { parameterError } from "../../primitives/check.ts";
import { normalizedName, SYMBOL_NAMES } from "../csv/layout.ts";
import { invalidFile } from "../file-error.ts";

// Apart from what asks DuckDB: the public types name these parts, and hold without that package.

/** Names of the columns, without case, spaces and `_ - .`, that hold each part of a bar; where several are there, the first of the list is meant. */
const SPELLINGS = {
  symbol: SYMBOL_NAMES,
  interval: ["interval"],
  time: ["time", "timestamp", "datetime", "date", "opentime"],
  open: ["open"],
  high: ["high"],
  low: ["low"],
  close: ["close"],
  volume: ["volume"],
  adjClose: ["adjclose", "adjustedclose"],
} as const;

/** A part of a bar that a column holds. */
export type BarField = keyof typeof SPELLINGS;

/** How many of the names of a part a message names. */
const NAMED = 5;
const BAR_FIELDS = Object.keys(SPELLINGS) as readonly BarField[];
const OPTIONAL: readonly BarField[] = ["interval", "volume", "adjClose"];
const TEXTS: readonly BarField[] = ["symbol", "interval"];
/** The parts of a bar that are numbers of their own. */
export const BAR_NUMBERS = [
  "open",
  "high",
  "low",
  "close",
  "volume",
  "adjClose",
] as const satisfies readonly BarField[];
const NUMERIC = /^(?:U?(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL\(.*\))$/;

/** The columns of a table that hold bars, by the names that the table gives them. */
export type Layout = Readonly<Record<Exclude<BarField, "interval" | "volume" | "adjClose">, string>> &
  Readonly<Partial<Record<BarField, string>>>;

/**
 * Finds the columns of bars among those of a table: by the names that are given, else by their usual names.
 * Throws DATA_FILE_INVALID for a column that is missing or holds something else; PARAMETER_OUT_OF_RANGE for a part that bars do not have.
 */
export function layoutOf(
  place: string,
  types: ReadonlyMap<string, string>,
  given: Readonly<Partial<Record<BarField, string>>>,
): Layout {
  for (const part of Object.keys(given))
    if (!(BAR_FIELDS as readonly string[]).includes(part))
      throw parameterError("columns", `names for ${BAR_FIELDS.join(", ")}`, part);
  const layout: Partial<Record<BarField, string>> = {};
  for (const part of BAR_FIELDS) {
    const column = given[part] ?? usualColumn(part, types);
    if (column === undefined && OPTIONAL.includes(part)) continue;
    if (column === undefined || !types.has(column)) throw missingColumn(place, part, column, types);
    checkType(place, part, column, types.get(column)!);
    layout[part] = column;
  }
  return layout as Layout;
}

function usualColumn(part: BarField, types: ReadonlyMap<string, string>): string | undefined {
  for (const spelling of SPELLINGS[part])
    for (const name of types.keys()) if (normalizedName(name) === spelling) return name;
  return undefined;
}

function missingColumn(
  place: string,
  part: BarField,
  column: string | undefined,
  types: ReadonlyMap<string, string>,
): Error {
  const columns = [...types.keys()];
  const message = `must have a column ${column ?? SPELLINGS[part].slice(0, NAMED).join(" or ")} for ${part}, has ${columns.join(", ")}`;
  return invalidFile(place, message, { part, column, columns });
}

function checkType(place: string, part: BarField, column: string, type: string): void {
  const mustBe = TEXTS.includes(part) ? "text" : "numbers";
  const sound = TEXTS.includes(part)
    ? /^(?:VARCHAR|ENUM\(.*\))$/s.test(type)
    : !(BAR_NUMBERS as readonly BarField[]).includes(part) || NUMERIC.test(type);
  if (sound) return;
  throw invalidFile(place, `must have ${mustBe} in column ${column}, has ${type}`, { column, type });
}
