import { columnsByName } from "../../market/validate-bars.ts";
import type { CellReader } from "../csv/cell.ts";
import type { Column } from "../../primitives/column.ts";
import { groupBy, getOrCreate } from "../../primitives/map-helpers.ts";
import { formatInstant } from "../../time/instant.ts";
import { type Interval, isDailyOrLonger, isInterval } from "../../time/interval.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import { cellError, fileError, invalidFile } from "../file-error.ts";
import { dateReaderFor } from "../csv/times.ts";
import { firstRow } from "../csv/rows.ts";
import { finishBars, timeZoneOf } from "../importing/finish-bars.ts";
import {
  normalizedName,
  positionsOf,
  RoleRows,
  type Spellings,
  tableWithHeader,
  textTimes,
  unreadNotes,
  OPTIONAL_NUMBERS,
} from "../importing/import-table.ts";
import {
  type ImportedBars,
  type ImportedPart,
  type Importer,
  type ImportFile,
  refuseRow,
} from "../importing/importer.ts";
import { instrumentOf, symbolOf } from "../importing/instrument-of.ts";
import { bars as plainBars } from "./bars.ts";

/** Reads a column of words, such as symbols, as numbers: the index of each word in the list of words found so far. */
class WordReader implements CellReader {
  readonly words: string[] = [];
  readonly #places = new Map<string, number>();

  read(): number {
    return -1;
  }

  parse(text: string): number | string {
    if (text === "") return "a word";
    return getOrCreate(this.#places, text, () => this.words.push(text) - 1);
  }
}

/**
 * Imports files of Stooq: `<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,…` of one or many symbols, or `Date,Open,High,Low,Close,Volume`.
 * Stooq's prices are adjusted for splits and dividends. Times of day are in Warsaw time.
 */
export const stooq: Importer = {
  name: "stooq",
  title: "Files of Stooq, with or without a ticker column",
  endings: [".csv", ".csv.gz", ".txt", ".txt.gz"],
  read,
};

/** Intervals by the values of Stooq's period column; other values are minutes. */
const PERIODS: Readonly<Record<string, Interval>> = { D: "1d", W: "1wk", M: "1mo", Q: "3mo", "60": "1h" };
const BASIS = { priceBasis: "fully_adjusted" } as const;
const STOOQ_ZONE = "Europe/Warsaw";

type Role = "ticker" | "period" | "date" | "clock" | "open" | "high" | "low" | "close" | "volume" | "openInterest";

const SPELLINGS: Spellings<Role> = {
  ticker: ["ticker"],
  period: ["per"],
  date: ["date"],
  clock: ["time"],
  open: ["open"],
  high: ["high"],
  low: ["low"],
  close: ["close"],
  volume: ["vol", "volume"],
  openInterest: ["openint"],
};
const REQUIRED: readonly Role[] = ["ticker", "period", "date", "clock", "open", "high", "low", "close"];

async function read(file: ImportFile): Promise<ImportedPart> {
  const table = tableWithHeader(file);
  if (!table.header.names.map(normalizedName).includes("ticker")) {
    const instrument = { ...BASIS, ...file.settings.instrument };
    // Stooq writes times of day in Warsaw time, in all its layouts: in a column of their own, after dates, with and without a header.
    const cells = [...table.header.names, ...(firstRow(table) ?? [])];
    const hasTimeOfDay = cells.some((cell) => normalizedName(cell) === "time" || /\d:\d{2}/.test(cell));
    const timeZone = file.settings.timeZone ?? (hasTimeOfDay ? STOOQ_ZONE : undefined);
    return plainBars.read({
      ...file,
      settings: { ...file.settings, instrument, ...(timeZone !== undefined && { timeZone }) },
    });
  }
  const positions = positionsOf(table, SPELLINGS, REQUIRED);
  const [tickers, periods] = [new WordReader(), new WordReader()];
  const rows = new RoleRows<Role>(
    table,
    positions,
    {
      ticker: tickers,
      period: periods,
      date: dateReaderFor(firstRow(table)?.[positions.date!] ?? "", zoneOf("UTC")),
      clock: textTimes(parseTimeOfDay),
      openInterest: OPTIONAL_NUMBERS,
    },
    (error) => file.refusals.addRowError(file.file, error),
  );
  const groups = groupsOf(rows, tickers, periods);
  if (groups.length === 0) throw fileError("DATA_EMPTY", file.file, "has no usable bars");
  if (file.symbol !== undefined && tickers.words.length > 1) {
    const symbols = tickers.words.length;
    throw invalidFile(file.file, `must have only one ticker if you give its symbol, has ${symbols}`, { symbols });
  }
  const groupedBars = groups.map((group) => barsOf(file, rows, group));
  const hasInterest = groupedBars.some(({ columns }) => columns !== undefined);
  return {
    instruments: [...new Map(groupedBars.map(({ instrument }) => [instrument.symbol, instrument])).values()],
    series: groupedBars.map(({ instrument, bars, columns }) => ({ symbol: instrument.symbol, bars, columns })),
    notes: [
      "Stooq's prices are adjusted for splits and dividends.",
      ...unreadNotes(
        file.file,
        table.header.names,
        Object.values(hasInterest ? positions : { ...positions, openInterest: undefined }),
      ),
    ],
  };
}

/** Rows of a Stooq file with the same ticker and period, which form one series. */
interface Group {
  readonly ticker: string;
  readonly period: string;
  readonly rows: readonly number[];
}

function groupsOf(rows: RoleRows<Role>, tickers: WordReader, periods: WordReader): readonly Group[] {
  const [ticker, period] = [rows.column("ticker"), rows.column("period")];
  const groupedBars = Array.from({ length: rows.length }, (_, row) => row);
  const groups = groupBy(groupedBars, (row) => `${ticker[row]} ${period[row]}`);
  return Array.from(groups.values(), (groupRows) => ({
    ticker: tickers.words[ticker[groupRows[0]!]!]!,
    period: periods.words[period[groupRows[0]!]!]!,
    rows: groupRows,
  }));
}

function barsOf(file: ImportFile, rows: RoleRows<Role>, group: Group): ImportedBars {
  const symbol = symbolOf(file, group.ticker);
  const instrument = instrumentOf(file, symbol, BASIS);
  const interval = periodOf(file.file, rows.line(group.rows[0]!), group.period);
  const timeZone = timeZoneOf(file.settings, instrument, isDailyOrLonger(interval) ? undefined : STOOQ_ZONE);
  const { time, kept } = existingTimes(file, rows, group, zoneOf(timeZone));
  const columns = columnsByName((name) => {
    if (name === "time") return time;
    const column = rows.optional(name as Role);
    return name === "adjClose" ? undefined : Float64Array.from(kept, (row) => column?.[row] ?? 0);
  });
  const line = (row: number): number => rows.line(kept[row]!);
  const interest = rows.optional("openInterest");
  const openint = interest && Float64Array.from(kept, (row) => interest[row]!);
  // Stooq writes 0 for instruments that have no open interest.
  const own = openint?.some((value) => value > 0) === true ? { openint } : {};
  const { rows: _, ...finished } = finishBars(file, { instrument, columns, own, interval, timeZone, line });
  return { instrument, ...finished };
}

function periodOf(file: string, line: number, period: string): Interval {
  const interval = PERIODS[period] ?? `${period}m`;
  if (isInterval(interval)) return interval;
  throw cellError({ file, line, column: "<PER>" }, "D, W, M, Q or a number of minutes below a day", period);
}

/** Parses a time of day such as `153000` to milliseconds since midnight. */
function parseTimeOfDay(text: string): number | string {
  const match = /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)$/.exec(text);
  if (match === null) return "a time of day HHmmss";
  return ((Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3])) * 1000;
}

/** Returns the instants of local dates and times of day, and their rows. Refuses times that the zone's clocks skip. */
function existingTimes(
  file: ImportFile,
  rows: RoleRows<Role>,
  group: Group,
  zone: Zone,
): { readonly time: Column; readonly kept: readonly number[] } {
  const [date, timeOfDay] = [rows.column("date"), rows.column("clock")];
  const time: number[] = [];
  const kept: number[] = [];
  for (const row of group.rows) {
    const local = date[row]! + timeOfDay[row]!;
    const instant = timeOfDay[row] === 0 ? zone.toInstantOrAfter(local) : zone.toInstant(local);
    if (Number.isNaN(instant)) {
      const was = formatInstant(local).slice(0, -1);
      const message = `time must be one that the clocks of ${zone.name} show, not one that they skip when they go forward, was ${was}`;
      refuseRow(file, rows.line(row), ["time", "unreadable_cell", message]);
      continue;
    }
    time.push(instant);
    kept.push(row);
  }
  return { time: Float64Array.from(time), kept };
}
