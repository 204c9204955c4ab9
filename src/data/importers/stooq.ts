import type { CellReader } from "../csv/cell.ts";
import type { Column } from "../../primitives/column.ts";
import { formatInstant } from "../../time/instant.ts";
import { type Interval, isDailyOrLonger, isInterval } from "../../time/interval.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import { cellError, fileError } from "../csv/file-error.ts";
import { datesLike } from "../csv/times.ts";
import { firstRow } from "../csv/rows.ts";
import { finishBars, timeZoneOf } from "../importing/finish-bars.ts";
import { plainName, positionsOf, RoleRows, type Spellings, tableOf, textTimes } from "../importing/import-table.ts";
import {
  type ImportedBars,
  type ImportedPart,
  type Importer,
  type ImportFile,
  refuseRow,
} from "../importing/importer.ts";
import { instrumentOf, symbolOf } from "../importing/instrument-of.ts";
import { bars as plainBars } from "./bars.ts";

/** A column of words, such as symbols: each is read as its place among all that occurred. */
class WordCells implements CellReader {
  readonly words: string[] = [];
  readonly #places = new Map<string, number>();

  read(): number {
    return -1;
  }

  parse(text: string): number | string {
    if (text === "") return "a word";
    let place = this.#places.get(text);
    if (place === undefined) {
      place = this.words.push(text) - 1;
      this.#places.set(text, place);
    }
    return place;
  }
}

/**
 * Files of Stooq: `<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,…`, of one symbol or of many, and the plain `Date,Open,High,Low,Close,Volume`.
 * Its prices are restated for splits and dividends. Times of day are those of Warsaw.
 */
export const stooq: Importer = {
  name: "stooq",
  title: "Files of Stooq, with tickers or plain",
  endings: [".csv", ".csv.gz", ".txt", ".txt.gz"],
  read,
};

/** What Stooq's period column says, where it is no number of minutes. */
const PERIODS: Readonly<Record<string, Interval>> = { D: "1d", W: "1wk", M: "1mo", Q: "3mo", "60": "1h" };
const BASIS = { priceBasis: "fully_adjusted" } as const;
const HOME = "Europe/Warsaw";

type Role = "ticker" | "period" | "date" | "clock" | "open" | "high" | "low" | "close" | "volume";

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
};
const REQUIRED: readonly Role[] = ["ticker", "period", "date", "clock", "open", "high", "low", "close"];

async function read(file: ImportFile): Promise<ImportedPart> {
  const table = tableOf(file);
  if (!table.header.names.map(plainName).includes("ticker")) {
    const instrument = { ...BASIS, ...file.settings.instrument };
    // Its times of day are those of Warsaw in every layout.
    const hasClock = table.header.names.map(plainName).includes("time");
    const timeZone = file.settings.timeZone ?? (hasClock ? HOME : undefined);
    return plainBars.read({
      ...file,
      settings: { ...file.settings, instrument, ...(timeZone !== undefined && { timeZone }) },
    });
  }
  const positions = positionsOf(table, SPELLINGS, REQUIRED);
  const [tickers, periods] = [new WordCells(), new WordCells()];
  const rows = new RoleRows<Role>(
    table,
    positions,
    {
      ticker: tickers,
      period: periods,
      date: datesLike(firstRow(table)?.[positions.date!] ?? "", zoneOf("UTC")),
      clock: textTimes(clockOf),
      open: "number",
      high: "number",
      low: "number",
      close: "number",
      volume: "number",
    },
    (error) => file.refusals.rowError(file.file, error),
  );
  const groups = groupsOf(rows, tickers, periods);
  if (groups.length === 0) throw fileError("DATA_EMPTY", file.file, "must have a bar that can be used, has none");
  if (file.symbol !== undefined && tickers.words.length > 1) {
    const symbols = tickers.words.length;
    throw fileError("DATA_FILE_INVALID", file.file, `must be of one ticker to be given a symbol, is of ${symbols}`, {
      symbols,
    });
  }
  const all = groups.map((group) => barsOf(file, rows, group));
  return {
    instruments: [...new Map(all.map(({ instrument }) => [instrument.symbol, instrument])).values()],
    series: all.map(({ instrument, bars }) => ({ symbol: instrument.symbol, bars })),
    notes: ["Prices of Stooq are restated for splits and dividends."],
  };
}

/** Rows of one ticker and period. */
interface Group {
  readonly ticker: string;
  readonly period: string;
  readonly rows: number[];
}

function groupsOf(rows: RoleRows<Role>, tickers: WordCells, periods: WordCells): readonly Group[] {
  const groups = new Map<string, Group>();
  const [ticker, period] = [rows.column("ticker"), rows.column("period")];
  for (let row = 0; row < rows.length; row++) {
    const key = `${ticker[row]} ${period[row]}`;
    const group = groups.get(key);
    if (group !== undefined) group.rows.push(row);
    else groups.set(key, { ticker: tickers.words[ticker[row]!]!, period: periods.words[period[row]!]!, rows: [row] });
  }
  return [...groups.values()];
}

function barsOf(file: ImportFile, rows: RoleRows<Role>, group: Group): ImportedBars {
  const symbol = symbolOf(file, group.ticker);
  const instrument = instrumentOf(file, symbol, BASIS);
  const interval = periodOf(file.file, rows.line(group.rows[0]!), group.period);
  const timeZone = timeZoneOf(file.settings, instrument, isDailyOrLonger(interval) ? undefined : HOME);
  const { time, kept } = shownTimes(file, rows, group, zoneOf(timeZone));
  const pick = (role: Role): Column => {
    const column = rows.optional(role);
    return Float64Array.from(kept, (row) => column?.[row] ?? 0);
  };
  const columns = {
    time,
    open: pick("open"),
    high: pick("high"),
    low: pick("low"),
    close: pick("close"),
    volume: pick("volume"),
  };
  const { bars } = finishBars(file, {
    instrument,
    columns,
    interval,
    timeZone,
    line: (row) => rows.line(kept[row]!),
  });
  return { instrument, bars };
}

function periodOf(file: string, line: number, period: string): Interval {
  const interval = PERIODS[period] ?? `${period}m`;
  if (isInterval(interval)) return interval;
  throw cellError({ file, line, column: "<PER>" }, "D, W, M or minutes that are an interval", period);
}

/** `153000`, as milliseconds since midnight. */
function clockOf(text: string): number | string {
  const match = /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)$/.exec(text);
  if (match === null) return "a time of day HHmmss";
  return ((Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3])) * 1000;
}

/** The instants of local dates and times of day, and the rows that have one: a time that clocks skip is refused. */
function shownTimes(
  file: ImportFile,
  rows: RoleRows<Role>,
  group: Group,
  zone: Zone,
): { readonly time: Column; readonly kept: readonly number[] } {
  const [date, clock] = [rows.column("date"), rows.column("clock")];
  const time: number[] = [];
  const kept: number[] = [];
  for (const row of group.rows) {
    const local = date[row]! + clock[row]!;
    const instant = clock[row] === 0 ? zone.toInstantOrAfter(local) : zone.toInstant(local);
    if (Number.isNaN(instant)) {
      const was = formatInstant(local).slice(0, -1);
      const message = `time must be one that the clocks of ${zone.name} show; they are put forward over it, was ${was}`;
      refuseRow(file, rows.line(row), ["time", "unreadable_cell", message]);
      continue;
    }
    time.push(instant);
    kept.push(row);
  }
  return { time: Float64Array.from(time), kept };
}
