import { basename } from "node:path";
import { checkNumber, parameterError } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { suspiciousTimes } from "../../market/suspicious-times.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate, parseDate } from "../../time/instant.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { importerOf } from "../importers/catalog.ts";
import { type ImportReport, reasonsText, reportedActions, reportedRefusals, reportedTable } from "./import-report.ts";
import type { ImportedPart, Importer, ImportSettings } from "./importer.ts";
import {
  type ImportMode,
  mergeActions,
  mergeInstruments,
  mergeTables,
  type FromFile,
  type WrittenTable,
} from "./merge-tables.ts";
import { type ImportSource, type ReadImportFile, readImportFile } from "./read-import-file.ts";
import { pluralize } from "../../primitives/words.ts";
import { groupBy } from "../../primitives/map-helpers.ts";
import { fileError } from "../file-error.ts";
import { localText, rangeText, type SymbolRows } from "../reading/file-reading.ts";
import { withoutEndedRows } from "./ended-symbols.ts";
import { lengthOf, marketPartsOf, tableName, tablesOf } from "./recorded-tables.ts";
import { Refusals } from "./refusals.ts";

/** Creates the declared delisting of each imported instrument. */
function declaredDelistings(
  parts: readonly NamedPart[],
  declared: ImportSettings["delisted"],
): FromFile<CorporateAction>[] {
  if (declared === undefined) return [];
  const { price } = declared;
  if (price !== undefined) checkNumber("delisted.price", price, 0);
  const exDate = parseDate(declared.exDate) / DAY_MS;
  const collect = ({ file, part }: NamedPart) =>
    part.instruments.map(({ symbol, currency }): FromFile<CorporateAction> => ({
      file,
      value: {
        symbol,
        kind: "delisting",
        exDate,
        ratio: 1,
        cash: 0,
        ...(price === undefined ? {} : { price }),
        currency,
      },
    }));
  const bySymbol = new Map(parts.flatMap(collect).map((one) => [one.value.symbol, one]));
  return [...bySymbol.values()];
}

/** Name, description and other texts of a new recording. */
export interface RecordingTexts {
  readonly name?: string;
  readonly description?: string;
  readonly licence?: string;
  readonly mainCalendar?: string;
}

/** What to import, and how. */
export interface ImportRequest extends RecordingTexts {
  /** Importer that reads the files: the name of a built-in one, or an importer of your own. */
  readonly importer: Importer | string;
  /** Files to import, at least one. */
  readonly files: readonly ImportSource[];
  readonly settings?: ImportSettings;
  /** Market to import into. Default: a new market. */
  readonly into?: RecordedMarket;
  /** What to do with bars, quotes and chains that are already recorded. Default: `refuse`. */
  readonly mode?: ImportMode;
  /** Called with the fraction of files read, from 0 to 1. */
  readonly onProgress?: (done: number) => void;
  /** Called with one line on how a file was understood, for each file that can be read. Refused rows are reported later. */
  readonly onRead?: (reading: string) => void;
}

/** Result of an import. */
export interface Imported {
  readonly market: RecordedMarket;
  readonly report: ImportReport;
}

/** Data read from a file or an answer of a source, with the file's name or the source's. */
export interface NamedPart {
  readonly file: string;
  readonly part: ImportedPart;
}

/** A file and the data read from it. */
interface FilePart extends NamedPart {
  readonly sha256: string;
  /** Notes on the file itself, such as a missing line end after the last line. */
  readonly notes: readonly string[];
}

/**
 * Imports files into a market in memory; nothing is written. Several files of one symbol and interval form one series, and must have equal
 * values where they overlap.
 *
 * Throws `IMPORT_REFUSED` if anything was refused; with `skipBadRows`, bad rows do not count. The `report` is in its details, and nothing
 * is imported. Throws the same error for a synthetic market, since real and synthetic data never mix. Throws `PARAMETER_OUT_OF_RANGE` for
 * an unknown importer and for an empty list of files.
 *
 * @example
 * const { market, report } = await importMarket({ importer: "yahoo", files: [{ file: "AAPL.csv" }] });
 * await writeRecording("my-market", market);
 */
export async function importMarket(request: ImportRequest): Promise<Imported> {
  const { settings = {}, into } = request;
  const importer = importerOf(request.importer);
  if (request.files.length === 0) throw parameterError("files", "a list of at least one file", request.files);
  checkOrigin(into);
  const refusals = new Refusals();
  const parts = await readParts(importer, request, refusals);
  checkFactors(importer, settings.factors, parts, refusals);
  const notes = [
    ...parts.flatMap(({ part }) => [
      ...(part.reading === undefined ? [] : [part.reading]),
      ...part.notes,
      ...timeNotes(part, into),
      ...gapNotes(part),
    ]),
    ...provenance(importer, parts),
    ...chainNotes(parts, into),
    ...skippedRowsNotes(refusals),
  ];
  const described = {
    importer: importer.name,
    files: parts.map(({ file, sha256 }) => ({ file, sha256 })),
    notes: [...new Set(notes)],
  };
  return mergeParts(parts, described, request, refusals);
}

/** Merges data that were read into a market. Throws `IMPORT_REFUSED` if anything was refused or does not fit. */
export function mergeParts(
  parts: readonly NamedPart[],
  described: Pick<ImportReport, "importer" | "files" | "notes">,
  request: Omit<ImportRequest, "importer" | "files" | "onProgress" | "onRead">,
  refusals: Refusals,
): Imported {
  const { settings = {}, into, mode = "refuse" } = request;
  checkOrigin(into);
  const collect = <T>(list: (part: ImportedPart) => readonly T[] | undefined): FromFile<T>[] =>
    parts.flatMap(({ file, part }) => (list(part) ?? []).map((value) => ({ file, value })));
  const imported = parts.flatMap(({ file, part }) => tablesOf(part).map((table) => ({ file, table })));
  const recorded = tablesOf(into ?? {});
  const { tables, written, notes: ofColumns } = mergeTables(recorded, imported, mode, refusals);
  refuseJoined(into, imported, refusals);
  const names = new Set(imported.map(({ table }) => tableName(table)));
  const isReplaced = (symbol: string): boolean =>
    mode === "replace" && recorded.every((table) => table.symbol !== symbol || names.has(tableName(table)));
  const instruments = mergeInstruments(
    into?.instruments ?? [],
    collect((part) => part.instruments),
    mode,
    isReplaced,
    refusals,
  );
  const given = [...collect((part) => part.actions), ...declaredDelistings(parts, settings.delisted)];
  const merged = mergeActions(into?.actions ?? [], given, mode, refusals);

  const report: ImportReport = {
    ...described,
    notes: [...described.notes, ...ofColumns, ...merged.notes],
    tables: written.map(reportedTable),
    actions: reportedActions(merged.imported),
    refused: reportedRefusals(refusals),
  };
  const checkRefusals = (): void => {
    if (refusals.fileCount === 0 && (refusals.rowCount === 0 || settings.skipBadRows === true)) return;
    throw refused({ ...report, refused: reportedRefusals(refusals) });
  };
  checkRefusals();
  const calendars = [...new Set(instruments.map(({ calendar }) => calendar))];
  const mainCalendar = request.mainCalendar ?? into?.mainCalendar ?? calendars[0]!;
  const market: RecordedMarket = {
    name: request.name ?? into?.name ?? "recording",
    description: request.description ?? into?.description ?? "",
    licence: request.licence ?? into?.licence ?? "not said",
    provenance: into?.provenance ?? "recorded",
    notes: [...new Set([...(into?.notes ?? []), ...report.notes])],
    calendars: [...new Set([...calendars, mainCalendar])].map((name) => calendarOf(name, into?.calendars)),
    mainCalendar,
    instruments,
    ...marketPartsOf(tables),
    actions: merged.actions,
    facts: [...(into?.facts ?? []), ...parts.flatMap(({ part }) => part.facts ?? [])],
  };
  const whole = parts.reduce((before, { part }) => part.revise?.(before) ?? before, market);
  const files = [
    ...imported.map(({ file, table }) => [table.symbol, file] as const),
    ...parts.flatMap(({ file, part }) => part.instruments.map(({ symbol }) => [symbol, file] as const)),
    ...given.map(({ file, value }) => [value.symbol, file] as const),
  ];
  const revised = withoutEndedRows(whole, new Map(files), refusals);
  checkRefusals();
  const notes = [...report.notes, ...revised.notes.slice(market.notes.length), ...staleNotes(into, written)];
  const reported = { ...report, tables: leftOf(written, revised).map(reportedTable), notes };
  return { market: revised, report: { ...reported, refused: reportedRefusals(refusals) } };
}

/** Returns the written tables as they are in the market, without the rows that were left out of it. */
function leftOf(written: readonly WrittenTable[], market: RecordedMarket): readonly WrittenTable[] {
  const left = new Map(tablesOf(market).map((table) => [tableName(table), table]));
  return written.flatMap((one) => {
    const table = left.get(tableName(one.table));
    if (table === undefined) return [];
    return [{ ...one, table, added: Math.max(0, one.added - lengthOf(one.table) + lengthOf(table)) }];
  });
}

/** Refuses data of a continuous series, which would not say which contract is in force. */
function refuseJoined(
  into: RecordedMarket | undefined,
  imported: readonly { readonly file: string; readonly table: { readonly symbol: string } }[],
  refusals: Refusals,
): void {
  const joined = new Set((into?.instruments ?? []).flatMap(({ symbol, contracts }) => (contracts ? [symbol] : [])));
  for (const { file, table } of imported) {
    if (!joined.has(table.symbol)) continue;
    const message = `${file}: ${table.symbol} is joined from contracts. Import bars of the contracts, and run hindcast continuous ${table.symbol} again; or give the file another symbol`;
    refusals.addFile({ file, line: null, field: null, reason: "joined_series", message });
  }
}

/** Returns a note on each recorded continuous series whose contracts get other bars. */
function staleNotes(into: RecordedMarket | undefined, written: readonly WrittenTable[]): readonly string[] {
  const changed = new Set(written.map(({ table }) => table.symbol));
  const stale = (into?.instruments ?? []).filter(({ contracts }) => contracts?.some((one) => changed.has(one)));
  return stale.map(
    ({ symbol }) => `${symbol} is joined from these contracts: run hindcast continuous ${symbol} again.`,
  );
}

export function checkOrigin(into: RecordedMarket | undefined): void {
  if (into?.provenance !== "synthetic") return;
  const message = `${into.name} is a synthetic recording, into which no files can be imported, since real and synthetic data are never mixed`;
  throw new HindcastError("IMPORT_REFUSED", message, { recording: into.name });
}

/** Codes of errors that a file may cause only because its bad rows were left out. */
const CAUSED_BY_ROWS: ReadonlySet<string> = new Set(["DATA_EMPTY", "INTERVAL_UNKNOWN"]);

/** Reads the files in sequence. Errors of a file are collected, so that the report covers all files. */
async function readParts(importer: Importer, request: ImportRequest, refusals: Refusals): Promise<readonly FilePart[]> {
  const { files, settings = {}, into, onProgress, onRead } = request;
  const parts: FilePart[] = [];
  for (const [at, source] of files.entries()) {
    onProgress?.(at / files.length);
    const rowsBefore = refusals.rowCount;
    try {
      const file: ReadImportFile = await readImportFile(source, { settings, recorded: into, refusals });
      const read = await importer.read(file);
      const part = settings.quotesOnly === true ? quotesOf(source.file, read) : read;
      parts.push({ file: source.file, sha256: file.checksum, notes: file.notes, part });
      onRead?.(
        part.reading ?? `${basename(source.file)}: ${[part.layout ?? importer.name, ...contentsOf(part)].join("; ")}.`,
      );
    } catch (error) {
      if (!(error instanceof HindcastError)) throw error;
      // If bad rows already make the import fail, an error such as "no usable bars" that only follows from these rows is left out.
      const isReported =
        settings.skipBadRows === true || refusals.rowCount === rowsBefore || !CAUSED_BY_ROWS.has(error.code);
      if (isReported) refusals.addFileError(source.file, error);
    }
  }
  onProgress?.(1);
  return parts;
}

/** Returns the part with its quotes, but no bars. Throws `DATA_EMPTY` for a part without quotes. */
function quotesOf(file: string, { quotes = [], ...part }: ImportedPart): ImportedPart {
  if (quotes.length > 0) return { ...part, quotes, series: [] };
  throw fileError("DATA_EMPTY", file, "has no bids and asks, which --quotes-only imports");
}

/** Describes the tables and actions of a part by symbols, rows and range, in local times of the instruments. */
function contentsOf(part: ImportedPart): readonly string[] {
  const zoneOfSymbol = (symbol: string): Zone =>
    zoneOf(part.instruments.find((instrument) => instrument.symbol === symbol)?.zone ?? "UTC");
  const rows = tablesOf(part).map(({ kind, symbol, interval, columns: { time } }): SymbolRows => {
    const [firstLocal, lastLocal] = [time![0]!, time!.at(-1)!].map((instant) =>
      localText(instant, zoneOfSymbol(symbol)),
    );
    const what = kind === "bars" ? `bars of ${interval}` : kind === "chain" ? "contracts" : kind;
    return { symbol, rows: time!.length, what, firstLocal: firstLocal!, lastLocal: lastLocal! };
  });
  const kinds = [...groupBy(rows, ({ what }) => what).values()].map(rangeText);
  const actions = part.actions?.length ?? 0;
  return actions === 0 ? kinds : [...kinds, pluralize(actions, "corporate action")];
}

/** Refuses a factor file that the importer does not read, or that is given for several symbols, since prices would be wrong. */
function checkFactors(
  importer: Importer,
  file: string | undefined,
  parts: readonly FilePart[],
  refusals: Refusals,
): void {
  if (file === undefined || parts.length === 0) return;
  const symbols = [...new Set(parts.flatMap(({ part }) => part.instruments.map(({ symbol }) => symbol)))];
  const isRead = parts.some(({ part }) => part.actions !== undefined);
  if (isRead && symbols.length === 1) return;
  const was = isRead ? `it was given for ${symbols.join(", ")}` : `the importer ${importer.name} reads no factor files`;
  const message = `${file} must be given with bars of one symbol, in a format that uses factor files; ${was}`;
  refusals.addFile({ file, line: null, field: null, reason: "factors_of_another", message });
}

/** Returns notes on doubtful bar times that the importer has not reported itself. */
function timeNotes({ instruments, series, notes }: ImportedPart, into: RecordedMarket | undefined): readonly string[] {
  return (series ?? []).flatMap(({ symbol, bars }) => {
    const own = instruments.find((instrument) => instrument.symbol === symbol);
    const doubt = suspiciousTimes(
      bars,
      own === undefined ? {} : { calendar: calendarOf(own.calendar, into?.calendars) },
    );
    return doubt === undefined || notes.includes(doubt) ? [] : [`${symbol}: ${doubt}`];
  });
}

/** Length of a gap without bars after which a symbol may be that of another company. */
const LONG_GAP_MS = 180 * DAY_MS;

/** Returns a note on the longest gap of each series, if it is so long that the symbol may have had another company before. */
function gapNotes({ instruments, series }: ImportedPart): readonly string[] {
  return (series ?? []).flatMap(({ symbol, bars: { time } }) => {
    let longest = 0;
    for (let row = 1; row < time.length; row++)
      if (time[row]! - time[row - 1]! > (longest === 0 ? LONG_GAP_MS : time[longest]! - time[longest - 1]!))
        longest = row;
    if (longest === 0) return [];
    const zone = zoneOf(instruments.find((instrument) => instrument.symbol === symbol)?.zone ?? "UTC");
    const [last, next] = [longest - 1, longest].map((row) => formatDate(zone.toLocal(time[row]!)));
    return [
      `${symbol}: there are no bars between ${last} and ${next}. If the symbol had another company before, import its bars under a symbol of their own.`,
    ];
  });
}

/** Returns notes on imported chains whose underlying has no bars, neither recorded nor imported. */
function chainNotes(parts: readonly FilePart[], into: RecordedMarket | undefined): readonly string[] {
  const series = [...(into?.series ?? []), ...parts.flatMap(({ part }) => part.series ?? [])];
  const withBars = new Set(series.map(({ symbol }) => symbol));
  const chains = parts.flatMap(({ part }) => part.chains ?? []).filter(({ symbol }) => !withBars.has(symbol));
  return chains.map(
    ({ symbol, time }) =>
      `${symbol}: an option chain of ${pluralize(time.length, "row")} was imported before any bars of its underlying; import these under the same symbol.`,
  );
}

function provenance(importer: Importer, parts: readonly FilePart[]): readonly string[] {
  return parts.flatMap(({ file, sha256, notes }) => [
    `Imported with the importer ${importer.name}: ${basename(file)}, SHA-256 ${sha256}.`,
    ...notes,
  ]);
}

function skippedRowsNotes({ rowCount, byReason, list }: Refusals): readonly string[] {
  const files = new Set(list.map(({ file }) => basename(file)));
  return rowCount === 0
    ? []
    : [`Bad rows that were left out of ${[...files].join(", ")}: ${rowCount} (${reasonsText(byReason)}).`];
}

function refused(report: ImportReport): HindcastError {
  const { count, byReason, list } = report.refused;
  const all = count === 1 ? "" : ` (${count} in all: ${reasonsText(byReason)})`;
  const message = `nothing was imported: ${list[0]!.message}${all}`;
  return new HindcastError("IMPORT_REFUSED", message, { count, byReason, report });
}
