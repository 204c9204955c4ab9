import { basename } from "node:path";
import type { DatedFact, RecordedInstrument, RecordedMarket } from "../../market/recorded-market.ts";
import { missingColumn } from "../../primitives/column.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate, parseDate } from "../../time/instant.ts";
import { pluralize } from "../../primitives/words.ts";
import { zoneOf } from "../../time/zone.ts";
import { BAR_FILE_ENDINGS } from "../bar-formats.ts";
import { textOf } from "../csv/cell.ts";
import {
  dateColumn,
  dayOfDate,
  readFacts,
  recordedInstruments,
  recordedRows,
  symbolColumn,
} from "../importing/fact-table.ts";
import { type ImportedPart, type Importer, type ImportFile, refuseRow } from "../importing/importer.ts";
import { FIXED_PROPERTIES } from "../importing/merge-tables.ts";
import {
  cutTable,
  joinTables,
  lengthOf,
  marketPartsOf,
  type MarketTable,
  tableName,
  tablesOf,
} from "../importing/recorded-tables.ts";

/** Imports changes of symbols: the data under an old symbol and those under the new one become one series. Reads tables and map files of LEAN. */
export const renames: Importer = {
  name: "renames",
  title: "Changes of the symbols of recorded instruments",
  endings: BAR_FILE_ENDINGS,
  read,
};

/** A change of a symbol: from the day on, the instrument has the symbol `to`. */
interface Rename {
  readonly line: number;
  /** Instant of the day. */
  readonly date: number;
  readonly symbol: string;
  readonly to: string;
}

const COLUMNS = {
  date: dateColumn("date", "effectivedate", "changedate", "day"),
  symbol: symbolColumn("from", "old", "oldsymbol", "oldticker", "fromsymbol"),
  to: symbolColumn("to", "new", "newsymbol", "newticker", "tosymbol"),
};

async function read(file: ImportFile): Promise<ImportedPart> {
  const map = leanMap(file);
  const { rows, notes } = map === undefined ? await readFacts(file, COLUMNS) : { rows: map, notes: [] };
  const symbols = new Set(recordedInstruments(file).keys());
  const sorted = rows.toSorted((a, b) => a.date - b.date);
  // A symbol is also recorded once an earlier change has given it to recorded data.
  const { rows: changes, notes: left } = recordedRows(file, sorted, "changes", ({ symbol, to }) => {
    const isRecorded = symbols.has(symbol);
    if (isRecorded) symbols.add(to);
    return isRecorded;
  });
  return {
    instruments: [],
    revise: (market) => changes.reduce((before, change) => renamed(file, before, change), market),
    reading: `${basename(file.file)}: ${pluralize(changes.length, "change")} of symbols.`,
    notes: [...left, ...notes],
  };
}

/**
 * Returns the changes of a map file of LEAN; undefined for another file. Each row has the last day of a symbol, and the first row the day on
 * which the first symbol was listed.
 */
function leanMap({ text }: ImportFile): readonly Rename[] | undefined {
  const lines = textOf(text.bytes, 0, text.length).trimEnd().split(/\r?\n/);
  const rows = lines.map((line) => /^(\d{4})(\d{2})(\d{2}),([^,]+)(?:,\w*)?$/.exec(line));
  if (rows.some((row) => row === null)) return undefined;
  return rows.flatMap((row, at) => {
    const [, year, month, day, symbol] = row!;
    const to = rows[at + 1]?.[4];
    if (to === undefined || to === symbol) return [];
    const date = parseDate(`${year}-${month}-${day}`) + DAY_MS;
    return [{ line: at + 1, date, symbol: symbol!.toUpperCase(), to: to.toUpperCase() }];
  });
}

/** Moves all data of the old symbol to the new one. Refuses rows of the old symbol after the change, and of the new one before it. */
function renamed(file: ImportFile, market: RecordedMarket, { symbol: from, to, date, line }: Rename): RecordedMarket {
  const before = market.instruments.find(({ symbol }) => symbol === from);
  const after = market.instruments.find(({ symbol }) => symbol === to);
  if (before === undefined) return market;
  const zone = zoneOf(before.zone);
  const day = dayOfDate(date, zone);
  const change = zone.toInstantOrAfter(day * DAY_MS);
  const on = formatDate(day * DAY_MS);
  const tables = tablesOf(market);
  const problems: string[] = [];
  const field = after && FIXED_PROPERTIES.find((name) => before[name] !== after[name]);
  if (field !== undefined)
    problems.push(`${field} of ${to} must be that of ${from}, ${before[field]}, was ${after![field]}`);
  for (const table of tables) {
    const strange = table.symbol === from ? cutTable(table, change, Infinity) : cutTable(table, -Infinity, change);
    if ((table.symbol !== from && table.symbol !== to) || lengthOf(strange) === 0) continue;
    const when =
      table.symbol === from ? `from ${on} on, when it became ${to}` : `before ${on}, when ${from} became ${to}`;
    problems.push(
      `${tableName(table)} have ${pluralize(lengthOf(strange), "row")} ${when}, which may be of another company: import them under another symbol`,
    );
  }
  for (const problem of problems) refuseRow(file, line, ["from", "rename_differs", problem]);
  if (problems.length > 0) return market;
  const others = tables.filter((table) => table.symbol !== from && table.symbol !== to);
  const own = tables.filter((table) => table.symbol === to);
  const moved = tables.filter((table) => table.symbol === from).map((table) => ({ ...table, symbol: to }));
  const instrument = after ?? renamedInstrument(before, to);
  return {
    ...market,
    notes: [...market.notes, `${to} had the symbol ${from} before ${on}.`],
    instruments: market.instruments
      .filter((one) => one !== before || after === undefined)
      .map((one) => (one === before ? instrument : withContract(one, from, to))),
    ...marketPartsOf([...others, ...joinedTables(moved, own)]),
    actions: market.actions.map((action) =>
      action.symbol === from ? Object.freeze({ ...action, symbol: to }) : action,
    ),
    facts: [
      ...market.facts.map((fact) => (fact.symbol === from ? { ...fact, symbol: to } : fact)),
      ...nameFacts(
        market,
        before,
        instrument,
        change,
        Math.min(...moved.map(({ columns }) => columns["time"]![0] ?? Infinity)),
      ),
    ],
  };
}

/** Returns an instrument; in a continuous series, the symbol of a renamed contract is replaced. */
function withContract(instrument: RecordedInstrument, from: string, to: string): RecordedInstrument {
  const { contracts } = instrument;
  if (contracts?.includes(from) !== true) return instrument;
  return Object.freeze({ ...instrument, contracts: contracts.map((one) => (one === from ? to : one)) });
}

function renamedInstrument(before: RecordedInstrument, symbol: string): RecordedInstrument {
  const { name, base } = before;
  return Object.freeze({
    ...before,
    symbol,
    name: name === before.symbol ? symbol : name,
    base: base === before.symbol ? symbol : base,
  });
}

/** Returns the facts that the instrument had the old name until the change, and has the new one since. */
function nameFacts(
  { facts }: RecordedMarket,
  before: RecordedInstrument,
  after: RecordedInstrument,
  change: number,
  first: number,
): readonly DatedFact[] {
  const hasNames = ({ symbol }: RecordedInstrument): boolean =>
    facts.some((fact) => fact.kind === "name" && fact.symbol === symbol);
  const fact = (value: string, knownAt: number): DatedFact => ({ symbol: after.symbol, kind: "name", value, knownAt });
  return [
    ...(hasNames(before) || !Number.isFinite(first) ? [] : [fact(before.name, first)]),
    ...(hasNames(after) ? [] : [fact(after.name, change)]),
  ];
}

/** Joins each table with that of the same kind and interval, which follows it in time. A column that one of them lacks has no values there. */
function joinedTables(first: readonly MarketTable[], second: readonly MarketTable[]): readonly MarketTable[] {
  const following = new Map(second.map((table) => [tableName(table), table]));
  const joined = first.map((table) => {
    const next = following.get(tableName(table));
    if (next === undefined) return table;
    following.delete(tableName(table));
    const names = [...new Set([...table.names, ...next.names])];
    const whole = ({ columns, names: own }: MarketTable, length: number) =>
      Object.fromEntries(names.map((name) => [name, own.includes(name) ? columns[name]! : missingColumn(length)]));
    const { columns } = joinTables(whole(table, lengthOf(table)), whole(next, lengthOf(next)), names, table.keys);
    return { ...next, names, columns };
  });
  return [...joined, ...following.values()];
}
