import { plainCellText } from "../../primitives/csv-cell.ts";
import { CARRIAGE_RETURN, LINE_FEED, QUOTE, SPACE, type TextBytes } from "./bytes.ts";

/** One cell of a line as text. */
export interface Cell {
  /** What the cell says: without quotes, doubled quotes made one; without spaces around it unless they are quoted; without what `csvCell` put before a formula. */
  readonly text: string;
  /** Where the delimiter, the end of the line or the end of the file follows. */
  readonly end: number;
  /** False for a quoted cell that is not closed, or that goes on behind its closing quote. */
  readonly sound: boolean;
}

/** The cell that begins at `at`, by the rules of RFC 4180; a quoted cell may hold delimiters and line ends. */
export function readCell({ bytes, length }: TextBytes, at: number, delimiter: number): Cell {
  let start = at;
  while (bytes[start] === SPACE) start++;
  if (bytes[start] !== QUOTE) {
    const end = endOfPlainCell(bytes, length, at, delimiter);
    return { text: plainCellText(textOf(bytes, at, end).trim()), end, sound: true };
  }
  const close = closingQuote(bytes, length, start);
  const end = endOfPlainCell(bytes, length, Math.min(close + 1, length), delimiter);
  const sound = close < length && textOf(bytes, close + 1, end).trim() === "";
  return { text: plainCellText(textOf(bytes, start + 1, close).replaceAll('""', '"')), end, sound };
}

/** The cells of the line that begins at `at`. */
export function cellsOfLine(text: TextBytes, at: number, delimiter: number): readonly string[] {
  const cells: string[] = [];
  for (let next = at; ; next++) {
    const cell = readCell(text, next, delimiter);
    cells.push(cell.text);
    next = cell.end;
    if (next >= text.length || text.bytes[next] !== delimiter) return cells;
  }
}

/** Where the cell that begins at `at` ends, without reading what it says; −1 for a cell that begins with a quote or space. */
export function skipCell(view: DataView, at: number, delimiter: number): number {
  let i = at;
  let byte = view.getUint8(i);
  if (byte === QUOTE || byte === SPACE) return -1;
  while (byte !== delimiter && byte !== LINE_FEED) byte = view.getUint8(++i);
  return byte === LINE_FEED && i > at && view.getUint8(i - 1) === CARRIAGE_RETURN ? i - 1 : i;
}

/** UTF-8 text of some bytes. */
export function textOf(bytes: Uint8Array | DataView, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.max(0, end - start)).toString("utf8");
}

function endOfPlainCell(bytes: Uint8Array, length: number, at: number, delimiter: number): number {
  let i = at;
  while (i < length && bytes[i] !== delimiter && bytes[i] !== LINE_FEED) i++;
  return i > at && bytes[i - 1] === CARRIAGE_RETURN && bytes[i] === LINE_FEED ? i - 1 : i;
}

/** The quote that closes the one at `open`; the length of the text when none does. */
function closingQuote(bytes: Uint8Array, length: number, open: number): number {
  for (let i = open + 1; i < length; i++) {
    if (bytes[i] !== QUOTE) continue;
    if (bytes[i + 1] !== QUOTE || i + 1 >= length) return i;
    i++;
  }
  return length;
}
