import { type BarColumns, Bars } from "../../market/bars.ts";
import type { RecordedChain, RecordedMarket, RecordedQuotes, RecordedSeries } from "../../market/recorded-market.ts";
import type { ImportedQuotes } from "./importer.ts";
import type { Interval } from "../../time/interval.ts";
import { ADJUSTED_COLUMN, BAR_COLUMNS, CHAIN_COLUMNS, QUOTE_COLUMNS } from "../recording/column-names.ts";
import type { Key, Table } from "./join-tables.ts";

/** One of the tables of a market, bars, quotes or chains, with its columns by name. */
export interface MarketTable {
  readonly kind: "bars" | "quotes" | "chain";
  readonly symbol: string;
  readonly interval: Interval | null;
  readonly names: readonly string[];
  readonly keys: readonly Key<string>[];
  readonly columns: Table<string>;
  /** The first row is left out where there is one at its time already. */
  readonly firstGivesWay?: boolean;
}

const BY_TIME: readonly Key<string>[] = [["time", 1]];
const BY_CONTRACT: readonly Key<string>[] = [
  ["time", 1],
  ["expiration", 1],
  ["strike", 1],
  ["right", -1],
];

/** The tables of a market, or of a part of one. */
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
    ...series.map(({ symbol, bars }): MarketTable => {
      const names = bars.adjClose === undefined ? BAR_COLUMNS : [...BAR_COLUMNS, ADJUSTED_COLUMN];
      return { kind: "bars", symbol, interval: bars.interval, names, keys: BY_TIME, columns: pick(bars, names) };
    }),
    ...quotes.map((each): MarketTable => {
      const columns = pick(each, QUOTE_COLUMNS);
      const { symbol, firstGivesWay = false } = each;
      return { kind: "quotes", symbol, interval: null, names: QUOTE_COLUMNS, keys: BY_TIME, columns, firstGivesWay };
    }),
    ...chains.map((each): MarketTable => {
      const columns = pick(each, CHAIN_COLUMNS);
      return { kind: "chain", symbol: each.symbol, interval: null, names: CHAIN_COLUMNS, keys: BY_CONTRACT, columns };
    }),
  ];
}

/** The parts of a market that tables are. */
export function partsOf(tables: readonly MarketTable[]): Pick<RecordedMarket, "series" | "quotes" | "chains"> {
  const of = <T>(kind: MarketTable["kind"], make: (table: MarketTable) => T): readonly T[] =>
    tables.filter((table) => table.kind === kind).map(make);
  return {
    series: of("bars", ({ symbol, interval, columns }): RecordedSeries => {
      return { symbol, bars: new Bars(interval!, columns as Table<string> & BarColumns) };
    }),
    quotes: of("quotes", ({ symbol, columns }) => ({ symbol, ...columns }) as RecordedQuotes),
    chains: of("chain", ({ symbol, columns }) => ({ symbol, ...columns }) as RecordedChain),
  };
}

/** What a table is called: `bars of 1d of AAPL`. */
export function tableName({ kind, symbol, interval }: MarketTable): string {
  return `${kind}${interval === null ? "" : ` of ${interval}`} of ${symbol}`;
}
