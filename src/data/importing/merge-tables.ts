import { basename } from "node:path";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { checkSpan } from "../../market/validate-bars.ts";
import { concatColumns } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { groupBy } from "../../primitives/map-helpers.ts";
import { listNames, pluralize } from "../../primitives/words.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate, formatInstant } from "../../time/instant.ts";
import {
  type Joined,
  joinTables,
  lengthOf,
  type MarketTable,
  ownNamesOf,
  type Table,
  tableName,
} from "./recorded-tables.ts";
import type { Refusals } from "./refusals.ts";

/** What an import does with already recorded tables: refuse the import, replace them, or append to them. */
export type ImportMode = "refuse" | "replace" | "append";

/** A table read from a file. */
interface FileTable {
  readonly file: string;
  readonly table: MarketTable;
}

/** A table that the import adds or changes. */
export interface WrittenTable {
  readonly table: MarketTable;
  readonly change: "new" | "replaced" | "appended";
  /** Number of new rows. */
  readonly added: number;
}

interface MergedTables {
  /** All tables after the import. */
  readonly tables: readonly MarketTable[];
  readonly written: readonly WrittenTable[];
  /** Notes on own columns that only some of the merged files have. */
  readonly notes: readonly string[];
}

/** Merges the tables of files with each other and with recorded tables. Conflicts are added to the refusals. */
export function mergeTables(
  recorded: readonly MarketTable[],
  imported: readonly FileTable[],
  mode: ImportMode,
  refusals: Refusals,
): MergedTables {
  const tables = new Map(recorded.map((table) => [tableName(table), table]));
  const written: WrittenTable[] = [];
  const notes: string[] = [];
  const quoted = new Set(imported.flatMap(({ table: { kind, symbol } }) => (kind === "quotes" ? [symbol] : [])));
  for (const [name, files] of groupBy(imported, ({ table }) => tableName(table))) {
    const { file } = files[0]!;
    const table = joinFiles(files, refusals, notes);
    const before = tables.get(name);
    if (before !== undefined && mode === "refuse") {
      const hasQuotes = table.kind === "bars" && quoted.has(table.symbol);
      const other = hasQuotes ? ", or import only the quotes of the file (--quotes-only)" : "";
      const message = `${name} are already recorded: replace them (--replace) or append to them (--append)${other}`;
      refusals.addFile({ file, line: null, field: null, reason: "recorded_already", message });
    } else if (before === undefined || mode === "replace") {
      checkOverlap(file, table, refusals);
      tables.set(name, table);
      written.push({ table, change: before === undefined ? "new" : "replaced", added: lengthOf(table) });
    } else {
      const { columns, added } = joinTable(file, before, table, refusals, notes);
      const appended = { ...table, interval: before.interval, names: Object.keys(columns), columns };
      checkOverlap(file, appended, refusals);
      tables.set(name, appended);
      written.push({ table: appended, change: "appended", added });
    }
  }
  return { tables: [...tables.values()], written, notes };
}

/** Refuses bars that overlap once all files are merged. */
function checkOverlap(file: string, table: MarketTable, refusals: Refusals): void {
  if (table.interval === null) return;
  try {
    checkSpan({ interval: table.interval, time: table.columns["time"]! }, tableName(table), "");
  } catch (error) {
    if (!(error instanceof HindcastError)) throw error;
    refusals.addFileError(file, error);
  }
}

/** Joins the rows of all files of a table. Files that follow each other in time are joined at once, overlapping files one by one. */
function joinFiles(files: readonly FileTable[], refusals: Refusals, notes: string[]): MarketTable {
  const sorted = files.toSorted((a, b) => firstTime(a.table) - firstTime(b.table));
  const consecutive: FileTable[] = [sorted[0]!];
  const overlapping: FileTable[] = [];
  for (const each of sorted.slice(1)) {
    const last = consecutive.at(-1)!.table;
    const follows = firstTime(each.table) > last.columns["time"]!.at(-1)! && sameNames(last.names, each.table.names);
    (follows ? consecutive : overlapping).push(each);
  }
  const { table } = consecutive[0]!;
  let columns: Table<string> = table.columns;
  if (consecutive.length > 1) {
    columns = Object.fromEntries(
      table.names.map((name) => [name, concatColumns(consecutive.map((each) => each.table.columns[name]!))]),
    );
  }
  for (const { file, table: next } of overlapping)
    columns = joinTable(file, { ...table, names: Object.keys(columns), columns }, next, refusals, notes).columns;
  return { ...table, names: Object.keys(columns), columns };
}

/** Joins the rows of two tables. Own columns of bars that only one of them has are NaN in the bars of the other. */
function joinTable(
  file: string,
  before: MarketTable,
  added: MarketTable,
  refusals: Refusals,
  notes: string[],
): Joined<string> {
  const name = tableName(added);
  const [ownBefore, ownAdded] = [ownNamesOf(before), ownNamesOf(added)];
  const others = ({ names }: MarketTable, own: readonly string[]) => names.filter((column) => !own.includes(column));
  if (!sameNames(others(before, ownBefore), others(added, ownAdded))) {
    const message = `${name} must have the same columns as the data already recorded or imported, ${before.names.join(", ")}, had ${added.names.join(", ")}`;
    refusals.addFile({ file, line: null, field: null, reason: "other_columns", message });
    return { columns: before.columns, added: 0, conflicts: [] };
  }
  const first = added.dropFirstOnOverlap === true && before.columns["time"]!.includes(firstTime(added)) ? 1 : 0;
  const columns = Object.fromEntries(added.names.map((column) => [column, added.columns[column]!.subarray(first)]));
  const missing = ownBefore.filter((column) => !ownAdded.includes(column));
  const more = ownAdded.filter((column) => !ownBefore.includes(column));
  const bars = basename(file);
  if (missing.length > 0)
    notes.push(`${name}: ${bars} has no column ${listNames(missing)}, so that its bars have no value there.`);
  if (more.length > 0)
    notes.push(`${name}: only ${bars} has the column ${listNames(more)}, so that other bars have no value there.`);
  const result = joinTables(before.columns, columns, [...before.names, ...more], added.keys);
  for (const { row, field, before: was, added: is } of result.conflicts) {
    const time = formatInstant(columns["time"]![row]!);
    const message = `${file}, ${name} at ${time} (row ${row + first + 1}): ${field} must be ${was}, as in the data already recorded or imported, was ${is}`;
    refusals.addFile({ file, line: null, field, reason: "overlap_differs", message });
  }
  return result;
}

function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}

function firstTime({ columns }: MarketTable): number {
  return columns["time"]![0]!;
}

/** A value, and the file that it was read from. */
export interface FromFile<T> {
  readonly file: string;
  readonly value: T;
}

/** Properties that recorded bars and actions depend on, so that an import cannot change them. */
export const FIXED_PROPERTIES = ["assetClass", "zone", "calendar", "currency", "priceBasis"] as const;

/**
 * Merges recorded and imported instruments. A recorded instrument must keep its class, zone, calendar, currency and price basis unless all its
 * data are replaced, and its expiration unless the mode is `replace`; its other properties come from the import.
 */
export function mergeInstruments(
  recorded: readonly RecordedInstrument[],
  imported: readonly FromFile<RecordedInstrument>[],
  mode: ImportMode,
  isReplaced: (symbol: string) => boolean,
  refusals: Refusals,
): readonly RecordedInstrument[] {
  const instruments = new Map(recorded.map((instrument) => [instrument.symbol, instrument]));
  const seenSymbols = new Set<string>();
  for (const { file, value } of imported) {
    const before = instruments.get(value.symbol);
    const isFixed = before !== undefined && (seenSymbols.has(value.symbol) || !isReplaced(value.symbol));
    const field = isFixed ? FIXED_PROPERTIES.find((name) => before[name] !== value[name]) : undefined;
    if (field !== undefined) {
      const message = `${file}: ${field} of ${value.symbol} must be ${before![field]}, as in the data already recorded or imported, was ${value[field]}`;
      refusals.addFile({ file, line: null, field, reason: "instrument_differs", message });
    }
    const [was, is] = [before?.expiration, value.expiration];
    if (was !== undefined && is !== undefined && was !== is && (mode !== "replace" || seenSymbols.has(value.symbol))) {
      const hint = mode === "replace" ? "" : ". --replace replaces the recorded expiration";
      const message = `${file}: the expiration of ${value.symbol} must be ${formatDate(was * DAY_MS)}, as in the data already recorded or imported, was ${formatDate(is * DAY_MS)}${hint}`;
      refusals.addFile({ file, line: null, field: "expiration", reason: "instrument_differs", message });
    }
    seenSymbols.add(value.symbol);
    instruments.set(value.symbol, value);
  }
  return [...instruments.values()];
}

interface MergedActions {
  /** All actions after the import. */
  readonly actions: readonly CorporateAction[];
  /** Actions of the import, each once. */
  readonly imported: readonly CorporateAction[];
  /** Notes on equal rows of one file. */
  readonly notes: readonly string[];
}

/**
 * Merges recorded and imported corporate actions. Actions of the same symbol, kind and ex-date must be equal, and a symbol has one delisting.
 * In the mode `replace`, a delisting replaces the recorded one, and splits and dividends replace the recorded ones.
 */
export function mergeActions(
  recorded: readonly CorporateAction[],
  imported: readonly FromFile<CorporateAction>[],
  mode: ImportMode,
  refusals: Refusals,
): MergedActions {
  const replaced = new Set(mode === "replace" ? imported.map(({ value }) => replacedWith(value)) : []);
  const kept = recorded.filter((action) => !replaced.has(replacedWith(action)));
  const actions = new Map(kept.map((action) => [actionKey(action), action]));
  const distinct = new Map<string, FromFile<CorporateAction>>();
  const repeated: FromFile<CorporateAction>[] = [];
  for (const { file, value } of imported) {
    const key = actionKey(value);
    const before = actions.get(key);
    const isAgain = distinct.get(key)?.file === file;
    const isDividendAgain = isAgain && value.kind === "dividend";
    const field = before && differentField(before, value, isAgain ? 0 : SAME_CASH);
    if (isAgain && field === undefined) repeated.push({ file, value });
    distinct.set(key, { file, value });
    if (field !== undefined) {
      const what = `${value.kind} of ${value.symbol} at ${dateOf(value)}`;
      const [was, is] = [before!, value].map((action) =>
        field === "exDate" ? dateOf(action) : (action[field] ?? "none"),
      );
      const hint =
        value.kind === "delisting" && mode !== "replace" ? ". --replace replaces the recorded delisting" : "";
      const message = isDividendAgain
        ? `${file} has several dividends of ${value.symbol} at ${dateOf(value)}, ${was} and ${is}: add them up in one row`
        : `${file}, ${what}: ${field} must be ${was}, as in the data already recorded or imported, was ${is}${hint}`;
      refusals.addFile({ file, line: null, field, reason: "overlap_differs", message });
    }
    // A recorded action stays as it is, if the amounts differ only in their last digits.
    if (before === undefined) actions.set(key, value);
  }
  return {
    actions: [...actions.values()].toSorted((a, b) => a.exDate - b.exDate),
    imported: Array.from(distinct.values(), ({ value }) => value),
    notes: Array.from(groupBy(repeated, ({ file }) => file).values(), repetitionNote),
  };
}

/** Returns a note on the rows of a file that repeat an action. */
function repetitionNote(rows: readonly FromFile<CorporateAction>[]): string {
  const { file, value } = rows[0]!;
  const first = `${value.kind} of ${value.symbol} at ${dateOf(value)}`;
  const advice = rows.some((row) => row.value.kind === "dividend")
    ? " If a day has two equal dividends, add them up in one row."
    : "";
  return `${basename(file)}: ${pluralize(rows.length, "action")} ${rows.length === 1 ? "is" : "are"} repeated in an equal row and recorded once, first the ${first}.${advice}`;
}

/** Returns the field in which two actions with one key differ; undefined if they are equal. */
function differentField(
  before: CorporateAction,
  added: CorporateAction,
  tolerance: number,
): "exDate" | "ratio" | "cash" | "price" | undefined {
  if (before.exDate !== added.exDate) return "exDate";
  if (before.ratio !== added.ratio) return "ratio";
  if (Math.abs(added.cash - before.cash) > tolerance * before.cash) return "cash";
  return before.price === added.price ? undefined : "price";
}

/** Largest relative difference of two amounts of one dividend, which may be derived from rounded factors. */
const SAME_CASH = 1e-4;

/** Identifies an action. A symbol has one delisting, whatever its date. */
function actionKey({ symbol, kind, exDate }: CorporateAction): string {
  return kind === "delisting" ? `${symbol} ${kind}` : `${symbol} ${kind} ${exDate}`;
}

/** Identifies the actions that an action replaces: a delisting leaves splits and dividends as they are, and vice versa. */
function replacedWith({ symbol, kind }: CorporateAction): string {
  return `${symbol} ${kind === "delisting"}`;
}

function dateOf({ exDate }: CorporateAction): string {
  return formatDate(exDate * DAY_MS);
}
