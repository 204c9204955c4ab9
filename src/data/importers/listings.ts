import { basename } from "node:path";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type { RecordedInstrument, RecordedMarket } from "../../market/recorded-market.ts";
import { pluralize } from "../../primitives/words.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate } from "../../time/instant.ts";
import { zoneOf } from "../../time/zone.ts";
import { BAR_FILE_ENDINGS } from "../bar-formats.ts";
import {
  amountColumn,
  dateColumn,
  dayOfDate,
  optionalColumn,
  readFacts,
  recordedInstruments,
  recordedRows,
  symbolColumn,
} from "../importing/fact-table.ts";
import { type ImportedPart, type Importer, type ImportFile, refuseRow } from "../importing/importer.ts";
import { cutTable, lengthOf, marketPartsOf, tableName, tablesOf } from "../importing/recorded-tables.ts";

/**
 * Imports when recorded instruments were listed and, optionally, delisted at a price: a row an instrument. Bars of other days belong to
 * another company, and are refused or left out.
 */
export const listings: Importer = {
  name: "listings",
  title: "First and last days of recorded instruments",
  endings: BAR_FILE_ENDINGS,
  read,
};

const COLUMNS = {
  symbol: symbolColumn("symbol", "ticker", "code", "instrument"),
  listed: dateColumn("listed", "listingdate", "ipodate", "firstday", "startdate", "listdate", "from"),
  delisted: optionalColumn(dateColumn("delisted", "delistingdate", "enddate", "to")),
  price: optionalColumn(amountColumn("price", "delistingprice", "amount")),
};

/** The first day on which an instrument trades, in days since 1970-01-01. */
interface Listing {
  readonly instrument: RecordedInstrument;
  readonly line: number;
  readonly first: number;
}

async function read(file: ImportFile): Promise<ImportedPart> {
  const { rows, notes } = await readFacts(file, COLUMNS);
  const instruments = recordedInstruments(file);
  const found = recordedRows(file, rows, "listings", ({ symbol }) => instruments.has(symbol));
  const listed: Listing[] = [];
  const actions: CorporateAction[] = [];
  for (const { symbol, listed: from, delisted, price, line } of found.rows) {
    const instrument = instruments.get(symbol)!;
    const { currency } = instrument;
    const zone = zoneOf(instrument.zone);
    // An empty cell means that the day is unknown, or that there was no delisting.
    const first = Number.isNaN(from) ? -Infinity : dayOfDate(from, zone);
    const end = Number.isNaN(delisted) ? Infinity : dayOfDate(delisted, zone);
    if (!(first < end)) {
      refuseRow(file, line, [
        "delisted",
        "delisted_first",
        `${symbol} must be delisted after its listing on ${dateText(first)}, was on ${dateText(end)}`,
      ]);
      continue;
    }
    if (price < 0) {
      refuseRow(file, line, ["price", "negative_value", `a price must not be negative, was ${price}`]);
      continue;
    }
    listed.push({ instrument, line, first });
    if (end === Infinity) continue;
    const paid = Number.isNaN(price) ? {} : { price };
    actions.push(Object.freeze({ symbol, kind: "delisting", exDate: end, ratio: 1, cash: 0, ...paid, currency }));
  }
  const delistings = actions.length === 0 ? "" : `, and ${pluralize(actions.length, "delisting")}`;
  return {
    instruments: listed.map(({ instrument }) => instrument),
    actions,
    revise: (market) => listed.reduce((before, listing) => sinceListing(file, before, listing), market),
    reading: `${basename(file.file)}: listings of ${pluralize(listed.length, "symbol")}${delistings}.`,
    notes: [...found.notes, ...notes],
  };
}

/** Refuses or leaves out the rows of an instrument before its listing. Those after its delisting are refused in all imports. */
function sinceListing(file: ImportFile, market: RecordedMarket, listing: Listing): RecordedMarket {
  const { instrument, first, line } = listing;
  if (first === -Infinity) return market;
  const from = zoneOf(instrument.zone).toInstantOrAfter(first * DAY_MS);
  const notes: string[] = [];
  const tables = tablesOf(market).map((table) => {
    if (table.symbol !== instrument.symbol) return table;
    const count = lengthOf(cutTable(table, -Infinity, from));
    if (count === 0) return table;
    const what = `${tableName(table)} have ${pluralize(count, "row")} before its listing on ${dateText(first)}`;
    const message = `${what}, which may be of another company. --skip-bad-rows leaves them out; to keep them, import them under another symbol`;
    refuseRow(file, line, ["listed", "outside_listing", message]);
    notes.push(`${what}, which are left out.`);
    return cutTable(table, from, Infinity);
  });
  return {
    ...market,
    ...marketPartsOf(tables.filter((table) => lengthOf(table) > 0)),
    notes: [...market.notes, ...notes],
  };
}

function dateText(day: number): string {
  return formatDate(day * DAY_MS);
}
