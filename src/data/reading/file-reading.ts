import type { Bars } from "../../market/bars.ts";
import { groupThousands } from "../../primitives/words.ts";
import { formatInstant } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import type { Zone } from "../../time/zone.ts";
import type { BarTable } from "./bar-table.ts";
import { type BarPart, normalizedName } from "./columns.ts";
import type { FoundTable } from "./read-series.ts";
import type { Stamp } from "./stamps.ts";

/** How a file of bars was understood. */
export interface FileReading {
  /** Kind of file, such as `CSV with semicolons`. */
  readonly kind: string;
  /** Whether the file names its columns. */
  readonly header: boolean;
  /** Column of each part of a bar, by its name in the file. */
  readonly columns: Readonly<Partial<Record<BarPart, string>>>;
  /** Numeric columns that are kept, although they are not part of bars. */
  readonly own: readonly string[];
  /** Columns that are not read. */
  readonly unread: readonly string[];
  /** How times are written, such as `DD.MM.YYYY HH:mm`. */
  readonly timeFormat: string;
  /** Zone in which times without an offset are read; null if all times have one. */
  readonly zone: string | null;
  readonly order: "oldest first" | "newest first";
  /** Whether times are the starts or the ends of bars. */
  readonly stamped: Stamp;
  readonly symbols: readonly SymbolReading[];
}

/** The bars of one symbol in a file. */
export interface SymbolReading {
  readonly symbol: string;
  readonly bars: number;
  readonly interval: Interval;
  /** Start of the first and of the last bar: ISO instants, and local times in the zone of the file. */
  readonly first: string;
  readonly last: string;
  readonly firstLocal: string;
  readonly lastLocal: string;
}

/** What was read, to describe it. */
interface Read {
  readonly table: BarTable;
  readonly found: FoundTable;
  readonly series: readonly { readonly instrument: { readonly symbol: string }; readonly bars: Bars }[];
  readonly zone: Zone;
  readonly stamped: Stamp;
}

/** Describes how a file was understood. */
export function readingOf({ table, found, series, zone, stamped }: Read): FileReading {
  return {
    kind: table.kind,
    header: table.named,
    columns: found.columns,
    own: found.own,
    unread: found.unread,
    timeFormat: found.timeFormat,
    zone: found.usedZone ? zone.name : null,
    order: found.newestFirst ? "newest first" : "oldest first",
    stamped,
    symbols: series.map(({ instrument, bars }) => {
      const [first, last] = [bars.time[0]!, bars.time.at(-1)!];
      return {
        symbol: instrument.symbol,
        bars: bars.length,
        interval: bars.interval,
        first: formatInstant(first),
        last: formatInstant(last),
        firstLocal: localText(first, zone),
        lastLocal: localText(last, zone),
      };
    }),
  };
}

/** Returns one line on how a file was understood, for summaries and before runs. */
export function readingText(name: string, reading: FileReading): string {
  const { kind, header, columns, own, unread, timeFormat, zone, order, stamped, symbols } = reading;
  const parts = [
    `${kind}${header ? "" : " without a header"}`,
    rangeText(symbols.map(({ bars, interval, ...one }) => ({ ...one, rows: bars, what: `bars of ${interval}` }))),
    `times from ${[columns.time, columns.timeOfDay].filter((column) => column !== undefined).join(" and ")} (${timeFormat}${zone === null ? "" : `, ${zone}`})`,
  ];
  if (stamped === "end") parts.push("times are the ends of bars");
  if (order === "newest first") parts.push("rows from newest to oldest, read in reverse");
  parts.push(...renamed(columns));
  if (columns.volume === undefined) parts.push("no volume column, so every volume is 0");
  if (own.length > 0) parts.push(`extra ${own.length === 1 ? "column" : "columns"} ${own.join(", ")}`);
  if (unread.length > 0) parts.push(`${unread.length === 1 ? "column" : "columns"} not read: ${unread.join(", ")}`);
  return `${name}: ${parts.join("; ")}.`;
}

/** Rows of one symbol. */
export interface SymbolRows extends Pick<SymbolReading, "symbol" | "firstLocal" | "lastLocal"> {
  readonly rows: number;
  /** What the rows are, in the plural: `bars of 1d`. */
  readonly what: string;
}

/** Describes rows by their symbols, number, kind and range: `AAA, 3 bars of 1d from 2024-01-02 to 2024-01-04`. */
export function rangeText(all: readonly SymbolRows[]): string {
  const symbols = [...new Set(all.map(({ symbol }) => symbol))];
  const shown = symbols.slice(0, 5).join(", ") + (symbols.length > 5 ? " and others" : "");
  const subject = symbols.length === 1 ? shown : `${symbols.length} symbols (${shown})`;
  const count = all.reduce((sum, { rows }) => sum + rows, 0);
  const kinds = [...new Set(all.map(({ what }) => what))].join(" and ");
  const [first] = all.map(({ firstLocal }) => firstLocal).toSorted();
  const last = all
    .map(({ lastLocal }) => lastLocal)
    .toSorted()
    .at(-1);
  const what = count === 1 ? kinds.replace(/^(\w+)s\b/, "$1") : kinds;
  return `${subject}, ${groupThousands(count)} ${what} from ${shortTime(first!)} to ${shortTime(last!)}`;
}

/** Returns the local time of an instant: `2024-01-02 09:30:00`. */
export function localText(instant: number, zone: Zone): string {
  return formatInstant(zone.toLocal(instant)).slice(0, 19).replace("T", " ");
}

/** Returns the date of a local time at midnight, else the time, without its seconds if they are zero. */
function shortTime(local: string): string {
  return local.replace(/(?: 00:00)?:00$/, "");
}

/** Returns the parts of bars whose columns have other names. */
function renamed(columns: FileReading["columns"]): string[] {
  const isOnlyClose = columns.open === columns.close;
  const parts = isOnlyClose ? (["close", "volume"] as const) : (["open", "high", "low", "close", "volume"] as const);
  const closes = isOnlyClose ? ["open, high and low are the close"] : [];
  const others = parts.flatMap((part) => {
    const column = columns[part];
    const isUsual = column === undefined || normalizedName(column) === part || normalizedName(column) === part[0];
    return isUsual ? [] : [`${part} from ${column}`];
  });
  return [...closes, ...others];
}
