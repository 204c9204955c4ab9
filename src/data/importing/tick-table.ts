import { NUMBER_CELLS } from "../csv/cell.ts";
import { firstRow, type Table } from "../csv/rows.ts";
import { invalidFile } from "../file-error.ts";
import {
  firstLine,
  normalizedName,
  type Positions,
  positionsOf,
  type Spellings,
  tableWithHeader,
  tableWithoutHeader,
} from "./import-table.ts";
import type { ImportFile } from "./importer.ts";

/** What a column of a tick file holds. */
export type TickRole = "time" | "date" | "price" | "size" | "bid" | "ask" | "bidSize" | "askSize" | "action" | "symbol";

const SPELLINGS: Spellings<TickRole> = {
  time: [
    "timestamp",
    "datetime",
    "gmttime",
    "transacttime",
    "transactiontime",
    "time",
    "ts",
    "tsrecv",
    "tsevent",
    "siptimestamp",
    "participanttimestamp",
    "tradetime",
    "eventtime",
  ],
  date: ["date", "tradedate"],
  price: ["price", "last", "tradeprice", "lastprice"],
  size: ["size", "quantity", "qty", "volume", "amount", "lastsize", "tradesize"],
  bid: ["bid", "bidprice", "bestbidprice", "bestbid", "bidpx00"],
  ask: ["ask", "askprice", "bestaskprice", "bestask", "askpx00", "offer"],
  bidSize: ["bidsize", "bidqty", "bidvolume", "bidamount", "bestbidqty", "bestbidsize", "bestbidamount", "bidsz00"],
  askSize: ["asksize", "askqty", "askvolume", "askamount", "bestaskqty", "bestasksize", "bestaskamount", "asksz00"],
  action: ["action"],
  symbol: ["symbol", "ticker", "rawsymbol", "instrumentname", "instrument", "pair", "contract"],
};

/** Tests for the cells of files without a header. */
const NUMBER = (text: string): boolean => typeof NUMBER_CELLS.parse(text) === "number";
const COUNT_OF_TIME = (text: string): boolean => /^\d{9,19}(?:\.\d+)?$/.test(text);
const TRUTH = (text: string): boolean => /^(?:true|false)$/i.test(text);

const PAIR = (text: string): boolean => /^[A-Z]{3}\/[A-Z]{3}$/.test(text);
const DATE_AND_TIME = (text: string): boolean => /^\d{8} \d{2}:\d{2}:\d{2}\.\d{3}$/.test(text);
const DATE_AND_DIGITS = (text: string): boolean => /^\d{8} \d{9}$/.test(text);
const DATE_AND_SECONDS = (text: string): boolean => /^\d{8} \d{6}$/.test(text);

/** A column of a file without a header, with a test of its cells. */
type ShapeColumn = readonly [name: string, test: (text: string) => boolean];

const SIDES: readonly ShapeColumn[] = [
  ["bid", NUMBER],
  ["ask", NUMBER],
];

/** Columns of files without a header. */
const SHAPES: readonly (readonly ShapeColumn[])[] = [
  [
    ["time", COUNT_OF_TIME],
    ["price", NUMBER],
    ["volume", NUMBER],
  ],
  // Quotes of HistData, with a volume of 0, and their bids, asks or last bids as single prices.
  [["time", DATE_AND_DIGITS], ...SIDES, ["", NUMBER]],
  [
    ["time", DATE_AND_SECONDS],
    ["price", NUMBER],
    ["volume", NUMBER],
  ],
  // Quotes of TrueFX, whose times are UTC.
  [["pair", PAIR], ["gmt time", DATE_AND_TIME], ...SIDES],
  // Single trades, of futures and of spot markets.
  ...[1, 2].map((truths) => [
    ["id", NUMBER] as const,
    ["price", NUMBER] as const,
    ["qty", NUMBER] as const,
    ["quote_qty", NUMBER] as const,
    ["time", COUNT_OF_TIME] as const,
    ...(["is_buyer_maker", "is_best_match"] as const).slice(0, truths).map((name) => [name, TRUTH] as const),
  ]),
  // Trades of one order at one price, joined.
  ...[1, 2].map((truths) => [
    ["id", NUMBER] as const,
    ["price", NUMBER] as const,
    ["quantity", NUMBER] as const,
    ["first_trade_id", NUMBER] as const,
    ["last_trade_id", NUMBER] as const,
    ["time", COUNT_OF_TIME] as const,
    ...(["is_buyer_maker", "is_best_match"] as const).slice(0, truths).map((name) => [name, TRUTH] as const),
  ]),
];

/** The table of a tick file, and what its columns hold. */
export interface TickTable {
  readonly table: Table;
  /** Whether the file names its columns. */
  readonly isNamed: boolean;
  readonly positions: Positions<TickRole>;
  /** Whether prices are whole numbers of billionths. */
  readonly isFixedPoint: boolean;
  /** Whether a row has only the prices that changed, and flags that say which (MetaTrader 5). */
  readonly hasChangesOnly: boolean;
}

/**
 * Opens a file of trades, quotes or both, with or without a header. Throws `DATA_FILE_INVALID` if it has neither a price nor a bid and an
 * ask, and for rows without a header whose columns are unclear.
 */
export function openTicks(file: ImportFile): TickTable {
  const { table, isNamed } = tableOf(file);
  const all = positionsOf(table, SPELLINGS, []);
  // A column of dates alone has the times; next to it, times are times of day.
  const found = all.time === undefined ? { ...all, time: all.date, date: undefined } : all;
  if (found.time === undefined) {
    const shown = JSON.stringify(table.header.names.join(",").slice(0, 200));
    const message = `must have a column of times (time or timestamp); its first line is ${shown}. Name its columns in order with --columns, such as --columns time,price,size`;
    throw invalidFile(file.file, message, { missing: ["time"], header: table.header.names });
  }
  if (found.price === undefined && (found.bid === undefined || found.ask === undefined)) {
    const shown = JSON.stringify(table.header.names.join(",").slice(0, 200));
    const message = `must have a column of prices (price), or columns bid and ask; its first line is ${shown}. Name its columns in order with --columns, such as --columns time,bid,ask`;
    throw invalidFile(file.file, message, { missing: ["price"], header: table.header.names });
  }
  const first = firstRow(table);
  const cell = (role: TickRole): string => first?.[found[role] ?? -1] ?? "";
  // Other files have a column of this name for something else.
  const positions = /^[ACFMNRT]$/.test(cell("action")) ? found : { ...found, action: undefined };
  const hasChangesOnly =
    positions.symbol === undefined && table.header.names.some((name) => normalizedName(name) === "flags");
  return { table, isNamed, positions, isFixedPoint: isFixedPoint(table, cell("price")), hasChangesOnly };
}

function tableOf(file: ImportFile): Pick<TickTable, "table" | "isNamed"> {
  const cells = firstLine(file);
  const isNamed = !cells.some(NUMBER);
  const { columns } = file.settings;
  if (columns !== undefined) {
    if (!Array.isArray(columns) || columns.length !== cells.length)
      throw invalidFile(file.file, `has ${cells.length} columns, and --columns must name each in order`, { columns });
    const names = (columns as readonly string[]).map((name) => (name === "-" ? "" : name));
    const table = isNamed ? tableWithHeader(file) : tableWithoutHeader(file, names);
    return { table: { ...table, header: { ...table.header, names } }, isNamed };
  }
  if (isNamed) return { table: tableWithHeader(file), isNamed };
  const shape = SHAPES.find(
    (tests) => tests.length === cells.length && tests.every(([, test], position) => test(cells[position]!)),
  );
  if (shape !== undefined) {
    const names = shape.map(([name]) => name);
    return { table: tableWithoutHeader(file, names), isNamed };
  }
  const message = `has no line of names, and its first row does not show which column is which: ${JSON.stringify(cells.join(",").slice(0, 200))}. Name its columns in order, such as --columns time,price,size or --columns time,bid,ask, with - for a column to leave out`;
  throw invalidFile(file.file, message, { header: cells });
}

/** Whether prices are whole numbers of billionths: records with the number of their publisher, written as they are stored. */
function isFixedPoint({ header }: Table, price: string): boolean {
  const names = header.names.map(normalizedName);
  return names.includes("publisherid") && names.includes("rtype") && /^-?\d{7,}$/.test(price);
}
