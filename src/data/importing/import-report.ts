import { groupThousands } from "../../primitives/words.ts";
import type { Interval } from "../../time/interval.ts";
import { formatInstant } from "../../time/instant.ts";
import type { WrittenTable } from "./merge-tables.ts";
import type { Refusal, Refusals } from "./refusals.ts";

/** A table that an import writes, or would write. */
export interface ReportedTable {
  readonly kind: "bars" | "quotes" | "chain";
  readonly symbol: string;
  readonly interval: Interval | null;
  readonly change: "new" | "replaced" | "appended";
  /** Rows of the table as it then is, and how many of them were not recorded before. */
  readonly rows: number;
  readonly added: number;
  /** ISO instants. */
  readonly first: string;
  readonly last: string;
}

/** What an import did, or would do, and what it refused. */
export interface ImportReport {
  readonly importer: string;
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
  readonly tables: readonly ReportedTable[];
  /** Splits and dividends by symbol. */
  readonly actions: readonly { readonly symbol: string; readonly splits: number; readonly dividends: number }[];
  readonly notes: readonly string[];
  readonly refused: {
    readonly count: number;
    /** How many of them are rows that may be left out; the others refuse the import in any case. */
    readonly rows: number;
    readonly byReason: Readonly<Record<string, number>>;
    /** One by one; of very many the first ten thousand. */
    readonly list: readonly Refusal[];
  };
}

export function reportedTable({ table, change, added }: WrittenTable): ReportedTable {
  const { kind, symbol, interval } = table;
  const time = table.columns["time"]!;
  const [first, last] = [formatInstant(time[0]!), formatInstant(time.at(-1)!)];
  return { kind, symbol, interval, change, rows: time.length, added, first, last };
}

export function reportedRefusals(refusals: Refusals): ImportReport["refused"] {
  const { count, rowCount, byReason, list } = refusals;
  return { count, rows: rowCount, byReason, list };
}

/** Counts by reason as a text: `3 unsorted, 1 unreadable_cell`. */
export function reasonsText(byReason: Readonly<Record<string, number>>): string {
  return Object.entries(byReason)
    .map(([reason, count]) => `${groupThousands(count)} ${reason}`)
    .join(", ");
}
