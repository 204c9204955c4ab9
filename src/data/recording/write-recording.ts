import { createHash } from "node:crypto";
import { join } from "node:path";
import { barSessions } from "../../market/bar-sessions.ts";
import type { Bars } from "../../market/bars.ts";
import { sliceColumns } from "../../market/market-data.ts";
import type { RecordedMarket, RecordedSeries } from "../../market/recorded-market.ts";
import { barProblems } from "../../market/validate-bars.ts";
import { checkOptions } from "../../primitives/check-options.ts";
import { formatValue } from "../../primitives/check.ts";
import type { Column } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Calendar } from "../../time/calendar.ts";
import { dateOfDays, daysOfDate } from "../../time/civil-date.ts";
import { formatInstant } from "../../time/instant.ts";
import {
  compareIntervals,
  DAY_MS,
  fixedLength,
  type Interval,
  isDailyOrLonger,
  usualName,
} from "../../time/interval.ts";
import { ACTIONS, decodeLines, encodeLines, FACTS, type JsonLinesKind } from "./json-lines.ts";
import { encodeArrow } from "./arrow-file.ts";
import { readCalendars, recordCalendars } from "./calendars.ts";
import { checkManifest } from "./check-manifest.ts";
import { fileNameOf, FORMAT, type Manifest, MANIFEST_FILE, type RecordedFile, VERSION } from "./manifest.ts";
import { replaceFolder, type ReplaceOptions, type WriteFile } from "./replace-folder.ts";
import { BARS, CHAINS, QUOTES, type SeriesKind } from "./series-kinds.ts";
import { rangeOf } from "./selection.ts";

type WritingOptions = ReplaceOptions;

/**
 * Writes a market to a folder as a recording: `manifest.json`, bars, quotes and chains as Arrow files, actions and facts as JSON lines.
 *
 * The folder is created or replaced as a whole; on any error an existing recording stays unchanged. The same market gives the same bytes.
 * Throws `BARS_INVALID`, `RECORDING_INVALID` for an inconsistent market (two series of one symbol and interval, or data of a missing
 * instrument), `CALENDAR_INVALID`, and `OUTPUT_NOT_WRITABLE` for a folder that cannot be written or has other files.
 *
 * @example
 * await writeRecording("data/my-market", market);
 * const recording = await openRecording("data/my-market");
 */
export async function writeRecording(
  folder: string,
  market: RecordedMarket,
  options: WritingOptions = {},
): Promise<void> {
  checkOptions("writeRecording", options, { replacing: true, signal: true });
  const writeFiles = async (write: WriteFile): Promise<void> => {
    const files: RecordedFile[] = [];
    checkMarket(market);
    for (const { encode, ...pending } of pendingFiles(market)) {
      const bytes = await encode();
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      await write(pending.file, bytes);
      files.push({ ...pending, bytes: bytes.length, sha256 });
    }
    const text = `${JSON.stringify(manifestOf(market, files), null, 2)}\n`;
    readCalendars(folder, checkManifest(join(folder, MANIFEST_FILE), text));
    await write(MANIFEST_FILE, Buffer.from(text));
  };
  await replaceFolder(folder, writeFiles, options);
}

function manifestOf(market: RecordedMarket, files: readonly RecordedFile[]): Manifest {
  const { name, description, licence, provenance, notes, mainCalendar, calendars, instruments } = market;
  return {
    format: FORMAT,
    version: VERSION,
    name,
    description,
    licence,
    provenance,
    notes,
    mainCalendar,
    calendars: recordCalendars(calendars),
    instruments,
    files,
  };
}

/**
 * Checks that all data belong to listed instruments, that no series occurs twice, and that every daily or longer bar contains a session;
 * otherwise the time at which the bar is known would be undefined. Throws `RECORDING_INVALID` and `BARS_INVALID`.
 */
function checkMarket({ instruments, series, quotes, chains, actions, calendars }: RecordedMarket): void {
  const symbols = new Set(instruments.map(({ symbol }) => symbol));
  const checkInstrument = (what: string, symbol: string): void => {
    if (symbols.has(symbol)) return;
    throw invalid(`${what} must belong to an instrument of the market, but have the symbol ${formatValue(symbol)}`, {
      symbol,
    });
  };
  const seen = new Set<string>();
  const checkUnique = (what: string, symbol: string): void => {
    checkInstrument(what, symbol);
    const key = JSON.stringify([what, symbol]);
    if (seen.has(key)) throw invalid(`${what} of ${symbol} must occur once, occurs twice`, { symbol });
    seen.add(key);
  };
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
  for (const { symbol, bars } of series) {
    checkUnique(`bars of ${usualName(bars.interval)}`, symbol);
    const calendar = calendars.find(({ name }) => name === bySymbol.get(symbol)!.calendar);
    if (calendar !== undefined && isDailyOrLonger(bars.interval) && barProblems(bars, 1).length === 0)
      checkSessions(symbol, bars, calendar);
  }
  for (const { symbol } of quotes) checkUnique("quotes", symbol);
  for (const { symbol } of chains) checkUnique("a chain", symbol);
  for (const { symbol } of actions) checkInstrument("an action", symbol);
}

/** Throws `BARS_INVALID` for a daily or longer bar without a session. */
function checkSessions(symbol: string, bars: Bars, calendar: Calendar): void {
  try {
    barSessions(bars, calendar);
  } catch (error) {
    if (!(error instanceof HindcastError) || error.code !== "BARS_INVALID") return;
    const { interval } = bars;
    throw new HindcastError("BARS_INVALID", `${symbol} ${interval}, ${error.message}`, {
      symbol,
      interval,
      ...error.details,
    });
  }
}

function invalid(message: string, details: Readonly<Record<string, unknown>>): HindcastError {
  return new HindcastError("RECORDING_INVALID", message, details);
}

/** A file to write: its manifest entry, and a function that encodes its bytes. */
interface PendingFile extends Omit<RecordedFile, "bytes" | "sha256"> {
  readonly encode: () => Promise<Uint8Array>;
}

const HOUR_MS = 3_600_000;

/**
 * Yields the files of a market by kind, symbol, interval and time. Bars shorter than an hour have one file per year (UTC), so that a single
 * year can be read. Throws `BARS_INVALID`, and `RECORDING_INVALID` for invalid columns.
 */
function* pendingFiles(market: RecordedMarket): Generator<PendingFile> {
  const places = new Map(market.instruments.map(({ symbol }, place) => [symbol, place]));
  const placeOf = (symbol: string): number => places.get(symbol) ?? market.instruments.length;
  const byPlace = (a: { symbol: string }, b: { symbol: string }): number => placeOf(a.symbol) - placeOf(b.symbol);
  for (const series of market.series.toSorted(
    (a, b) => byPlace(a, b) || compareIntervals(a.bars.interval, b.bars.interval),
  ))
    yield* barFiles(series, placeOf(series.symbol));
  for (const quotes of market.quotes.toSorted(byPlace)) yield singleFile(quotes, QUOTES, placeOf(quotes.symbol));
  for (const chain of market.chains.toSorted(byPlace)) yield singleFile(chain, CHAINS, placeOf(chain.symbol));
  if (market.actions.length > 0) yield linesFile(ACTIONS, market.actions);
  if (market.facts.length > 0) yield linesFile(FACTS, market.facts);
}

function* barFiles(series: RecordedSeries, place: number): Generator<PendingFile> {
  const { symbol, bars, columns } = series;
  BARS.check(`${symbol} ${bars.interval}`, series);
  // `formatInstant` throws an error if the first or the last time is outside the range of dates.
  if (bars.length > 0) for (const row of [0, bars.length - 1]) formatInstant(bars.time[row]!);
  for (const [year, start, end] of rowsByYear(bars.time, bars.interval)) {
    const rest = year === undefined ? bars.interval : `${bars.interval}-${year}`;
    const name = { file: fileNameOf("bars", place, symbol, rest), symbol, interval: bars.interval };
    yield columnsFile(name, BARS, {
      symbol,
      bars: bars.slice(start, end),
      columns: sliceColumns(columns, start, end),
    });
  }
}

/** Returns the file for data that have a single file per symbol. */
function singleFile<Recorded extends { readonly symbol: string }>(
  recorded: Recorded,
  kind: SeriesKind<Recorded>,
  place: number,
): PendingFile {
  const { symbol } = recorded;
  kind.check(`${symbol} ${kind.kind}`, recorded);
  return columnsFile({ file: fileNameOf(kind.kind, place, symbol), symbol, interval: null }, kind, recorded);
}

/** Yields each year of bars shorter than an hour with its rows; for longer bars one range without a year. */
function* rowsByYear(
  time: Column,
  interval: Interval,
): Generator<readonly [year: number | undefined, start: number, end: number]> {
  if ((fixedLength(interval) ?? Infinity) >= HOUR_MS || time.length === 0) {
    yield [undefined, 0, time.length];
    return;
  }
  for (let start = 0; start < time.length;) {
    const { year } = dateOfDays(Math.floor(time[start]! / DAY_MS));
    const { end } = rangeOf(time, -Infinity, daysOfDate(year + 1, 1, 1) * DAY_MS);
    yield [year, start, end];
    start = end;
  }
}

function columnsFile<Recorded>(
  name: { readonly file: string; readonly symbol: string; readonly interval: Interval | null },
  kind: SeriesKind<Recorded>,
  recorded: Recorded,
): PendingFile {
  const columns = kind.columns(recorded);
  const time = columns["time"]!;
  const metadata = { kind: kind.kind, symbol: name.symbol, ...(name.interval !== null && { interval: name.interval }) };
  return {
    file: name.file,
    kind: kind.kind,
    symbol: name.symbol,
    interval: name.interval,
    rows: time.length,
    first: time[0] ?? null,
    last: time.at(-1) ?? null,
    encode: () => encodeArrow(columns, metadata),
  };
}

function linesFile<Row extends object>(
  { kind, read, timeOf }: JsonLinesKind<Row>,
  rowsToWrite: readonly Row[],
): PendingFile {
  const bytes = encodeLines(rowsToWrite);
  // Encoded rows are decoded again, so that they pass the same checks as on reading.
  const rows = decodeLines(kind, bytes, read);
  return {
    file: `${kind}.ndjson`,
    kind,
    symbol: null,
    interval: null,
    rows: rows.length,
    first: rows.reduce((least, row) => Math.min(least, timeOf(row)), Infinity),
    last: rows.reduce((most, row) => Math.max(most, timeOf(row)), -Infinity),
    encode: async () => bytes,
  };
}
