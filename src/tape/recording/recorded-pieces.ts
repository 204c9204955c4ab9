import type { Column } from "../../primitives/column.ts";
import type { RecordedMarket, RecordedSeries } from "../../market/recorded-market.ts";
import { dateOfDays, daysOfDate } from "../../time/civil-date.ts";
import { formatInstant } from "../../time/instant.ts";
import { DAY_MS, fixedLength, type Interval, INTERVALS } from "../../time/interval.ts";
import { ACTIONS } from "./actions-table.ts";
import { encodeArrow } from "./arrow-file.ts";
import { FACTS } from "./facts-table.ts";
import { fileNameOf } from "./file-name.ts";
import { decodeLines, encodeLines, type LinesKind } from "./json-lines.ts";
import type { RecordedFile } from "./manifest.ts";
import type { SeriesKind } from "./series-kind.ts";
import { BARS, CHAINS, QUOTES } from "./series-kinds.ts";
import { rangeOf } from "./time-range.ts";

/** A file that will be written: what it holds, and its bytes once they are asked for. */
export interface Piece extends Omit<RecordedFile, "bytes" | "sha256"> {
  readonly encode: () => Promise<Uint8Array>;
}

const HOUR_MS = 3_600_000;

/**
 * The files of a market, by kind, symbol, interval and time. Bars shorter than an hour have a file for each year (of UTC), so that one of them
 * is read without the others. Throws BARS_INVALID, RECORDING_INVALID for columns that are none.
 */
export function* piecesOf(market: RecordedMarket): Generator<Piece> {
  const places = new Map(market.instruments.map(({ symbol }, place) => [symbol, place]));
  const placeOf = (symbol: string): number => places.get(symbol) ?? market.instruments.length;
  const byPlace = (a: { symbol: string }, b: { symbol: string }): number => placeOf(a.symbol) - placeOf(b.symbol);
  const length = ({ bars }: RecordedSeries): number => INTERVALS.indexOf(bars.interval);

  for (const series of market.series.toSorted((a, b) => byPlace(a, b) || length(a) - length(b)))
    yield* barPieces(series, placeOf(series.symbol));
  for (const quotes of market.quotes.toSorted(byPlace)) yield onePiece(quotes, QUOTES, placeOf(quotes.symbol));
  for (const chain of market.chains.toSorted(byPlace)) yield onePiece(chain, CHAINS, placeOf(chain.symbol));
  if (market.actions.length > 0) yield linesPiece(ACTIONS, market.actions);
  if (market.facts.length > 0) yield linesPiece(FACTS, market.facts);
}

function* barPieces(series: RecordedSeries, place: number): Generator<Piece> {
  const { symbol, bars } = series;
  BARS.check(`${symbol} ${bars.interval}`, series);
  // The first and the last bar have dates, or nobody could say when they were.
  if (bars.length > 0) for (const row of [0, bars.length - 1]) formatInstant(bars.time[row]!);
  for (const [year, start, end] of yearsOf(bars.time, bars.interval)) {
    const rest = year === undefined ? bars.interval : `${bars.interval}-${year}`;
    const name = { file: fileNameOf("bars", place, symbol, rest), symbol, interval: bars.interval };
    yield columnsPiece(name, BARS, { symbol, bars: bars.slice(start, end) });
  }
}

/** A file of a symbol that has only one of the kind. */
function onePiece<Recorded extends { readonly symbol: string }>(
  recorded: Recorded,
  kind: SeriesKind<Recorded>,
  place: number,
): Piece {
  const { symbol } = recorded;
  kind.check(`${symbol} ${kind.kind}`, recorded);
  return columnsPiece({ file: fileNameOf(kind.kind, place, symbol), symbol, interval: null }, kind, recorded);
}

/** The years of short bars, each with its rows; longer bars are one stretch. */
function* yearsOf(
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

function columnsPiece<Recorded>(
  name: { readonly file: string; readonly symbol: string; readonly interval: Interval | null },
  kind: SeriesKind<Recorded>,
  recorded: Recorded,
): Piece {
  const columns = kind.columns(recorded);
  const time = columns["time"]!;
  const about = { kind: kind.kind, symbol: name.symbol, ...(name.interval !== null && { interval: name.interval }) };
  return {
    file: name.file,
    kind: kind.kind,
    symbol: name.symbol,
    interval: name.interval,
    rows: time.length,
    first: time[0] ?? null,
    last: time.at(-1) ?? null,
    encode: () => encodeArrow(columns, about),
  };
}

function linesPiece<Row extends object>({ kind, read, timeOf }: LinesKind<Row>, given: readonly Row[]): Piece {
  const bytes = encodeLines(given);
  // What is written is what a reader will take.
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
