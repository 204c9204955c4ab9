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
export type TickRole = "time" | "price" | "size" | "bid" | "ask" | "bidSize" | "askSize" | "action" | "symbol";

const SPELLINGS: Spellings<TickRole> = {
  time: [
    "timestamp",
    "datetime",
    "gmttime",
    "transacttime",
    "transactiontime",
    "time",
    "date",
    "ts",
    "tsrecv",
    "tsevent",
    "siptimestamp",
    "participanttimestamp",
    "tradetime",
    "eventtime",
  ],
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

/** Columns of trades in files without a header, with a test of their cells. */
const SHAPES: readonly (readonly (readonly [name: string, test: (text: string) => boolean])[])[] = [
  [
    ["time", COUNT_OF_TIME],
    ["price", NUMBER],
    ["volume", NUMBER],
  ],
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
  readonly positions: Positions<TickRole>;
  /** Whether prices are whole numbers of billionths. */
  readonly isFixedPoint: boolean;
}

/**
 * Opens a file of trades, quotes or both, with or without a header. Throws `DATA_FILE_INVALID` if it has neither a price nor a bid and an
 * ask, and for rows without a header whose columns are unclear.
 */
export function openTicks(file: ImportFile): TickTable {
  const table = tableOf(file);
  const found = positionsOf(table, SPELLINGS, ["time"]);
  if (found.price === undefined && (found.bid === undefined || found.ask === undefined)) {
    const shown = JSON.stringify(table.header.names.join(",").slice(0, 200));
    const message = `must have a column of prices (price), or columns bid and ask; its first line is ${shown}`;
    throw invalidFile(file.file, message, { missing: ["price"], header: table.header.names });
  }
  const first = firstRow(table);
  const cell = (role: TickRole): string => first?.[found[role] ?? -1] ?? "";
  // Other files have a column of this name for something else.
  const positions = /^[ACFMNRT]$/.test(cell("action")) ? found : { ...found, action: undefined };
  return { table, positions, isFixedPoint: isFixedPoint(table, cell("price")) };
}

function tableOf(file: ImportFile): Table {
  const cells = firstLine(file);
  if (!cells.some(NUMBER)) return tableWithHeader(file);
  const shape = SHAPES.find(
    (columns) => columns.length === cells.length && columns.every(([, test], position) => test(cells[position]!)),
  );
  if (shape !== undefined)
    return tableWithoutHeader(
      file,
      shape.map(([name]) => name),
    );
  const message = `has no line of names, and its first row does not show which column is which: ${JSON.stringify(cells.join(",").slice(0, 200))}. Put a line such as time,price,size before it`;
  throw invalidFile(file.file, message, { header: cells });
}

/** Whether prices are whole numbers of billionths: records with the number of their publisher, written as they are stored. */
function isFixedPoint({ header }: Table, price: string): boolean {
  const names = header.names.map(normalizedName);
  return names.includes("publisherid") && names.includes("rtype") && /^-?\d{7,}$/.test(price);
}
