import { CARRIAGE_RETURN, COMMA, LINE_FEED, QUOTE, SEMICOLON, TAB, type TextBytes } from "./bytes.ts";
import { cellsOfLine, textOf } from "./cell.ts";
import { fileError } from "./file-error.ts";

/** The first line of a file of columns. */
export interface Header {
  /** The byte between cells. */
  readonly delimiter: number;
  /** Names of the columns as the file has them. */
  readonly names: readonly string[];
  /** Where the second line begins. */
  readonly end: number;
}

/**
 * Reads the header. The delimiter is whichever of comma, semicolon and tab the line has most of, outside quotes; or the one that a line
 * `sep=;` before it says, as Excel writes it.
 * Throws DATA_EMPTY for a file of nothing, DATA_FILE_INVALID for one that is no text in UTF-8 or whose lines end in CR alone.
 */
export function readHeader(file: string, text: TextBytes): Header {
  const { bytes } = text;
  refuseOtherKinds(file, bytes);
  const first = lineFrom(file, text, bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
  const said = SEPARATOR.exec(textOf(bytes, first.start, Math.min(first.end, first.start + SEPARATOR_LENGTH)))?.[1];
  const { start, end } = said === undefined ? first : lineFrom(file, text, first.end + 1);
  refuseBareReturn(file, bytes, start, end);
  const delimiter = said?.charCodeAt(0) ?? mostFrequent(bytes, start, end);
  return { delimiter, names: cellsOfLine(text, start, delimiter), end: end + 1 };
}

/** What Excel writes before a header. */
const SEPARATOR = /^sep=([,;\t])\r?$/i;
/** One byte more than it has with its carriage return: a longer line is told from it. */
const SEPARATOR_LENGTH = 7;

/** The first line at or behind a place that holds anything. */
function lineFrom(file: string, text: TextBytes, from: number): { readonly start: number; readonly end: number } {
  const { bytes, length } = text;
  let start = from;
  while (start < length && (bytes[start] === LINE_FEED || bytes[start] === CARRIAGE_RETURN)) start++;
  if (start >= length) throw fileError("DATA_EMPTY", file, "must have a header and a row for each bar, was empty");
  return { start, end: endOfLine(text, start) };
}

/** Lines of old spreadsheets end in carriage returns: all would be one line. */
function refuseBareReturn(file: string, bytes: Uint8Array, start: number, end: number): void {
  let quoted = false;
  for (let i = start; i < end; i++) {
    if (bytes[i] === QUOTE) quoted = !quoted;
    const next = bytes[i + 1];
    if (quoted || bytes[i] !== CARRIAGE_RETURN || next === LINE_FEED || next === CARRIAGE_RETURN) continue;
    throw fileError(
      "DATA_FILE_INVALID",
      file,
      "must have lines that end in LF or CR LF, its first line ends in CR alone",
    );
  }
}

/** Files that are often handed over in place of a text file, by their first bytes. */
const OTHER_KINDS: readonly (readonly [kind: string, ...start: number[]])[] = [
  ["a zip archive or a workbook", 0x50, 0x4b, 0x03, 0x04],
  ["a Parquet file", 0x50, 0x41, 0x52, 0x31],
  ["an Arrow file (Feather)", 0x41, 0x52, 0x52, 0x4f, 0x57, 0x31],
  ["a Feather file", 0x46, 0x45, 0x41, 0x31],
  ["a DBN file of Databento", 0x44, 0x42, 0x4e],
  ["an HDF5 file", 0x89, 0x48, 0x44, 0x46],
  ["an SQLite database", 0x53, 0x51, 0x4c, 0x69, 0x74, 0x65],
  ["packed with Zstandard (zstd)", 0x28, 0xb5, 0x2f, 0xfd],
  ["packed with LZ4", 0x04, 0x22, 0x4d, 0x18],
  ["packed with bzip2", 0x42, 0x5a, 0x68],
  ["packed with xz", 0xfd, 0x37, 0x7a, 0x58, 0x5a],
  ["JSON", 0x5b],
  ["JSON", 0x7b],
  ["text in UTF-16", 0xff, 0xfe],
  ["text in UTF-16", 0xfe, 0xff],
];

function refuseOtherKinds(file: string, bytes: Uint8Array): void {
  for (const [was, ...start] of OTHER_KINDS) {
    if (start.some((byte, i) => bytes[i] !== byte)) continue;
    throw fileError("DATA_FILE_INVALID", file, `must be text in UTF-8, plain or gzipped, was ${was}`, { was });
  }
}

/** The line feed that ends the line, or the end of the text; one in quotes does not. */
function endOfLine({ bytes, length }: TextBytes, start: number): number {
  let i = start;
  for (let quoted = false; i < length && (quoted || bytes[i] !== LINE_FEED); i++) {
    if (bytes[i] === QUOTE) quoted = !quoted;
  }
  return i;
}

function mostFrequent(bytes: Uint8Array, start: number, end: number): number {
  const counts = new Map([COMMA, SEMICOLON, TAB].map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const byte of bytes.subarray(start, end)) {
    if (byte === QUOTE) quoted = !quoted;
    const count = quoted ? undefined : counts.get(byte);
    if (count !== undefined) counts.set(byte, count + 1);
  }
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}
