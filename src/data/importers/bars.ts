import { type ErrorCode, HindcastError } from "../../primitives/errors.ts";
import type { BarFile } from "../bar-file.ts";
import { readBarColumns } from "../csv/read-bar-columns.ts";
import { zoneOf } from "../../time/zone.ts";
import { finishBars, timeZoneOf } from "../importing/finish-bars.ts";
import { tableWithHeader } from "../importing/import-table.ts";
import type { ImportedPart, Importer, ImportFile } from "../importing/importer.ts";
import { instrumentOf, symbolOf } from "../importing/instrument-of.ts";
import { barFormats } from "../bar-formats/catalog.ts";

/**
 * Imports bars in named columns from any tool: a time (or a date and a time), open, high, low, close and, optionally, volume and adjusted
 * close. NDJSON and Parquet are recognized by the file name extension. Prices are read as traded unless the settings give another price basis.
 */
export const bars: Importer = {
  name: "bars",
  title: "Bars in named columns: CSV, NDJSON or Parquet",
  endings: [...new Set(Object.values(barFormats).flatMap(({ endings }) => endings))],
  read: (file) => (isText(file.file) ? readText(file) : readBinaryOrJson(file)),
};

function isText(file: string): boolean {
  return formatOf(file) === undefined || formatOf(file)!.name === "csv";
}

/** Returns the file format with the longest matching file name extension; undefined if none matches. */
function formatOf(file: string): (typeof barFormats)[string] | undefined {
  const name = file.toLowerCase();
  const matches = Object.values(barFormats).flatMap((source) =>
    source.endings.filter((ending) => name.endsWith(ending)).map((ending) => ({ source, ending })),
  );
  return matches.toSorted((a, b) => b.ending.length - a.ending.length)[0]?.source;
}

function readText(file: ImportFile): ImportedPart {
  const instrument = instrumentOf(file, symbolOf(file));
  const timeZone = timeZoneOf(file.settings, instrument);
  const read = readBarColumns(tableWithHeader(file), zoneOf(timeZone), (error) =>
    file.refusals.addRowError(file.file, error),
  );
  const { bars: finished } = finishBars(file, { ...read, instrument, timeZone });
  const notes: string[] = [];
  if (instrument.priceBasis !== "raw") notes.push(`${instrument.symbol}: prices are read as ${instrument.priceBasis}.`);
  if (read.usedZone) notes.push(`${instrument.symbol}: times without an offset are read as ${timeZone}.`);
  if (read.unit !== undefined) notes.push(`${instrument.symbol}: times are read as ${read.unit} since 1970.`);
  if (read.layout.volume === undefined)
    notes.push(`${instrument.symbol}: there is no volume column; every volume is 0.`);
  notes.push(...read.notes.map((note) => `${instrument.symbol}: ${note}`));
  if (read.layout.unreadNames.length > 0)
    notes.push(`${instrument.symbol}: columns that are not read: ${read.layout.unreadNames.join(", ")}.`);
  return { instruments: [instrument], series: [{ symbol: instrument.symbol, bars: finished }], notes };
}

/** Reads NDJSON or Parquet, whose readers stop at the first bad row: such a row makes the import refuse the whole file. */
async function readBinaryOrJson(file: ImportFile): Promise<ImportedPart> {
  const instrument = instrumentOf(file, symbolOf(file));
  const timeZone = timeZoneOf(file.settings, instrument);
  const { interval, maxBytes } = file.settings;
  const { series, notes } = await readWholeFile(file, () =>
    formatOf(file.file)!.read(file.file, {
      symbol: instrument.symbol,
      zone: timeZone,
      ...(interval !== undefined && { interval }),
      ...(maxBytes !== undefined && { maxBytes }),
    }),
  );
  const columns = series[0].bars;
  const line = (row: number) => row + 1;
  const { interval: usedInterval } = columns;
  const { bars: finished } = finishBars(file, {
    instrument,
    columns,
    interval: usedInterval,
    timeZone,
    line,
    counted: "row",
  });
  return { instruments: [instrument], series: [{ symbol: instrument.symbol, bars: finished }], notes };
}

async function readWholeFile(file: ImportFile, read: () => Promise<BarFile>): Promise<BarFile> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof HindcastError) || !file.settings.skipBadRows) throw error;
    const message = `${error.message}; bad rows of this file format cannot be left out`;
    throw new HindcastError(error.code as ErrorCode, message, error.details);
  }
}
