import { fileError, invalidFile } from "../file-error.ts";
import { type TextBytes, textOf } from "../csv/cell.ts";
import type { BarTable, TableFacts } from "../reading/bar-table.ts";
import { hasBarColumns, hasPriceNames, normalizedName } from "../reading/columns.ts";
import { tableOfValues } from "../reading/value-table.ts";
import { zoneFacts } from "../reading/zone-suffix.ts";

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
  const tables = tablesOf(value, 0);
  if (tables.length === 0) {
    const message =
      "contains no bars. Its JSON must be a list of objects with open, high, low and close, a list of rows, or an object with one list per column";
    throw invalidFile(file, message);
  }
  const { rows: table, facts } = joined(file, tables);
  const { names, named, rows } = table;
  return tableOfValues({
    file,
    kind: "JSON",
    names,
    named,
    facts,
    notes: pageNotes(value),
    length: rows.length,
    value: (row, position) => rows[row]![position],
    counted: "row",
  });
}

/** Notes an answer of a server that is one of several pages. */
function pageNotes(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  const name = ["next_page_token", "next_url", "nextPageToken"].find((one) => (value[one] ?? "") !== "");
  return name === undefined ? [] : [`The file is one page of an answer: its ${name} states that more bars follow.`];
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
/** Matches the name of an object's only member that may be a symbol, rather than a word such as `data`. */
const SYMBOL_LIKE = /^[A-Z0-9^][A-Z0-9.^=/:-]*$/;

/** Finds all tables of bars in a value. The names of several tables in one object are their symbols, unless they state their own. */
function tablesOf(value: unknown, depth: number): readonly Found[] {
  const direct = rowsOf(value);
  const facts = isRecord(value) ? statedFacts(value) : {};
  if (direct !== undefined) return [{ rows: direct, facts }];
  if (depth > DEEPEST || typeof value !== "object" || value === null) return [];
  const members = Object.entries(value);
  const found = members.flatMap(([name, inner]) => tablesOf(inner, depth + 1).map((table) => ({ name, table })));
  const [only] = members;
  const isNamed = isRecord(value) && (found.length > 1 || (members.length === 1 && SYMBOL_LIKE.test(only![0])));
  return found.map(({ name, table }) => ({
    rows: table.rows,
    facts: { ...facts, ...(isNamed && { symbol: name }), ...table.facts },
  }));
}

/** Joins the tables of several symbols to one with a column of symbols. Throws `DATA_FILE_INVALID` for tables that no symbol distinguishes. */
function joined(file: string, all: readonly Found[]): Found {
  // Lists of numbers next to tables with names may be anything.
  const withNames = all.filter(({ rows }) => rows.named);
  const tables = withNames.length > 0 ? withNames : all;
  const [first] = tables as [Found, ...Found[]];
  if (tables.length === 1) return first;
  const symbols = tables.map(({ facts }) => facts.symbol);
  const isClear = !symbols.includes(undefined) && new Set(symbols).size === symbols.length;
  const zones = new Set(tables.map(({ facts }) => facts.zone ?? facts.unclearZone));
  const widths = new Set(tables.map(({ rows }) => rows.names.length));
  if (!isClear || zones.size > 1 || (!first.rows.named && widths.size > 1)) {
    const message = `contains ${tables.length} tables of bars, which do not state different symbols and one zone. Save each in a file of its own`;
    throw invalidFile(file, message, { tables: tables.length });
  }
  const { symbol: _, ...facts } = first.facts;
  const names = first.rows.named ? [...new Set(tables.flatMap(({ rows }) => rows.names))] : first.rows.names;
  const rows = tables.flatMap(({ rows: table }, i) => {
    const places = table.named ? names.map((name) => table.names.indexOf(name)) : names.map((_name, at) => at);
    return table.rows.map((row) => [symbols[i], ...places.map((place) => row[place])]);
  });
  return { rows: { names: [first.rows.named ? "symbol" : "", ...names], named: first.rows.named, rows }, facts };
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

/** Returns the names of all members of some objects, in the order in which they first occur. */
export function namesOfMembers(objects: readonly Record_[]): readonly string[] {
  const names = new Set<string>();
  let last: readonly string[] = [];
  for (const one of objects) {
    const keys = Object.keys(one);
    // Most objects have the names of the one before.
    if (keys.length === last.length && keys.every((key, at) => key === last[at])) continue;
    for (const key of keys) names.add(key);
    last = keys;
  }
  return [...names];
}

/** A list of objects with the names of bars; names may be missing in some of them. Prices may be in an object of their own. */
function rowsOfObjects(list: readonly Record_[]): FoundRows | undefined {
  const names = namesOfMembers(list);
  if (hasBarColumns(names)) return { names, named: true, rows: list.map((one) => names.map((name) => one[name])) };
  const inner = names.filter((name) => {
    const prices = list[0]?.[name];
    return isRecord(prices) && hasPriceNames(Object.keys(prices));
  });
  if (inner.length !== 1) return undefined;
  return rowsOfObjects(
    list.map(({ [inner[0]!]: prices, ...others }) => ({ ...others, ...(isRecord(prices) ? prices : {}) })),
  );
}

/** A list of lists of numbers, such as ccxt's; the first may have the names of columns. */
function rowsOfLists(list: readonly unknown[]): FoundRows | undefined {
  const [first] = list;
  if (!Array.isArray(first) || first.length < 5) return undefined;
  const isRow = (row: unknown): row is readonly unknown[] =>
    Array.isArray(row) && row.length === first.length && row.every((cell) => typeof cell !== "object" || cell === null);
  if (!list.every(isRow)) return undefined;
  const names = first.map(String);
  if (hasPriceNames(names)) return { names, named: true, rows: list.slice(1) };
  return { names: first.map(() => ""), named: false, rows: list };
}

/** Rows next to a list of their names, and perhaps an index, as pandas writes with `orient="split"`. */
function splitTable(value: Record_): FoundRows | undefined {
  const lists = Object.entries(value).filter((entry): entry is [string, readonly unknown[]] => Array.isArray(entry[1]));
  const [data, ...more] = lists.filter(([, list]) => list.length > 0 && list.every(Array.isArray));
  if (data === undefined || more.length > 0) return undefined;
  const rows = data[1] as readonly (readonly unknown[])[];
  const columns = lists
    .filter(([name]) => /col|name|field|head/i.test(name))
    .map(([, list]) => list.map((one) => (isRecord(one) ? one["name"] : one)))
    .find((list) => list.length === rows[0]!.length && list.every((name) => typeof name === "string"));
  if (columns === undefined) return undefined;
  const index = value["index"];
  const indexed = Array.isArray(index) && index.length === rows.length && !hasBarColumns(columns as string[]);
  const names = [...(indexed ? [""] : []), ...(columns as string[])];
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
  const keys = namesOfMembers(objects.map(([, column]) => column));
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
  const names = namesOfMembers(entries.map(([, one]) => one));
  if (!hasBarColumns(["time", ...names])) return undefined;
  return {
    names: ["time", ...names],
    named: true,
    rows: entries.map(([time, one]) => [time, ...names.map((name) => one[name])]),
  };
}

/** Returns the symbol and the zone that an object states next to its bars or in an object of facts. */
function statedFacts(value: Record_): TableFacts {
  let facts: TableFacts = {};
  for (const [name, inner] of Object.entries(value)) {
    const plain = normalizedName(name);
    if (typeof inner === "string" && inner !== "") {
      if (["symbol", "ticker", "pair", "instrument"].includes(plain)) facts = { ...facts, symbol: inner };
      if (["timezone", "exchangetimezone", "exchangetimezonename"].includes(plain))
        facts = { ...facts, ...zoneFacts(inner) };
    } else if (plain.startsWith("meta") && isRecord(inner)) facts = { ...facts, ...statedFacts(inner) };
  }
  return facts;
}
