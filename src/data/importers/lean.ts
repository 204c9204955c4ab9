import type { AssetClass } from "../../market/recorded-market.ts";
import { type BarColumn, columnsByName } from "../../market/validate-bars.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatInstant, parseDate, parseInstant } from "../../time/instant.ts";
import { type Interval } from "../../time/interval.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import { type CellReader, NUMBER_CELLS } from "../csv/cell.ts";
import { invalidFile } from "../file-error.ts";
import { openCsv } from "../csv/open-csv.ts";
import { finishBars, type ReadBars, timeZoneOf } from "../importing/finish-bars.ts";
import { actionsOfFactorFile } from "../importing/factor-file.ts";
import {
  firstLine,
  tableWithoutHeader,
  type Positions,
  RoleRows,
  readTable,
  textTimes,
  unreadNotes,
} from "../importing/import-table.ts";
import type { ImportedPart, Importer, ImportFile } from "../importing/importer.ts";
import { instrumentOf, symbolOf } from "../importing/instrument-of.ts";
import { readImportFile } from "../importing/read-import-file.ts";

/**
 * Imports bars of QuantConnect LEAN, as traded, and the corporate actions of its factor files. LEAN's own files have no header. Daily and
 * hourly rows begin with `YYYYMMDD HH:mm`, minute and second rows with milliseconds since midnight of the date in the file's name. Prices of shares are
 * in ten-thousandths. A file with a header is read by its column names, with prices as written.
 */
export const lean: Importer = {
  name: "lean",
  title: "Bars of QuantConnect LEAN; --factors adds its corporate actions",
  endings: [".csv", ".csv.gz", ".zip"],
  read,
};

const NAMES = ["time", "open", "high", "low", "close", "volume"] as const;
type Role = (typeof NAMES)[number];
const POSITIONS: Positions<Role> = { time: 0, open: 1, high: 2, low: 3, close: 4, volume: 5 };

/** Asset classes whose prices are in ten-thousandths of a dollar in LEAN's files. */
const SCALED_CLASSES: readonly AssetClass[] = ["stock", "etf", "index", "option"];
const SCALE = 10_000;

interface LeanBars extends Pick<ReadBars, "columns" | "own" | "line" | "interval" | "unit"> {
  readonly notes?: readonly string[];
}

async function read(file: ImportFile): Promise<ImportedPart> {
  const nameParts = /^(?<date>\d{8})_(?<symbol>[^_]+)_(?<step>minute|second|hour|daily)_trade$/i.exec(
    file.name,
  )?.groups;
  const instrument = instrumentOf(file, symbolOf(file, nameParts?.["symbol"]), { priceBasis: "raw" });
  // LEAN stores currency pairs in UTC, and other instruments in the zone of their exchange.
  const timeZone = timeZoneOf(file.settings, instrument, instrument.assetClass === "forex" ? "UTC" : undefined);
  const zone = zoneOf(timeZone);
  const first = firstLine(file)[0] ?? "";
  const scale = SCALED_CLASSES.includes(instrument.assetClass) ? SCALE : 1;
  const found = /[a-z]/i.test(first.slice(0, 4))
    ? await withHeader(file, zone)
    : withoutHeader(file, first, nameParts?.["date"], zone, scale);
  const { bars, columns } = finishBars(file, { instrument, timeZone, ...found });
  const { symbol } = instrument;
  const notes = [`${symbol}: times of LEAN are read as ${timeZone}; prices are as traded.`, ...(found.notes ?? [])];
  const { factors } = file.settings;
  if (factors === undefined) return { instruments: [instrument], series: [{ symbol, bars, columns }], notes };
  const factorFile = await readImportFile({ file: factors }, file);
  const { actions, notes: factorNotes } = actionsOfFactorFile(factorFile, instrument);
  return { instruments: [instrument], series: [{ symbol, bars, columns }], actions, notes: [...notes, ...factorNotes] };
}

async function withHeader(file: ImportFile, zone: Zone): Promise<LeanBars> {
  const { series, unit, unread, notes } = await readTable(file, openCsv(file.file, file.text), zone);
  if (series.length > 1) {
    const symbols = series.map(({ symbol }) => symbol);
    throw invalidFile(file.file, `must have bars of one symbol, has ${symbols.slice(0, 20).join(", ")}`, { symbols });
  }
  return { ...series[0]!, unit, notes: [...notes, ...unreadNotes(file.file, unread, [])] };
}

function withoutHeader(file: ImportFile, first: string, date: string | undefined, zone: Zone, scale: number): LeanBars {
  const cells = firstLine(file).length;
  if (cells !== NAMES.length) {
    throw invalidFile(file.file, `must have 6 cells per line, as LEAN's trade bars do, had ${cells}`, { cells });
  }
  const time = /^\d{8} /.test(first)
    ? textTimes((text) => datedTime(text, zone))
    : timeSinceMidnight(file.file, date, zone);
  const rows = new RoleRows<Role>(tableWithoutHeader(file, NAMES), POSITIONS, { time }, (error) =>
    file.refusals.addRowError(file.file, error),
  );
  const isPrice = (name: BarColumn): boolean => name !== "time" && name !== "volume";
  const columns = columnsByName((name) =>
    rows.optional(name as Role)?.map((value) => (isPrice(name) ? value / scale : value)),
  );
  const interval =
    intervalOfName(file.name) ?? (columns.time.every((start) => isMidnight(start, zone)) ? "1d" : undefined);
  return { columns, line: (row) => rows.line(row), interval };
}

function intervalOfName(name: string): Interval | undefined {
  if (/_second_/i.test(name)) return "1s";
  if (/_minute_/i.test(name)) return "1m";
  return /_hour_/i.test(name) ? "1h" : undefined;
}

function isMidnight(time: number, zone: Zone): boolean {
  return time === zone.toInstantOrAfter(Math.floor(zone.toLocal(time) / DAY_MS) * DAY_MS);
}

/** Parses `20131007 00:00` in the zone; returns a description of a valid time if the text is invalid. */
function datedTime(text: string, zone: Zone): number | string {
  const match = /^(\d{4})(\d{2})(\d{2}) (\d{2}:\d{2})$/.exec(text);
  const iso = match === null ? "" : `${match[1]}-${match[2]}-${match[3]}T${match[4]}`;
  try {
    return iso.endsWith("T00:00") ? zone.toInstantOrAfter(parseDate(iso.slice(0, -6))) : parseInstant(iso, zone.name);
  } catch {
    return `a time YYYYMMDD HH:mm that the clocks of ${zone.name} show`;
  }
}

/** Creates the reader for milliseconds since midnight of the date in the file's name. */
function timeSinceMidnight(file: string, date: string | undefined, zone: Zone): CellReader {
  if (date === undefined) {
    throw invalidFile(file, "must have a date in its name, such as 20131007_spy_minute_trade.csv", {
      column: "time",
    });
  }
  const midnight = parseDate(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`);
  return textTimes((text) => {
    const count = NUMBER_CELLS.parse(text);
    if (typeof count === "string" || count < 0 || count >= DAY_MS)
      return "a number of milliseconds since midnight, less than a day";
    const instant = zone.toInstant(midnight + count);
    if (!Number.isNaN(instant)) return instant;
    return `a time that the clocks of ${zone.name} show, which skip ${formatInstant(midnight + count).slice(11, 16)} that day`;
  });
}
