import { basename } from "node:path";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { pluralize } from "../../primitives/words.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate } from "../../time/instant.ts";
import { zoneOf } from "../../time/zone.ts";
import { BAR_FILE_ENDINGS } from "../bar-formats.ts";
import {
  dateColumn,
  dayOfDate,
  readFacts,
  recordedInstruments,
  recordedRows,
  symbolColumn,
} from "../importing/fact-table.ts";
import { type ImportedPart, type Importer, type ImportFile, refuseRow } from "../importing/importer.ts";

/** Imports the expirations of recorded futures contracts from a table: a row a contract. */
export const contracts: Importer = {
  name: "contracts",
  title: "Expirations of recorded futures contracts",
  endings: BAR_FILE_ENDINGS,
  read,
};

const COLUMNS = {
  symbol: symbolColumn("symbol", "rawsymbol", "contract", "ticker", "code", "instrument"),
  expiration: dateColumn("expiration", "expirationdate", "expiry", "expirydate", "lasttradedate", "lasttradingday"),
};

async function read(file: ImportFile): Promise<ImportedPart> {
  const { rows, notes } = await readFacts(file, COLUMNS);
  const recorded = recordedInstruments(file);
  const found = recordedRows(file, rows, "expirations", ({ symbol }) => recorded.has(symbol));
  const expiring = new Map<string, RecordedInstrument>();
  for (const { symbol, expiration: instant, line } of found.rows) {
    const instrument = recorded.get(symbol)!;
    if (Number.isNaN(instant)) {
      refuseRow(file, line, ["expiration", "unreadable_cell", `the expiration of ${symbol} must be a date, was empty`]);
      continue;
    }
    const expiration = dayOfDate(instant, zoneOf(instrument.zone));
    const before = expiring.get(symbol)?.expiration ?? expiration;
    if (before !== expiration) {
      const dates = [before, expiration].map((day) => formatDate(day * DAY_MS));
      refuseRow(file, line, [
        "expiration",
        "overlap_differs",
        `${symbol} must have one expiration, has ${dates.join(" and ")}`,
      ]);
    }
    expiring.set(symbol, Object.freeze({ ...instrument, expiration }));
  }
  const days = Array.from(expiring.values(), ({ expiration }) => expiration!);
  const [first, last] =
    days.length === 0 ? [] : [Math.min(...days), Math.max(...days)].map((day) => formatDate(day * DAY_MS));
  const range = expiring.size === 0 ? "" : `, from ${first} to ${last}`;
  return {
    instruments: [...expiring.values()],
    reading: `${basename(file.file)}: expirations of ${pluralize(expiring.size, "contract")}${range}.`,
    notes: [...found.notes, ...notes],
  };
}
