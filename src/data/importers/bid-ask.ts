import type { Column } from "../../primitives/column.ts";
import { barSessions } from "../../market/bar-sessions.ts";
import type { Bars } from "../../market/bars.ts";
import type { Calendar } from "../../time/calendar.ts";
import { zoneOf } from "../../time/zone.ts";
import { EpochTimes, timeReaderFor } from "../csv/times.ts";
import { firstRow } from "../csv/rows.ts";
import { finishBars, timeZoneOf } from "../importing/finish-bars.ts";
import { positionsOf, RoleRows, type Spellings, tableWithHeader, unreadNotes } from "../importing/import-table.ts";
import {
  type ImportedPart,
  type ImportedQuotes,
  type Importer,
  type ImportFile,
  refuseRow,
} from "../importing/importer.ts";
import { calendarOfFile, instrumentOf, symbolOf } from "../importing/instrument-of.ts";

/**
 * Imports a table of bid and ask bars as bars of mid prices, and as quotes at the open and close of each bar within its sessions.
 * If a bar opens at the instant at which another closes, only the closing quote is kept.
 */
export const bidAsk: Importer = {
  name: "bid-ask",
  title: "Bid and ask bars, imported as mid-price bars and quotes",
  endings: [".csv", ".csv.gz", ".tsv", ".tsv.gz", ".txt", ".txt.gz"],
  read,
};

const PRICES = ["Open", "High", "Low", "Close"] as const;
type Side = "bid" | "ask";
type Role = "time" | "volume" | `${Side}${(typeof PRICES)[number]}`;

const SPELLINGS: Spellings<Role> = {
  time: ["timestamp", "datetime", "time", "date"],
  bidOpen: ["bidopen", "openbid"],
  bidHigh: ["bidhigh", "highbid"],
  bidLow: ["bidlow", "lowbid"],
  bidClose: ["bidclose", "closebid"],
  askOpen: ["askopen", "openask"],
  askHigh: ["askhigh", "highask"],
  askLow: ["asklow", "lowask"],
  askClose: ["askclose", "closeask"],
  volume: ["volume", "tickvolume"],
};
const REQUIRED = (Object.keys(SPELLINGS) as Role[]).filter((role) => role !== "volume");

function read(file: ImportFile): ImportedPart {
  const symbol = symbolOf(file);
  const isRecorded = file.recorded?.instruments.some((one) => one.symbol === symbol) === true;
  const instrument = instrumentOf(file, symbol, isRecorded ? {} : { assetClass: "forex" });
  const timeZone = timeZoneOf(file.settings, instrument, instrument.assetClass === "forex" ? "UTC" : undefined);
  const table = tableWithHeader(file);
  const positions = positionsOf(table, SPELLINGS, REQUIRED);
  const time = timeReaderFor([firstRow(table)?.[positions.time!] ?? ""], zoneOf(timeZone), {
    file: file.file,
    column: table.header.names[positions.time!]!,
  });
  const rows = new RoleRows<Role>(table, positions, { time }, (error) => file.refusals.addRowError(file.file, error));
  const valid = validRowsOf(file, rows);
  const selectColumn = (column: Column): Column => Float64Array.from(valid, (row) => column[row]!);
  const midColumn = (price: (typeof PRICES)[number]): Column => {
    const [bid, ask] = [rows.column(`bid${price}`), rows.column(`ask${price}`)];
    return Float64Array.from(valid, (row) => midPrice(bid[row]!, ask[row]!));
  };
  const columns = {
    time: selectColumn(rows.column("time")),
    open: midColumn("Open"),
    high: midColumn("High"),
    low: midColumn("Low"),
    close: midColumn("Close"),
    volume: selectColumn(rows.optional("volume") ?? new Float64Array(rows.length)),
  };
  const line = (row: number) => rows.line(valid[row]!);
  const unit = time instanceof EpochTimes ? time.unit : undefined;
  const finished = finishBars(file, { instrument, columns, timeZone, unit, line });
  const kept = finished.rows === undefined ? valid : finished.rows.map((row) => valid[row]!);
  const notes: string[] = [];
  if (file.settings.quotesOnly !== true) {
    notes.push(`${symbol}: prices of bars are midway between bid and ask; quotes are recorded at opens and closes.`);
    if (rows.optional("volume") === undefined) notes.push(`${symbol}: there is no volume column; every volume is 0.`);
  }
  notes.push(...unreadNotes(file.file, table.header.names, Object.values(positions)));
  return {
    instruments: [instrument],
    series: [{ symbol, bars: finished.bars }],
    quotes: [quotesOf(symbol, finished.bars, calendarOfFile(file, instrument), rows, kept)],
    notes,
  };
}

/** Returns the mid price of two decimals, rounded to 14 digits to remove binary rounding errors. */
function midPrice(bid: number, ask: number): number {
  return Number(((bid + ask) / 2).toPrecision(14));
}

/** Returns the rows with valid bars on both sides and no bid above its ask. Refuses all other rows. */
function validRowsOf(file: ImportFile, rows: RoleRows<Role>): readonly number[] {
  const valid: number[] = [];
  for (let row = 0; row < rows.length; row++) {
    const price = (side: Side, name: (typeof PRICES)[number]): number => rows.column(`${side}${name}`)[row]!;
    let problem: readonly [field: string, reason: string, message: string] | undefined;
    for (const side of ["bid", "ask"] as const) {
      const [open, high, low, close] = PRICES.map((name) => price(side, name)) as [number, number, number, number];
      if (low <= Math.min(open, close) && high >= Math.max(open, close)) continue;
      problem ??= [
        side,
        "outside_range",
        `${side} must open and close between its low and high, ${low} to ${high}, but opened at ${open} and closed at ${close}`,
      ];
    }
    const crossed = PRICES.find((name) => price("bid", name) > price("ask", name));
    if (crossed !== undefined)
      problem ??= [
        "bid",
        "bid_above_ask",
        `bid must not be above ask, was ${price("bid", crossed)} above ${price("ask", crossed)}`,
      ];
    if (problem === undefined) valid.push(row);
    else refuseRow(file, rows.line(row), problem);
  }
  return valid;
}

/** Returns quotes at opens and closes. A daily bar starts at midnight, but its quotes are known at the open and close of its session. */
function quotesOf(
  symbol: string,
  bars: Bars,
  calendar: Calendar,
  rows: RoleRows<Role>,
  rowOfBar: readonly number[],
): ImportedQuotes {
  const { openTime, closeTime } = barSessions(bars, calendar);
  const quotes: [time: number, bid: number, ask: number][] = [];
  for (const [at, open] of openTime.entries()) {
    const row = rowOfBar[at]!;
    if (at === 0 || open > closeTime[at - 1]!)
      quotes.push([open, rows.column("bidOpen")[row]!, rows.column("askOpen")[row]!]);
    quotes.push([closeTime[at]!, rows.column("bidClose")[row]!, rows.column("askClose")[row]!]);
  }
  const column = (position: 0 | 1 | 2): Column => Float64Array.from(quotes, (quote) => quote[position]);
  const unknownSizes = new Float64Array(quotes.length).fill(NaN);
  return {
    symbol,
    time: column(0),
    bid: column(1),
    ask: column(2),
    bidSize: unknownSizes,
    askSize: unknownSizes,
    dropFirstOnOverlap: true,
  };
}
