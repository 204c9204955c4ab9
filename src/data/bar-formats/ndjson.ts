import { formatValue } from "../../primitives/check.ts";
import type { Column } from "../../primitives/column.ts";
import type { Zone } from "../../time/zone.ts";
import { type BarFile, barFileOf, type BarFileOptions, checkBarFileOptions, type FoundBars } from "../bar-file.ts";
import { CARRIAGE_RETURN, LINE_FEED, type TextBytes } from "../csv/cell.ts";
import { cellError, fileError, invalidFile } from "../file-error.ts";
import { columnName, columnsAt, layoutOf } from "../csv/layout.ts";
import { severalSymbolsError, unreadColumnNotes } from "../csv/misread-checks.ts";
import { readFileBytes } from "../file-bytes.ts";
import type { BarFormat } from "../bar-format.ts";
import { ValueTimes } from "../csv/times.ts";

const ENDINGS = [".ndjson", ".ndjson.gz", ".jsonl", ".jsonl.gz"];

/**
 * Reads the bars of one instrument from JSON lines, plain or gzipped, with one object per bar.
 *
 * Fields have the names of CSV columns (see `readCsv`), in any order. Prices and volumes are numbers; a time is text or a number, as in a
 * CSV cell. Fields read from the first line must be in every line. Invalid lines are never repaired or skipped.
 * Throws the same errors as `readCsv`.
 *
 * @example
 * const data = await readNdjson("aapl.ndjson.gz", { zone: "America/New_York" });
 */
export async function readNdjson(file: string, options: BarFileOptions = {}): Promise<BarFile> {
  const { zone, maxBytes } = checkBarFileOptions("readNdjson", options);
  const { text, checksum } = await readFileBytes(file, maxBytes);
  return barFileOf(file, readRows(file, text, zone), zone, await checksum, options, ENDINGS);
}

/** JSON lines. */
export const ndjson: BarFormat<BarFileOptions> = {
  name: "ndjson",
  title: "NDJSON (one JSON object per line), plain or gzipped",
  endings: ENDINGS,
  read: readNdjson,
};

type Row = Readonly<Record<string, unknown>>;

/**
 * Reads JSON lines with one object each and fields named like CSV columns. The fields of the first row must be in every row.
 * Throws `DATA_EMPTY` or `DATA_FILE_INVALID`.
 */
function readRows(file: string, text: TextBytes, zone: Zone): FoundBars {
  const rows: Row[] = [];
  const lines: number[] = [];
  for (const { line, json } of jsonLines(text)) {
    rows.push(parsed(file, line, json));
    lines.push(line);
  }
  const first = rows[0];
  if (first === undefined) throw fileError("DATA_EMPTY", file, "has no lines");
  const names = Object.keys(first);
  const layout = layoutOf(file, names);
  if (layout.timeOfDay !== undefined) {
    throw invalidFile(file, "must have its times in one field, has date and time", { names });
  }
  const name = (position: number): string => names[position]!;
  const line = (row: number): string => `line ${lines[row]!}`;
  for (const position of layout.symbols) {
    const symbols = [...new Set(rows.map((row) => wordOf(row[name(position)])))];
    const second = rows.findIndex((row) => wordOf(row[name(position)]) === symbols[1]);
    if (symbols.length > 1) throw severalSymbolsError(file, name(position), symbols.slice(0, 10), line(second));
  }
  const column = (position: number): Column =>
    Float64Array.from(rows, (row, at) => numberOf(row, name(position), file, lines[at]!));
  const timeName = name(layout.time);
  const times = new ValueTimes(first[timeName] as string | number, zone);
  const instants = (): Column =>
    Float64Array.from(rows, (row, at) => {
      const instant = times.read(row[timeName]);
      if (typeof instant === "number") return instant;
      throw cellError({ file, line: lines[at]!, column: timeName }, instant, wordOf(row[timeName]));
    });
  const columns = columnsAt(layout, rows.length, (position) =>
    position === layout.time ? instants() : column(position),
  );
  const unrecognized = layout.unrecognized.map((position) => ({
    name: columnName(names, position),
    at: (row: number) => wordOf(rows[row]![name(position)]),
  }));
  return {
    columns,
    place: (row) => ({ text: `${file}, line ${lines[row]!}`, details: { file, line: lines[row]! } }),
    usedZone: times.usedZone,
    unit: times.unit,
    layout,
    notes: unreadColumnNotes(file, columns, unrecognized, line),
  };
}

function parsed(file: string, line: number, json: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // For text that is not JSON, `json` stays undefined, and the check below throws the error.
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Row;
  throw invalidFile(`${file}, line ${line}:`, `must be a JSON object, was ${formatValue(json)}`, { file, line });
}

function numberOf(row: Row, column: string, file: string, line: number): number {
  const value = Object.hasOwn(row, column) ? row[column] : undefined;
  if (typeof value === "number") return value;
  throw cellError({ file, line, column }, "a number", wordOf(value));
}

function wordOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : formatValue(value);
}

/** A line of a file that is not empty, and its line number, counted from 1. */
interface JsonLine {
  readonly line: number;
  readonly json: string;
}

/**
 * Yields the lines of a text, without empty lines and a UTF-8 byte order mark. Each line becomes its own string, so the text may be of any
 * length.
 */
function* jsonLines({ bytes, length }: TextBytes): Generator<JsonLine> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, length);
  let line = 0;
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  for (let start = hasByteOrderMark ? 3 : 0; start < length;) {
    const feed = text.indexOf(LINE_FEED, start);
    const next = feed === -1 ? length : feed;
    const end = next > start && text[next - 1] === CARRIAGE_RETURN ? next - 1 : next;
    line++;
    if (end > start) yield { line, json: text.toString("utf8", start, end) };
    start = next + 1;
  }
}
