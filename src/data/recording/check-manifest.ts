import type { PriceBasis } from "../../market/corporate-action.ts";
import { ROLES } from "../../market/instrument.ts";
import type { AssetClass, RecordedInstrument } from "../../market/recorded-market.ts";
import { formatValue } from "../../primitives/check.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import type { CalendarDeclaration } from "../../time/calendar-declaration.ts";
import { usualName } from "../../time/interval.ts";
import { zoneOf } from "../../time/zone.ts";
import { type FileKind, FORMAT, isFileName, type Manifest, type RecordedFile, VERSION } from "./manifest.ts";
import { RecordReader } from "./record-reader.ts";
import { invalidRecording } from "../file-error.ts";

const ASSET_CLASSES: readonly AssetClass[] = ["stock", "etf", "index", "crypto", "forex", "commodity", "option"];
const PRICE_BASES: readonly PriceBasis[] = ["raw", "split_adjusted", "fully_adjusted"];

/** Checks an instrument of a manifest. Throws `RECORDING_INVALID` and `ZONE_UNKNOWN`. */
function checkInstrument(read: RecordReader): RecordedInstrument {
  const expiration = read.optional("expiration", () => read.number("expiration"));
  const contracts = read.optional("contracts", () => read.texts("contracts"));
  const role = read.optional("role", () => read.oneOf("role", ROLES));
  const instrument: RecordedInstrument = {
    ...withoutUndefined({ expiration, contracts, role }),
    symbol: read.nonEmptyText("symbol"),
    name: read.text("name"),
    assetClass: read.oneOf("assetClass", ASSET_CLASSES),
    exchange: read.text("exchange"),
    zone: read.nonEmptyText("zone"),
    calendar: read.nonEmptyText("calendar"),
    currency: read.nonEmptyText("currency"),
    currencyDecimals: read.count("currencyDecimals", 20),
    decimals: read.count("decimals", 20),
    tick: read.number("tick", 0),
    lot: read.positive("lot"),
    multiplier: read.positive("multiplier"),
    priceBasis: read.oneOf("priceBasis", PRICE_BASES),
    base: read.nonEmptyText("base"),
    unit: read.text("unit"),
    contractMonth: read.text("contractMonth"),
    continuous: read.flag("continuous"),
  };
  read.checkAllRead();
  zoneOf(instrument.zone);
  return Object.freeze(instrument);
}

/** Parses and checks the JSON text of a manifest. Throws `RECORDING_INVALID`, which names the field, and `ZONE_UNKNOWN`. */
export function checkManifest(path: string, text: string): Manifest {
  const read = new RecordReader(path, "", parseJson(path, text));
  const format = read.value("format");
  if (format !== FORMAT) read.refuse("format", JSON.stringify(FORMAT), format);
  const version = read.value("version");
  if (version !== VERSION)
    read.refuse("version", `version ${VERSION}, the only version that this release reads,`, version);
  const manifest: Manifest = {
    format: FORMAT,
    version: VERSION,
    name: read.nonEmptyText("name"),
    description: read.text("description"),
    licence: read.text("licence"),
    provenance: read.oneOf("provenance", ["recorded", "synthetic"]),
    notes: read.texts("notes"),
    mainCalendar: read.nonEmptyText("mainCalendar"),
    calendars: read.list("calendars").map((calendar, at) => checkCalendar(read, calendar, at)),
    instruments: read
      .list("instruments")
      .map((value, at) => checkInstrument(new RecordReader(path, `instruments[${at}]`, value))),
    files: read.list("files").map((value, at) => checkFile(new RecordReader(path, `files[${at}]`, value))),
  };
  read.checkAllRead();
  checkConsistency(path, manifest);
  return Object.freeze(manifest);
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw invalidRecording(path, `must be valid JSON: ${cause}`, { cause });
  }
}

function checkCalendar(read: RecordReader, calendar: unknown, at: number): string | CalendarDeclaration {
  if (typeof calendar === "string" && calendar !== "") return calendar;
  if (typeof calendar === "object" && calendar !== null && !Array.isArray(calendar))
    return calendar as CalendarDeclaration;
  return read.refuse(`calendars[${at}]`, "the name or the declaration of a calendar", calendar);
}

/** Checks that symbols and file names are unique, and that every file belongs to a listed instrument. */
function checkConsistency(path: string, { instruments, files }: Manifest): void {
  const symbols = new Set<string>();
  for (const [at, { symbol }] of instruments.entries()) {
    if (symbols.has(symbol)) throw duplicateError(path, `instruments[${at}].symbol`, symbol);
    symbols.add(symbol);
  }
  const names = new Set<string>();
  const lastFiles = new Map<string, RecordedFile>();
  for (const [at, file] of files.entries()) {
    // Names are compared in lower case: on some file systems `A.arrow` and `a.arrow` are the same file.
    const name = file.file.toLowerCase();
    if (names.has(name)) throw duplicateError(path, `files[${at}].file`, file.file);
    names.add(name);
    if (file.symbol !== null && !symbols.has(file.symbol)) {
      throw invalidRecording(
        path,
        `must list the instrument of files[${at}].symbol, but has none with the symbol ${formatValue(file.symbol)}`,
        { place: `files[${at}].symbol`, symbol: file.symbol },
      );
    }
    checkOrder(path, at, file, lastFiles);
  }
}

/** Checks that the files of one series are in order of time and do not overlap. */
function checkOrder(path: string, at: number, file: RecordedFile, lastFiles: Map<string, RecordedFile>): void {
  const series = JSON.stringify([file.kind, file.symbol, file.interval && usualName(file.interval)]);
  const before = lastFiles.get(series);
  if (before !== undefined && before.interval !== file.interval) {
    const places = `files[${at}] and in ${before.file}, since ${file.interval} and ${before.interval} are the same interval`;
    throw invalidRecording(path, `must not have two series of ${file.symbol} in ${places}`, {
      place: `files[${at}].interval`,
    });
  }
  if (before !== undefined && before.last !== null && file.first !== null && file.first <= before.last) {
    throw invalidRecording(
      path,
      `must have a time in files[${at}].first that is after ${before.last}, the last time of ${before.file}, was ${file.first}`,
      { place: `files[${at}].first` },
    );
  }
  if (before === undefined || file.last !== null) lastFiles.set(series, file);
}

function duplicateError(path: string, place: string, value: string): Error {
  return invalidRecording(path, `must have a unique value in ${place}, but ${formatValue(value)} occurs twice`, {
    place,
    value,
  });
}

/** For each kind of file, whether the file has a symbol and whether it has an interval. */
const OWNER_MEMBERS: Readonly<Record<FileKind, { readonly symbol: boolean; readonly interval: boolean }>> = {
  bars: { symbol: true, interval: true },
  quotes: { symbol: true, interval: false },
  chains: { symbol: true, interval: false },
  actions: { symbol: false, interval: false },
  facts: { symbol: false, interval: false },
};
const FILE_KINDS = Object.keys(OWNER_MEMBERS) as readonly FileKind[];

/** Size limit of a file in bytes: 2 GiB less one byte, about 44 million bars. */
const LARGEST_RECORDED_FILE = 2 ** 31 - 1;

/** Checks a file entry of a manifest. Throws `RECORDING_INVALID`. */
function checkFile(read: RecordReader): RecordedFile {
  const name = read.text("file");
  if (!isFileName(name)) read.refuse("file", "a plain file name, without folders", name);
  const kind = read.oneOf("kind", FILE_KINDS);
  const owner = OWNER_MEMBERS[kind];
  const symbol = owner.symbol ? read.nonEmptyText("symbol") : readNull(read, "symbol", kind);
  const interval = owner.interval ? read.interval("interval") : readNull(read, "interval", kind);
  const rows = read.count("rows");
  const first = rows === 0 ? readNull(read, "first", "a file without rows") : read.number("first");
  const last = rows === 0 ? readNull(read, "last", "a file without rows") : read.number("last", first!);
  const bytes = read.count("bytes", LARGEST_RECORDED_FILE);
  const sha256 = read.text("sha256");
  if (!/^[0-9a-f]{64}$/.test(sha256)) read.refuse("sha256", "64 lowercase hexadecimal digits", sha256);
  read.checkAllRead();
  return Object.freeze({ file: name, kind, symbol, interval, rows, first, last, bytes, sha256 });
}

function readNull(read: RecordReader, name: string, of: string): null {
  const value = read.value(name);
  return value === null || value === undefined ? null : read.refuse(name, `null for ${of}`, value);
}
