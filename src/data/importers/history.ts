import { cellError, invalidFile } from "../file-error.ts";
import type { HindcastError } from "../../primitives/errors.ts";
import { formatValue } from "../../primitives/check.ts";
import { checkInterval } from "../../time/interval.ts";
import { parseInstant } from "../../time/instant.ts";
import { columnsByName } from "../../market/validate-bars.ts";
import { cellText, parseJsonFile, recordColumns, unreadNotes } from "../importing/import-table.ts";
import { finishBars, timeZoneOf } from "../importing/finish-bars.ts";
import type { ImportedPart, Importer, ImportFile, KnownInstrument } from "../importing/importer.ts";
import { instrumentOf } from "../importing/instrument-of.ts";

/**
 * Imports history responses of the served API: `{ symbol, period, interval, data: [{ timestamp, open, … adj_close }], meta }`. If every
 * adjusted close equals the close, prices are read as adjusted for splits and dividends, the API's default; otherwise as traded, and the
 * adjusted close is kept too.
 */
export const history: Importer = {
  name: "history",
  title: "JSON answer of the served API's history endpoint",
  endings: [".json", ".json.gz"],
  read,
};

const FIELDS = ["timestamp", "open", "high", "low", "close", "volume", "adj_close"] as const;

function read(file: ImportFile): ImportedPart {
  const answer = parseJsonFile(file);
  if (!isRecord(answer) || !Array.isArray(answer["data"]) || typeof answer["symbol"] !== "string") {
    throw invalidFile(file.file, "must be a history response with symbol, interval and data");
  }
  const data: readonly unknown[] = answer["data"];
  const meta = isRecord(answer["meta"]) ? answer["meta"] : {};
  checkTotal(file.file, meta["total_records"], data.length);
  const interval = checkInterval(answer["interval"]);

  const { columns: found, line } = recordColumns(file, data, valuesOf);
  const columns = columnsByName((_, place) => found[place] ?? new Float64Array(0));
  const { close, adjClose } = columns;
  const adjusted = close.every((value, row) => value === adjClose![row]);
  const symbol = file.symbol ?? answer["symbol"];
  const basis = adjusted ? "fully_adjusted" : "raw";
  const instrument = instrumentOf(file, symbol, { priceBasis: basis, ...instrumentFromMeta(meta) });
  const timeZone = timeZoneOf(file.settings, instrument);
  const { bars } = finishBars(file, { instrument, columns, interval, timeZone, line, counted: "record" });
  const reason = adjusted ? "every adjusted close equals the close" : "some adjusted closes differ from the close";
  const [first] = data;
  const names = isRecord(first) ? Object.keys(first) : [];
  const positions = FIELDS.map((field) => names.indexOf(field));
  const notes = [
    `${symbol}: prices are read as ${instrument.priceBasis}, since ${reason}.`,
    ...unreadNotes(file.file, names, positions),
  ];
  return { instruments: [instrument], series: [{ symbol, bars }], notes };
}

function instrumentFromMeta(meta: Readonly<Record<string, unknown>>): KnownInstrument {
  const { currency, exchange, exchange_timezone: zone } = meta;
  return {
    ...(typeof currency === "string" && { currency }),
    ...(typeof exchange === "string" && { exchange }),
    ...(typeof zone === "string" && { zone }),
  };
}

/** Throws `DATA_FILE_INVALID` if the response has another number of bars than its field `meta` states, since it may be cut off. */
function checkTotal(file: string, total: unknown, length: number): void {
  if (total === undefined || total === length) return;
  throw invalidFile(file, `must have ${formatValue(total)} bars, as its field meta states, has ${length}`, {
    total,
    bars: length,
  });
}

function valuesOf(file: string, line: number, bar: unknown): number[] | HindcastError {
  const record: Readonly<Record<string, unknown>> = isRecord(bar) ? bar : {};
  const values: number[] = [];
  for (const field of FIELDS) {
    const value = field === "timestamp" ? instantOf(record[field]) : record[field];
    if (typeof value !== "number" || !Number.isFinite(value)) {
      const mustBe = field === "timestamp" ? "an ISO time with its offset" : "a number";
      return cellError({ file, line, column: field }, mustBe, cellText(record[field]));
    }
    values.push(value);
  }
  return values;
}

function instantOf(value: unknown): number {
  if (typeof value !== "string" || !/[T ].*(?:Z|[+-][\d:]+)$/.test(value)) return NaN;
  try {
    return parseInstant(value);
  } catch {
    return NaN;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
