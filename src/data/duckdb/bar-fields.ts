import { parameterError } from "../../primitives/check.ts";
import { normalizedName, SYMBOL_NAMES } from "../reading/columns.ts";
import { invalidFile } from "../file-error.ts";

// This file must not import DuckDB: the library's public types use these names, and the package is optional.

/** Accepted column names of each field of a bar, normalized. If a table has several of these columns, the first in the list is read. */
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

/** A field of a bar that is read from a column of a database table. */
export type BarField = keyof typeof SPELLINGS;

/** Number of accepted column names that the error about a missing column lists. */
const NAMES_SHOWN = 5;
const BAR_FIELDS = Object.keys(SPELLINGS) as readonly BarField[];
const OPTIONAL_FIELDS: readonly BarField[] = ["interval", "volume", "adjClose"];
const TEXT_FIELDS: readonly BarField[] = ["symbol", "interval"];
/** Fields of a bar that are prices or volumes. */
export const BAR_NUMBERS = [
  "open",
  "high",
  "low",
  "close",
  "volume",
  "adjClose",
] as const satisfies readonly BarField[];
const NUMERIC = /^(?:U?(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL\(.*\))$/;

/** Column names of a table by field; optional fields may be missing. */
export type Layout = Readonly<Record<Exclude<BarField, "interval" | "volume" | "adjClose">, string>> &
  Readonly<Partial<Record<BarField, string>>>;

/**
 * Finds the columns of bars in a table by `chosenColumns`, else by their usual names.
 * Throws `DATA_FILE_INVALID` for a column that is missing or of another type, and `PARAMETER_OUT_OF_RANGE` for an unknown field.
 */
export function layoutOf(
  place: string,
  types: ReadonlyMap<string, string>,
  chosenColumns: Readonly<Partial<Record<BarField, string>>>,
): Layout {
  for (const field of Object.keys(chosenColumns))
    if (!(BAR_FIELDS as readonly string[]).includes(field))
      throw parameterError("columns", `names for ${BAR_FIELDS.join(", ")}`, field);
  const layout: Partial<Record<BarField, string>> = {};
  for (const field of BAR_FIELDS) {
    const column = chosenColumns[field] ?? usualColumn(field, types);
    if (column === undefined && OPTIONAL_FIELDS.includes(field)) continue;
    if (column === undefined || !types.has(column)) throw missingColumn(place, field, column, types);
    checkType(place, field, column, types.get(column)!);
    layout[field] = column;
  }
  return layout as Layout;
}

/** Returns the columns of numbers that are no part of a bar. An index that pandas stores is left out. */
export function ownNames(types: ReadonlyMap<string, string>, layout: Layout): readonly string[] {
  const parts = Object.values(layout);
  return [...types]
    .filter(([name, type]) => NUMERIC.test(type) && !parts.includes(name) && !name.startsWith("__index_level_"))
    .map(([name]) => name);
}

function usualColumn(field: BarField, types: ReadonlyMap<string, string>): string | undefined {
  for (const spelling of SPELLINGS[field])
    for (const name of types.keys()) if (normalizedName(name) === spelling) return name;
  return undefined;
}

function missingColumn(
  place: string,
  field: BarField,
  column: string | undefined,
  types: ReadonlyMap<string, string>,
): Error {
  const columns = [...types.keys()];
  const message = `must have a column ${column ?? SPELLINGS[field].slice(0, NAMES_SHOWN).join(" or ")} for ${field}, has ${columns.join(", ")}`;
  return invalidFile(place, message, { part: field, column, columns });
}

function checkType(place: string, field: BarField, column: string, type: string): void {
  const expected = TEXT_FIELDS.includes(field) ? "text" : "numbers";
  const isValid = TEXT_FIELDS.includes(field)
    ? /^(?:VARCHAR|ENUM\(.*\))$/s.test(type)
    : !(BAR_NUMBERS as readonly BarField[]).includes(field) || NUMERIC.test(type);
  if (isValid) return;
  throw invalidFile(place, `must have ${expected} in column ${column}, has ${type}`, { column, type });
}
