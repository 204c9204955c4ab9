import { CARRIAGE_RETURN, COMMA, LINE_FEED, QUOTE, SEMICOLON, TAB, type TextBytes } from "./bytes.ts";
import { cellsOfLine } from "./cell.ts";
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
 * Reads the header. The delimiter is whichever of comma, semicolon and tab the line has most of, outside quotes.
 * Throws DATA_EMPTY for a file of nothing, DATA_FILE_INVALID for one that is no text in UTF-8.
 */
export function readHeader(file: string, text: TextBytes): Header {
  const { bytes, length } = text;
  refuseOtherKinds(file, bytes);
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (start < length && (bytes[start] === LINE_FEED || bytes[start] === CARRIAGE_RETURN)) start++;
  if (start >= length) throw fileError("DATA_EMPTY", file, "must have a header and a row for each bar, was empty");
  const end = endOfLine(text, start);
  const delimiter = mostFrequent(bytes, start, end);
  return { delimiter, names: cellsOfLine(text, start, delimiter), end: end + 1 };
}

/** Files that are often handed over in place of a text file, by their first bytes. */
const OTHER_KINDS: readonly (readonly [kind: string, ...start: number[]])[] = [
  ["a zip archive or a workbook", 0x50, 0x4b, 0x03, 0x04],
  ["a Parquet file", 0x50, 0x41, 0x52, 0x31],
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
