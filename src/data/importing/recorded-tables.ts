import { Bars } from "../../market/bars.ts";
import type { BarColumns } from "../../market/validate-bars.ts";
import type { RecordedChain, RecordedMarket, RecordedQuotes, RecordedSeries } from "../../market/recorded-market.ts";
import type { Column } from "../../primitives/column.ts";
import { mapValues } from "../../primitives/record-helpers.ts";
import { type Interval, usualName } from "../../time/interval.ts";
import { CHAIN_COLUMNS, QUOTE_COLUMNS } from "../recording/column-names.ts";
import { rangeOf } from "../recording/selection.ts";
import { BARS, ownColumnsOf } from "../recording/series-kinds.ts";
import type { ImportedQuotes } from "./importer.ts";

/** A table of a market: bars, quotes or a chain, with columns by name. */
export interface MarketTable {
  readonly kind: "bars" | "quotes" | "chain";
  readonly symbol: string;
  readonly interval: Interval | null;
  readonly names: readonly string[];
  readonly keys: readonly Key<string>[];
  readonly columns: Table<string>;
  /** Whether the first row is left out when this table is joined to a table that has a row at the same time. */
  readonly dropFirstOnOverlap?: boolean;
}

const BY_TIME: readonly Key<string>[] = [["time", 1]];
const BY_CONTRACT: readonly Key<string>[] = [
  ["time", 1],
  ["expiration", 1],
  ["strike", 1],
  ["right", -1],
];

/** Returns the tables of a market, or of a part of one. */
export function tablesOf({
  series = [],
  quotes = [],
  chains = [],
}: Partial<
  Pick<RecordedMarket, "series" | "chains"> & { readonly quotes: readonly ImportedQuotes[] }
>): readonly MarketTable[] {
  const pick = (from: object, names: readonly string[]): Table<string> =>
    Object.fromEntries(names.map((name) => [name, (from as Table<string>)[name]!]));
  return [
    ...series.map((each): MarketTable => {
      const { symbol, bars } = each;
      const columns = BARS.columns(each);
      return { kind: "bars", symbol, interval: bars.interval, names: Object.keys(columns), keys: BY_TIME, columns };
    }),
    ...quotes.map((each): MarketTable => {
      const columns = pick(each, QUOTE_COLUMNS);
      const { symbol, dropFirstOnOverlap = false } = each;
      return {
        kind: "quotes",
        symbol,
        interval: null,
        names: QUOTE_COLUMNS,
        keys: BY_TIME,
        columns,
        dropFirstOnOverlap,
      };
    }),
    ...chains.map((each): MarketTable => {
      const columns = pick(each, CHAIN_COLUMNS);
      return { kind: "chain", symbol: each.symbol, interval: null, names: CHAIN_COLUMNS, keys: BY_CONTRACT, columns };
    }),
  ];
}

/** Returns the series, quotes and chains of a market from its tables. */
export function marketPartsOf(tables: readonly MarketTable[]): Pick<RecordedMarket, "series" | "quotes" | "chains"> {
  const of = <T>(kind: MarketTable["kind"], make: (table: MarketTable) => T): readonly T[] =>
    tables.filter((table) => table.kind === kind).map(make);
  return {
    series: of("bars", ({ symbol, interval, columns }): RecordedSeries => {
      return { symbol, bars: new Bars(interval!, columns as Table<string> & BarColumns), ...ownColumnsOf(columns) };
    }),
    quotes: of("quotes", ({ symbol, columns }) => ({ symbol, ...columns }) as RecordedQuotes),
    chains: of("chain", ({ symbol, columns }) => ({ symbol, ...columns }) as RecordedChain),
  };
}

/** Returns a table with its rows from one time up to but not including another. */
export function cutTable(table: MarketTable, from: number, to: number): MarketTable {
  const { start, end } = rangeOf(table.columns["time"]!, from, to);
  return { ...table, columns: mapValues(table.columns, (column) => column.subarray(start, end)) };
}

export function lengthOf({ columns }: MarketTable): number {
  return columns["time"]!.length;
}

/** Returns the names of the own columns of bars. Quotes and chains have none. */
export function ownNamesOf({ kind, columns }: MarketTable): readonly string[] {
  return kind === "bars" ? Object.keys(ownColumnsOf(columns).columns ?? {}) : [];
}

/** Returns the name of a table for messages: `bars of 1d of AAPL`. Bars of `60m` and `1h` are the same table. */
export function tableName({ kind, symbol, interval }: MarketTable): string {
  return `${kind}${interval === null ? "" : ` of ${usualName(interval)}`} of ${symbol}`;
}

/** Columns of equal length by name. */
export type Table<K extends string> = Readonly<Record<K, Column>>;

/** A key column of a table, which sorts and identifies rows; direction 1 sorts ascending, -1 descending. */
type Key<K extends string> = readonly [name: K, direction: 1 | -1];

/** Two rows with the same key and different values. */
interface Conflict {
  /** Index of the row in the added table. */
  readonly row: number;
  readonly field: string;
  readonly before: number;
  readonly added: number;
}

export interface Joined<K extends string> {
  readonly columns: Table<K>;
  /** Number of new rows. */
  readonly added: number;
  readonly conflicts: readonly Conflict[];
}

/**
 * Joins two tables sorted by their keys. Rows with the same key become one row; different values are conflicts. A column
 * that only one table has is NaN in the rows of the other.
 */
export function joinTables(
  before: Table<string>,
  added: Table<string>,
  names: readonly string[],
  keys: readonly Key<string>[],
): Joined<string> {
  const [n, m] = [before[keys[0]![0]]!.length, added[keys[0]![0]]!.length];
  const columns = names.map((name) => ({
    name,
    one: before[name],
    other: added[name],
    joined: new Float64Array(n + m),
  }));
  const conflicts: Conflict[] = [];
  let length = 0;
  let i = 0;
  let j = 0;
  while (i < n || j < m) {
    const step = i === n ? 1 : j === m ? -1 : compare(before, i, added, j, keys);
    for (const { one, other, joined } of columns)
      joined[length] = step <= 0 && one !== undefined ? one[i]! : step >= 0 && other !== undefined ? other[j]! : NaN;
    if (step === 0) {
      const differs = columns.find(({ one, other }) => one && other && !isSame(one[i]!, other[j]!));
      if (differs !== undefined)
        conflicts.push({ row: j, field: differs.name, before: differs.one![i]!, added: differs.other![j]! });
    }
    length++;
    if (step <= 0) i++;
    if (step >= 0) j++;
  }
  const exact = Object.fromEntries(columns.map(({ name, joined }) => [name, joined.subarray(0, length)]));
  return { columns: exact, added: length - n, conflicts };
}

function compare(a: Table<string>, i: number, b: Table<string>, j: number, keys: readonly Key<string>[]): number {
  for (const [name, direction] of keys) {
    const difference = (a[name]![i]! - b[name]![j]!) * direction;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether two numbers are equal, or both NaN. */
function isSame(a: number, b: number): boolean {
  return a === b || (a !== a && b !== b);
}
