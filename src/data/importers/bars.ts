import { basename } from "node:path";
import { zoneOf } from "../../time/zone.ts";
import { BAR_FILE_ENDINGS, formatOf } from "../bar-formats.ts";
import { LARGEST_FILE } from "../file-bytes.ts";
import { invalidFile } from "../file-error.ts";
import { finishBars, timeZoneOf } from "../importing/finish-bars.ts";
import { readTable } from "../importing/import-table.ts";
import type { ImportedPart, Importer, ImportFile } from "../importing/importer.ts";
import { calendarOfFile, instrumentOf, symbolOf } from "../importing/instrument-of.ts";
import { factsOfName } from "../reading/file-names.ts";
import { readingOf, readingText } from "../reading/file-reading.ts";
import { type Stamp, stampOf, startsOfEnds } from "../reading/stamps.ts";
import type { BarTable } from "../reading/bar-table.ts";
import type { FoundTable } from "../reading/read-series.ts";
import { isShortNameOf, unclearZoneOf, zoneInColumn } from "../reading/zone-suffix.ts";

/**
 * Imports bars of one or several symbols from any tool: a time (or a date and a time), open, high, low, close and, optionally, volume and
 * adjusted close. The format and the columns are what the file shows. Prices count as traded unless the settings give another basis.
 */
export const bars: Importer = {
  name: "bars",
  title: "Bars of any tool: CSV, NDJSON, JSON or Parquet",
  endings: BAR_FILE_ENDINGS,
  read,
};

async function read(file: ImportFile): Promise<ImportedPart> {
  const { text, settings } = file;
  const format = formatOf(text.bytes.subarray(0, text.length));
  const opened = await format.open(file.file, text, settings.maxBytes ?? LARGEST_FILE);
  const table = { ...opened, facts: { ...factsOfName(file.name), ...zoneInColumn(opened), ...opened.facts } };
  const fileSymbol = symbolOf(file, table.facts.symbol ?? file.name);
  const zoneOfSymbol = (symbol: string): string => timeZoneOf(settings, instrumentOf(file, symbol), table.facts.zone);
  const fileZone = zoneOfSymbol(fileSymbol);
  let found = await readTable(file, table, zoneOf(fileZone));
  // Recorded symbols of the file may have another exchange than one with the name of the file.
  const zones = new Set(found.series.map(({ symbol = fileSymbol }) => zoneOfSymbol(symbol)));
  const [recordedZone] = zones;
  if (zones.size === 1 && recordedZone !== fileZone) found = await readTable(file, table, zoneOf(recordedZone!));
  refuseUnclearZone(file, table, found);
  const isOnlySeries = found.series.length === 1;
  const stamps = new Set<Stamp>();
  const parts = found.series.map((one) => {
    const instrument = instrumentOf(file, (isOnlySeries ? file.symbol : undefined) ?? one.symbol ?? fileSymbol);
    const timeZone = timeZoneOf(settings, instrument, table.facts.zone);
    const calendar = calendarOfFile(file, instrument);
    const clock = zoneOf(timeZone);
    const timeName = found.columns.time ?? "";
    const stamped =
      settings.stamped ?? stampOf(file.file, timeName, one.columns.time, settings.interval, clock, calendar);
    stamps.add(stamped);
    const columns =
      stamped === "end" ? startsOfEnds(file.file, one.columns, settings.interval, clock, calendar) : one.columns;
    const { line, own } = one;
    const { rows: _, ...finished } = finishBars(file, { instrument, columns, own, timeZone, line, unit: found.unit });
    return { instrument, ...finished };
  });
  const [stamped = "start"] = stamps;
  const reading = readingOf({ table, found, series: parts, zone: found.zone, stamped });
  const notes = parts
    .filter(({ instrument }) => instrument.priceBasis !== "raw")
    .map(({ instrument }) => `${instrument.symbol}: prices are read as ${instrument.priceBasis}.`);
  return {
    instruments: parts.map(({ instrument }) => instrument),
    series: parts.map(({ instrument, ...series }) => ({ symbol: instrument.symbol, ...series })),
    reading: readingText(basename(file.file), reading),
    notes: [...notes, ...found.notes],
  };
}

/** Throws `DATA_FILE_INVALID` if the file states another zone than the one of its exchange, by a name that names no single zone. */
function refuseUnclearZone(
  { file, settings }: ImportFile,
  table: BarTable,
  { columns, usedZone, zone }: FoundTable,
): void {
  if (settings.timeZone !== undefined || !usedZone) return;
  const unclear = unclearZoneOf(table, columns.time ?? "");
  if (unclear === undefined || isShortNameOf(unclear, zone)) return;
  const message = `states that its times are in ${JSON.stringify(unclear)}, which is no name of the zone of its exchange, ${zone.name}. State the zone of the times with --time-zone`;
  throw invalidFile(file, message, { zone: unclear });
}
