import type { CorporateAction } from "../../market/corporate-action.ts";
import { groupBy } from "../../primitives/map-helpers.ts";
import { groupThousands } from "../../primitives/words.ts";
import type { Interval } from "../../time/interval.ts";
import { formatInstant } from "../../time/instant.ts";
import type { WrittenTable } from "./merge-tables.ts";
import type { Refusal, Refusals } from "./refusals.ts";

/** A table that an import adds or changes. */
export interface ReportedTable {
  readonly kind: "bars" | "quotes" | "chain";
  readonly symbol: string;
  /** Interval of bars; null for quotes and chains. */
  readonly interval: Interval | null;
  readonly change: "new" | "replaced" | "appended";
  /** Rows of the table after the import, and how many of them are new. */
  readonly rows: number;
  readonly added: number;
  /** Time of the first and the last row, as ISO instants. */
  readonly first: string;
  readonly last: string;
}

/** Result of an import or a dry run: tables, actions, notes and refusals. */
export interface ImportReport {
  readonly importer: string;
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
  readonly tables: readonly ReportedTable[];
  /** Number of splits, dividends and delistings by symbol. */
  readonly actions: readonly {
    readonly symbol: string;
    readonly splits: number;
    readonly dividends: number;
    readonly delistings: number;
  }[];
  readonly notes: readonly string[];
  readonly refused: {
    readonly count: number;
    /** Number of refused rows, which `skipBadRows` leaves out. Any other refusal always fails the import. */
    readonly rows: number;
    readonly byReason: Readonly<Record<string, number>>;
    /** Refusals one by one: at most the first ten thousand rows and the first ten thousand files. */
    readonly list: readonly Refusal[];
  };
}

export function reportedTable({ table, change, added }: WrittenTable): ReportedTable {
  const { kind, symbol, interval } = table;
  const time = table.columns["time"]!;
  const [first, last] = [formatInstant(time[0]!), formatInstant(time.at(-1)!)];
  return { kind, symbol, interval, change, rows: time.length, added, first, last };
}

/** Counts actions by symbol. */
export function reportedActions(actions: readonly CorporateAction[]): ImportReport["actions"] {
  return Array.from(
    groupBy(actions, ({ symbol }) => symbol),
    ([symbol, own]) => {
      const count = (counted: CorporateAction["kind"]): number => own.filter(({ kind }) => kind === counted).length;
      return { symbol, splits: count("split"), dividends: count("dividend"), delistings: count("delisting") };
    },
  );
}

export function reportedRefusals(refusals: Refusals): ImportReport["refused"] {
  const { count, rowCount, byReason, list } = refusals;
  return { count, rows: rowCount, byReason, list };
}

/** Formats counts by reason: `3 unsorted, 1 unreadable_cell`. */
export function reasonsText(byReason: Readonly<Record<string, number>>): string {
  return Object.entries(byReason)
    .map(([reason, count]) => `${groupThousands(count)} ${reason}`)
    .join(", ");
}
