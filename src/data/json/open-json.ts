import { fileError, invalidFile } from "../file-error.ts";
import { type TextBytes, textOf } from "../csv/cell.ts";
import type { BarTable, TableFacts } from "../reading/bar-table.ts";
import { hasBarColumns, hasPriceNames, normalizedName } from "../reading/columns.ts";
import { tableOfValues } from "../reading/value-table.ts";
import { isUtc } from "../reading/zone-suffix.ts";

/** Rows found in a JSON text, with the facts around them. */
interface FoundRows {
  readonly names: readonly string[];
  readonly named: boolean;
  readonly rows: readonly (readonly unknown[])[];
}

type Record_ = Readonly<Record<string, unknown>>;

/**
 * Opens a JSON text that has the bars of one or several symbols: a list of objects, a list of lists, an object of equal lists, or an object
 * by date or by symbol, at any depth. Throws `DATA_EMPTY` and `DATA_FILE_INVALID`.
 */
export function openJson(file: string, text: TextBytes): BarTable {
  const value = parseJson(file, text);
  if (Array.isArray(value) && value.length === 0) throw fileError("DATA_EMPTY", file, "has no rows");
  const found = findRows(value, 0);
  if (found === undefined) {
    const message =
      "contains no bars. Its JSON must be a list of objects with open, high, low and close, a list of rows, or an object with one list per column";
    throw invalidFile(file, message);
  }
  const { names, named, rows } = found.rows;
  return tableOfValues({
    file,
    kind: "JSON",
    names,
    named,
    facts: found.facts,
    notes: [],
    length: rows.length,
    value: (row, position) => rows[row]![position],
    counted: "row",
  });
}

/** Parses JSON. Throws `DATA_FILE_INVALID` for an incomplete or damaged text. */
function parseJson(file: string, { bytes, length }: TextBytes): unknown {
  try {
    // Some Windows tools write a byte order mark, which JSON does not allow.
    return JSON.parse(textOf(bytes, 0, length).replace(/^\uFEFF/, ""));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw invalidFile(file, `must be complete JSON: ${cause}`, { cause });
  }
}

/** Rows of bars in a value, with the symbol and zone that the objects around them state. */
interface Found {
  readonly rows: FoundRows;
  readonly facts: TableFacts;
}

/** Depth of objects in which bars are searched. */
const DEEPEST = 6;

function findRows(value: unknown, depth: number): Found | undefined {
  const direct = rowsOf(value);
  if (direct !== undefined) return { rows: direct, facts: isRecord(value) ? statedFacts(value) : {} };
  if (depth > DEEPEST || typeof value !== "object" || value === null) return undefined;
  const bySymbol = isRecord(value) ? rowsBySymbol(value) : undefined;
  if (bySymbol !== undefined) return { rows: bySymbol, facts: {} };
  for (const inner of Object.values(value)) {
    const found = findRows(inner, depth + 1);
    if (found !== undefined)
      return isRecord(value) ? { ...found, facts: { ...statedFacts(value), ...found.facts } } : found;
  }
  return undefined;
}

function isRecord(value: unknown): value is Record_ {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the rows of a value that is itself a table; undefined for any other value. */
function rowsOf(value: unknown): FoundRows | undefined {
  if (Array.isArray(value)) return value.every(isRecord) ? rowsOfObjects(value) : rowsOfLists(value);
  if (!isRecord(value)) return undefined;
  return splitTable(value) ?? rowsOfColumns(value) ?? rowsByDate(value) ?? rowsBelowTimes(value);
}

/** A list of objects with the names of bars; names may be missing in some of them. */
function rowsOfObjects(list: readonly Record_[]): FoundRows | undefined {
  const names = [...new Set(list.slice(0, 100).flatMap((one) => Object.keys(one)))];
  if (!hasBarColumns(names)) return undefined;
  return { names, named: true, rows: list.map((one) => names.map((name) => one[name])) };
}

/** A list of lists of numbers, such as ccxt's. */
function rowsOfLists(list: readonly unknown[]): FoundRows | undefined {
  const [first] = list;
  if (!Array.isArray(first) || first.length < 5) return undefined;
  const isRow = (row: unknown): row is readonly unknown[] =>
    Array.isArray(row) &&
    row.length === first.length &&
    row.every((cell) => typeof cell === "number" || typeof cell === "string");
  if (!list.every(isRow)) return undefined;
  return { names: first.map(() => ""), named: false, rows: list };
}

/** Names, rows and perhaps an index, as pandas writes with `orient="split"`. */
function splitTable({ columns, data, index }: Record_): FoundRows | undefined {
  if (!Array.isArray(columns) || !Array.isArray(data) || !data.every(Array.isArray)) return undefined;
  const rows = data as readonly (readonly unknown[])[];
  const indexed = Array.isArray(index) && index.length === rows.length && !hasBarColumns(columns.map(String));
  const names = [...(indexed ? [""] : []), ...columns.map(String)];
  return { names, named: true, rows: indexed ? rows.map((row, i) => [index[i], ...row]) : rows };
}

/** Lists of equal length by the names of columns, or objects by row, as pandas writes with `orient="columns"`. */
function rowsOfColumns(value: Record_): FoundRows | undefined {
  const lists = Object.entries(value).filter((entry): entry is [string, readonly unknown[]] => Array.isArray(entry[1]));
  const names = lists.map(([name]) => name);
  const length = lists[0]?.[1].length ?? 0;
  if (hasBarColumns(names) && lists.every(([, list]) => list.length === length)) {
    return { names, named: true, rows: Array.from({ length }, (_, row) => lists.map(([, list]) => list[row])) };
  }
  const objects = Object.entries(value).filter((entry): entry is [string, Record_] => isRecord(entry[1]));
  if (!hasPriceNames(objects.map(([name]) => name)) || objects.length < 4) return undefined;
  const keys = Object.keys(objects[0]![1]);
  return {
    names: ["", ...objects.map(([name]) => name)],
    named: true,
    rows: keys.map((key) => [key, ...objects.map(([, column]) => column[key])]),
  };
}

/** A list of times, and lists of prices of equal length in objects next to it, as Yahoo's charts have them. */
function rowsBelowTimes(value: Record_): FoundRows | undefined {
  const time = Object.entries(value).find(([name, list]) => Array.isArray(list) && hasBarColumns([name, ...PRICES]));
  if (time === undefined) return undefined;
  const length = (time[1] as readonly unknown[]).length;
  const lists = new Map<string, readonly unknown[]>();
  const collect = (inner: unknown, depth: number): void => {
    if (depth > DEEPEST || typeof inner !== "object" || inner === null) return;
    for (const [name, one] of Object.entries(inner)) {
      if (Array.isArray(one) && one.length === length && !one.some(isRecord)) lists.set(name, one);
      else collect(one, depth + 1);
    }
  };
  collect(value, 0);
  const names = [...lists.keys()];
  if (!hasBarColumns(names)) return undefined;
  return {
    names,
    named: true,
    rows: Array.from({ length }, (_, row) => names.map((name) => lists.get(name)![row])),
  };
}

const PRICES = ["open", "high", "low", "close"] as const;

/** Objects by date, such as Alpha Vantage's. */
function rowsByDate(value: Record_): FoundRows | undefined {
  const entries = Object.entries(value);
  const [first] = entries;
  if (first === undefined || !/^\d{4}-?\d{2}-?\d{2}|^\d{9,16}$/.test(first[0])) return undefined;
  if (!entries.every((entry): entry is [string, Record_] => isRecord(entry[1]))) return undefined;
  const names = Object.keys(first[1] as Record_);
  if (!hasBarColumns(["time", ...names])) return undefined;
  return {
    names: ["time", ...names],
    named: true,
    rows: entries.map(([time, one]) => [time, ...names.map((name) => (one as Record_)[name])]),
  };
}

/** Tables by symbol with the same names, such as Alpaca's `bars`; undefined for an object with other values. */
function rowsBySymbol(value: Record_): FoundRows | undefined {
  const entries = Object.entries(value);
  const [only] = entries;
  // One table may be a list of any name, such as `data`; symbols are in capitals.
  if (only === undefined || (entries.length === 1 && !/^[A-Z0-9^][A-Z0-9.^=/:-]*$/.test(only[0]))) return undefined;
  const tables = entries.map(([symbol, inner]) => ({ symbol, table: rowsOf(inner) }));
  const [first] = tables;
  const names = first?.table?.names;
  if (names === undefined || first?.table?.named !== true) return undefined;
  const rows: (readonly unknown[])[] = [];
  for (const { symbol, table } of tables) {
    if (table === undefined || table.names.join("\n") !== names.join("\n")) return undefined;
    for (const row of table.rows) rows.push([symbol, ...row]);
  }
  return { names: ["symbol", ...names], named: true, rows };
}

/** Returns the symbol and the zone that an object states next to its bars or in an object of facts. */
function statedFacts(value: Record_): TableFacts {
  let facts: TableFacts = {};
  for (const [name, inner] of Object.entries(value)) {
    const plain = normalizedName(name);
    if (typeof inner === "string" && inner !== "") {
      if (["symbol", "ticker", "pair"].includes(plain)) facts = { ...facts, symbol: inner };
      if (["timezone", "exchangetimezone", "exchangetimezonename"].includes(plain))
        facts = { ...facts, ...zoneFacts(inner) };
    } else if (plain.startsWith("meta") && isRecord(inner)) facts = { ...facts, ...statedFacts(inner) };
  }
  return facts;
}

/** Returns the zone that a name states, and whether it names no single zone. */
function zoneFacts(name: string): TableFacts {
  if (isUtc(name)) return { zone: "UTC" };
  return /^[A-Z]\w+\/[\w/+-]+$/.test(name) ? { zone: name } : { unclearZone: name };
}
