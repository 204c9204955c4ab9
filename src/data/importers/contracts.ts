import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { pluralize } from "../../primitives/words.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate } from "../../time/instant.ts";
import { zoneOf } from "../../time/zone.ts";
import { BAR_FILE_ENDINGS } from "../bar-formats/catalog.ts";
import { dateColumn, dayOfDate, readFacts, symbolColumn } from "../importing/fact-table.ts";
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
  const recorded = new Map(file.recorded?.instruments.map((one) => [one.symbol, one]));
  const expiring = new Map<string, RecordedInstrument>();
  const unknown = new Set<string>();
  for (const { symbol, expiration: instant, line } of rows) {
    const instrument = recorded.get(symbol);
    if (instrument === undefined) {
      unknown.add(symbol);
      continue;
    }
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
  if (expiring.size === 0 && unknown.size > 0) {
    const symbols = [...unknown];
    const message = `has expirations of ${symbols.slice(0, 5).join(", ")}${symbols.length > 5 ? " and others" : ""}, without recorded bars: import their bars first`;
    throw new HindcastError("SYMBOL_UNKNOWN", `${file.file} ${message}`, { file: file.file, symbols });
  }
  const days = Array.from(expiring.values(), ({ expiration }) => expiration!);
  const [first, last] = [Math.min(...days), Math.max(...days)].map((day) => formatDate(day * DAY_MS));
  return {
    instruments: [...expiring.values()],
    notes: [
      ...(expiring.size === 0
        ? []
        : [`Expirations of ${pluralize(expiring.size, "contract")}, from ${first} to ${last}.`]),
      ...(unknown.size === 0
        ? []
        : [`Expirations of ${pluralize(unknown.size, "symbol")} are left out, which are not recorded.`]),
      ...notes,
    ],
  };
}
