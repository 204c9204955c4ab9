import type { BarTable, TableFacts, TableRows, WideSymbol } from "../reading/bar-table.ts";
import { hasBarColumns, hasPriceNames } from "../reading/columns.ts";
import { isRow, isTime } from "../reading/headerless.ts";
import { lineAt } from "../file-error.ts";
import {
  CARRIAGE_RETURN,
  cellsOfLine,
  COMMA,
  LINE_FEED,
  NUMBER_CELLS,
  SEMICOLON,
  TAB,
  textBytes,
  type TextBytes,
} from "./cell.ts";
import { firstRow, type Header, readHeader, readRows, type Table } from "./rows.ts";

/** Number of lines before the names of the columns that are searched for them. */
const MOST_LINES_BEFORE = 5;
/** Number of rows at the beginning of a file, and over the rest of it, whose cells are sampled. */
const FIRST_ROWS = 20;
const SPREAD_ROWS = 200;

const DELIMITER_NAMES: Readonly<Record<number, string>> = {
  [COMMA]: "commas",
  [SEMICOLON]: "semicolons",
  [TAB]: "tabs",
};

/**
 * Opens a text of delimited cells. The names of the columns are in its first line, in one of the lines after a heading, in the two or three
 * lines that pandas writes for columns of several levels, or missing. Throws `DATA_EMPTY` and `DATA_FILE_INVALID`.
 */
export function openCsv(file: string, given: TextBytes): BarTable {
  const text = withLineFeeds(given);
  const { header, named, facts, notes } = findHeader(file, text);
  const table: Table = { file, text, header };
  return {
    file,
    kind: kindOfCsv(header),
    delimiter: String.fromCharCode(header.delimiter),
    names: header.names,
    named,
    sample: sampleRows(table),
    facts,
    notes,
    read: (readers, refuse) => {
      const rows = readRows(table, readers, refuse);
      const line = (row: number): number => lineAt(text, rows.starts[row]!);
      return {
        length: rows.length,
        columns: rows.columns,
        blankLines: rows.blankLines,
        text: (row, position) => cellsOfLine(text, rows.starts[row]!, header.delimiter)[position] ?? "",
        line,
        place: (row) => ({ text: `${file}, line ${line(row)}`, details: { file, line: line(row) } }),
      } satisfies TableRows;
    },
  };
}

/** Returns a text whose lines end in CR alone, as old spreadsheets write them, with LF; any other text as it is. */
function withLineFeeds(text: TextBytes): TextBytes {
  const { bytes, length } = text;
  if (bytes.indexOf(LINE_FEED) < length || bytes.indexOf(CARRIAGE_RETURN) < 0) return text;
  const lines = textBytes(length);
  for (let at = 0; at < length; at++) lines.bytes[at] = bytes[at] === CARRIAGE_RETURN ? LINE_FEED : bytes[at]!;
  return lines;
}

/** Describes a text by the mark between its cells: `CSV with semicolons`. */
export function kindOfCsv({ delimiter }: Pick<Header, "delimiter">): string {
  return `CSV with ${DELIMITER_NAMES[delimiter] ?? JSON.stringify(String.fromCharCode(delimiter))}`;
}

/** The line of names, and what the lines before and after it say. */
interface FoundHeader {
  readonly header: Header;
  readonly named: boolean;
  readonly facts: TableFacts;
  readonly notes: readonly string[];
}

function findHeader(file: string, text: TextBytes): FoundHeader {
  const header = readHeader(file, text);
  if (isRow(header.names)) return { header: { ...header, end: header.start }, named: false, facts: {}, notes: [] };
  const levels = columnLevels(text, header);
  if (levels !== undefined) return { ...levels, named: true, notes: [] };
  const found = { header: withUnnamedColumn(file, text, header), named: true, facts: {}, notes: [] };
  if (hasPriceNames(header.names)) return found;
  // Some vendors put an address or a title before the names.
  let before = header.end;
  for (let line = 1; line <= MOST_LINES_BEFORE && before < text.length; line++) {
    const later = readHeader(file, text, before);
    if (hasBarColumns(later.names)) {
      const named = withUnnamedColumn(file, text, later);
      const skipped = `The first ${line === 1 ? "line" : `${line} lines`} before the names of the columns ${line === 1 ? "is" : "are"} not read.`;
      return { ...found, header: named, notes: [skipped] };
    }
    before = later.end;
  }
  return found;
}

/**
 * Returns a header with an empty name for a column that only the rows have: the times before all prices, as R writes row names, or nothing
 * after a delimiter at the end of each line.
 */
function withUnnamedColumn(file: string, text: TextBytes, header: Header): Header {
  const row = firstRow({ file, text, header });
  if (row?.length !== header.names.length + 1) return header;
  if (row.at(-1) === "") return { ...header, names: [...header.names, ""] };
  const isTimeless = hasPriceNames(header.names) && !hasBarColumns(header.names);
  return isTimeless && isTime(row[0]!) ? { ...header, names: ["", ...header.names] } : header;
}

/** Names of currencies that stand in lines of units below the names of columns. */
const CURRENCIES: ReadonlySet<string> = new Set(["USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "CNY", "HKD", "INR"]);

/** Reads the names of columns of several levels, as yfinance and pandas write them: prices and tickers, in either order. */
function columnLevels(text: TextBytes, header: Header): Pick<FoundHeader, "header" | "facts"> | undefined {
  const { delimiter } = header;
  if (header.end >= text.length) return undefined;
  const second = cellsOfLine(text, header.end, delimiter);
  const isFirst = hasPriceNames(header.names);
  if (second.length !== header.names.length || isFirst === hasPriceNames(second) || isRow(second)) return undefined;
  // A row of values with signs of currency or separated thousands.
  if (isTime(second[0]!)) return undefined;
  const [prices, tickers] = isFirst ? [header.names, second] : [second, header.names];
  const tickerList = [...new Set(tickers.slice(1))];
  if (tickerList.some((ticker) => ticker === "" || typeof NUMBER_CELLS.parse(ticker) === "number")) return undefined;
  let end = nextLineOf(text, header.end);
  // A third line has the name of the index alone.
  const third = end < text.length ? cellsOfLine(text, end, delimiter) : [];
  const hasIndexName = third.length > 1 && third[0] !== "" && third.slice(1).every((cell) => cell === "");
  if (hasIndexName) end = nextLineOf(text, end);
  const time = hasIndexName ? third[0]! : "Date";
  const named = (names: readonly string[]): Header => ({ ...header, names: [time, ...names], end });
  // A line of units, such as those of prices and of volumes.
  if (tickerList.length === 1 && CURRENCIES.has(tickerList[0]!)) return undefined;
  if (!tickerList.every((ticker) => hasPriceNames(prices.filter((_, i) => tickers[i] === ticker)))) return undefined;
  if (tickerList.length === 1) {
    return { header: named(prices.slice(1)), facts: { symbol: tickerList[0]! } };
  }
  const wide = tickerList.map((symbol): WideSymbol => {
    const positions = tickers.flatMap((ticker, position) => (position > 0 && ticker === symbol ? [position] : []));
    return { symbol, positions, names: positions.map((position) => prices[position]!) };
  });
  return { header: named(prices.slice(1).map((price, i) => `${tickers[i + 1]} ${price}`)), facts: { wide } };
}

function nextLineOf({ bytes, length }: TextBytes, at: number): number {
  const end = bytes.indexOf(LINE_FEED, at);
  return end < 0 || end >= length ? length : end + 1;
}

/** Returns the cells of the first rows, and of rows all over the file. */
function sampleRows(table: Table): readonly (readonly string[])[] {
  const { text, header } = table;
  const { bytes, length } = text;
  const first = firstRow(table);
  if (first === undefined) return [];
  const rows: (readonly string[])[] = [first];
  const add = (at: number): void => {
    const isBlank = bytes[at] === LINE_FEED || bytes[at] === 13;
    if (at < length && !isBlank) rows.push(cellsOfLine(text, at, header.delimiter));
  };
  let at = header.end;
  for (let row = 1; row < FIRST_ROWS && at < length; row++) {
    add(at);
    at = nextLineOf(text, at);
  }
  const stride = Math.max(1, Math.floor((length - at) / SPREAD_ROWS));
  for (let place = at + stride; place < length; place += stride) add(nextLineOf(text, place));
  // Lines in the middle of a quoted cell have other numbers of cells.
  const complete = rows.filter((cells) => cells.length === header.names.length);
  return complete.length > 0 ? complete : rows.slice(0, 1);
}
