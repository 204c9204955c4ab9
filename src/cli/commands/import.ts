import { readdir, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import type { Command } from "commander";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { type ErrorCode, HindcastError } from "../../primitives/errors.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { pluralize } from "../../primitives/words.ts";
import { formatCount } from "../../metrics/format.ts";
import { type FittedColumn, foldedTable, wrapWords } from "../../report/terminal/tables.ts";
import { importers } from "../../data/importers/catalog.ts";
import { type Imported, importMarket } from "../../data/importing/import-market.ts";
import { type ImportReport, reasonsText, type ReportedTable } from "../../data/importing/import-report.ts";
import type { Importer } from "../../data/importing/importer.ts";
import type { ImportSource } from "../../data/importing/read-import-file.ts";
import { openRecording } from "../../data/recording/open-recording.ts";
import { writeRecording } from "../../data/recording/write-recording.ts";
import { checkOutputFolder, writeFiles } from "../output/output-folder.ts";
import { createProgress } from "../output/progress.ts";
import { printReadings } from "../output/results.ts";
import { stoppable } from "../ending.ts";
import { addExamples } from "../help.ts";
import { lineWidth, type Terminal } from "../../report/terminal/terminal.ts";
import { symbolAndFile } from "../options/data.ts";
import { addImportOptions, type ImportCommandOptions, modeOf, settingsOfImport } from "./import-options.ts";

const EXAMPLES = [
  "hindcast import yahoo AAPL.csv --into my-market",
  "hindcast import lean AAPL=aapl.csv --factors aapl_factors.csv --into my-market",
  "hindcast import bars prices.csv --symbol SPY --asset-class etf --into my-market --dry-run",
  "hindcast import binance BTCUSDT-1h-2025-01.csv BTCUSDT-1h-2025-02.csv --into my-market --append",
];

const FORMATS = ["Formats:", ...[...importers.values()].map(({ name, title }) => `  ${name.padEnd(10)} ${title}`)];

/** `hindcast import`: imports files into a recording. */
export function importCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command("import")
    .summary("import market data files into a recording")
    .description("Imports files into a recording, or nothing at all if any file is invalid.")
    .argument("<format>", "format of the files, one of the list below", importerOption)
    .argument("<files...>", "files, as FILE or SYMBOL=FILE", importFile);
  addExamples(addImportOptions(command), EXAMPLES, [FORMATS.join("\n")]).action(
    (importer: Importer, files: readonly ImportSource[], options: ImportCommandOptions) =>
      runImport(importer, files, options, terminal),
  );
}

function importerOption(text: string): Importer {
  const importer = importers.get(text);
  if (importer !== undefined) return importer;
  const known = [...importers.keys()];
  const message = `import must be followed by one of ${known.join(", ")}, was ${JSON.stringify(text)}`;
  throw new HindcastError("USAGE", message, { known });
}

async function runImport(
  importer: Importer,
  files: readonly ImportSource[],
  options: ImportCommandOptions,
  terminal: Terminal,
): Promise<void> {
  const { into: folder, symbol, name, description, licence, mainCalendar } = options;
  const mode = modeOf(options);
  if (options.report !== undefined) await checkReportFile(options.report);
  const existing = await existingRecording(folder);
  const progress = createProgress(`import ${importer.name}`, terminal);
  const readings: string[] = [];
  const request = {
    ...withoutUndefined({ description, licence, mainCalendar, into: existing?.market }),
    // By default a new recording has the name of its folder.
    ...withoutUndefined({ name: name ?? (existing === undefined ? basename(resolve(folder)) : undefined) }),
    importer,
    mode,
    files: symbol?.length === 1 ? files.map((file) => ({ symbol: symbol[0]!, ...file })) : files,
    settings: settingsOfImport(options),
    onProgress: (done: number) => progress.update(done),
    onRead: (reading: string) => readings.push(reading),
  };
  let imported: Imported;
  try {
    imported = await importMarket(request).finally(() => {
      progress.clear();
      printReadings(readings, options, terminal);
    });
  } catch (error) {
    throw await reportRejected(error, options, terminal);
  }
  if (options.dryRun !== true) {
    await checkUnchanged(folder, existing?.checksum);
    await stoppable("nothing was written", (signal) =>
      writeRecording(folder, imported.market, { replacing: existing?.checksum, signal }),
    );
  }
  printReport(imported.report, options, terminal, readings);
  // The report file is written last, so that the report is printed even if writing fails.
  await writeReport(imported.report, options);
}

/** Throws OUTPUT_NOT_WRITABLE, before anything is imported, if the file of `--report` cannot be written. */
async function checkReportFile(path: string): Promise<void> {
  await checkOutputFolder(dirname(path));
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return;
  throw new HindcastError("OUTPUT_NOT_WRITABLE", `--report must be a file, ${path} is a folder`, { file: path });
}

/** Loads the recording in a folder. Returns undefined for a missing or empty folder. */
export async function existingRecording(
  folder: string,
): Promise<{ readonly market: RecordedMarket; readonly checksum: string } | undefined> {
  const recording = await openIfThere(folder);
  if (recording === undefined) {
    await checkEmpty(folder);
    return undefined;
  }
  const { checksum } = recording;
  return { market: (await recording.load()).market(), checksum };
}

/** Throws OUTPUT_NOT_WRITABLE if a folder without a recording contains files, so that an import fails before it starts. */
async function checkEmpty(folder: string): Promise<void> {
  await checkOutputFolder(folder);
  const [found] = await readdir(folder).catch(() => []);
  if (found === undefined) return;
  const message = `${folder} must be new, empty or a recording, so that no other files are lost, has ${found}`;
  throw new HindcastError("OUTPUT_NOT_WRITABLE", message, { folder, strange: found });
}

async function openIfThere(folder: string): Promise<Awaited<ReturnType<typeof openRecording>> | undefined> {
  try {
    return await openRecording(folder);
  } catch (error) {
    if (error instanceof HindcastError && error.code === "RECORDING_NOT_FOUND") return undefined;
    throw error;
  }
}

/** Throws IMPORT_REFUSED if another program changed the recording during the import, since those changes would be lost. */
async function checkUnchanged(folder: string, checksum: string | undefined): Promise<void> {
  const now = (await openIfThere(folder))?.checksum;
  if (now === checksum) return;
  throw new HindcastError(
    "IMPORT_REFUSED",
    `nothing was imported: ${folder} was changed by another program during the import. Repeat the import`,
    {
      folder,
    },
  );
}

/** Options for the report of an import or a download. */
type ReportOptions = Pick<ImportCommandOptions, "into" | "json" | "quiet" | "dryRun" | "report">;

/** Prints the report of an import, without the notes that are `shown` already. */
export function printReport(
  report: ImportReport,
  options: ReportOptions,
  { stdout, stderr }: Terminal,
  shown: readonly string[] = [],
): void {
  if (options.json === true) stdout.write(`${JSON.stringify(report)}\n`);
  if (options.json === true || options.quiet === true) return;
  stderr.write(rejectedText(report));
  const done = options.dryRun === true ? "Dry run: nothing was written." : `Recording: ${options.into}`;
  const notes = report.notes.filter((note) => !shown.includes(note));
  stdout.write(importText({ ...report, notes }, done, lineWidth(stdout)));
}

/** Prints the rejected rows and returns the error to throw: one with their number, or the original error if no row was rejected. */
export async function reportRejected(
  error: unknown,
  options: ReportOptions,
  { stdout, stderr }: Terminal,
): Promise<unknown> {
  if (!(error instanceof HindcastError)) return error;
  const report = error.details["report"] as ImportReport | undefined;
  if (report === undefined) return error;
  await writeReport(report, options);
  if (options.json === true) {
    stdout.write(`${JSON.stringify(report)}\n`);
    return error;
  }
  stderr.write(rejectedText(report));
  const { count, rows } = report.refused;
  const wayOut = rows < count ? "" : `. Use --skip-bad-rows to leave ${count === 1 ? "it" : "them"} out`;
  const message = `nothing was imported: ${formatCount(count)} rejected${wayOut}`;
  return new HindcastError(error.code as ErrorCode, message, error.details);
}

async function writeReport(report: ImportReport, { report: path }: ReportOptions): Promise<void> {
  if (path === undefined) return;
  await writeFiles(dirname(path), new Map([[basename(path), [`${JSON.stringify(report, null, 2)}\n`]]]));
}

/**
 * Parses `FILE` or `SYMBOL=FILE` and appends it to the previous ones. Text before the last `=` that precedes the first slash is the symbol:
 * `GC=F=gold.csv` is a file of GC=F.
 */
export function importFile(text: string, before: readonly ImportSource[] = []): ImportSource[] {
  return [...before, symbolAndFile("a file to import", text)];
}

/** Maximum number of rejected rows that are printed. */
const SHOWN = 20;

const [LEFT, RIGHT] = [{ align: "left", dropOrder: 0 } as const, { align: "right", dropOrder: 0 } as const];

const COLUMNS: readonly FittedColumn<ReportedTable>[] = [
  { ...LEFT, heading: "symbol", cell: ({ symbol }) => symbol },
  { ...LEFT, heading: "what", cell: ({ kind, interval }) => (interval === null ? kind : `${kind} of ${interval}`) },
  { ...LEFT, heading: "change", cell: ({ change }) => change },
  { ...RIGHT, heading: "rows", cell: ({ rows }) => formatCount(rows) },
  { ...RIGHT, heading: "added", cell: ({ added }) => formatCount(added) },
  { ...LEFT, heading: "first", cell: ({ first }) => first },
  { ...LEFT, heading: "last", cell: ({ last }) => last },
];

/** Formats the result of an import: tables, corporate actions and notes of the recording. */
export function importText({ files, tables, actions, notes }: ImportReport, done: string, width = Infinity): string {
  const table = foldedTable(COLUMNS, tables, width).flatMap(({ heading, lines }, i) => [
    ...(i > 0 ? [""] : []),
    ...heading,
    ...lines,
  ]);
  const events = actions.map(({ symbol, splits, dividends, delistings }) => {
    const ends = delistings === 0 ? [] : [pluralize(delistings, "delisting")];
    return `${symbol}: ${[pluralize(splits, "split"), pluralize(dividends, "dividend"), ...ends].join(", ")}.`;
  });
  const sentences = notes.flatMap((note) => wrapWords(note, width));
  const blocks = [
    // A download without new bars has no files; a file of facts about recorded instruments has no tables.
    tables.length > 0 ? table : files.length > 0 ? [] : ["Up to date: no new bars."],
    events,
    sentences,
    [done],
  ].filter((lines) => lines.length > 0);
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Formats the rejected rows: counts by reason, then the first rows. Equal lines are printed once with their count. */
function rejectedText({ refused: { count, byReason, list } }: ImportReport): string {
  if (count === 0) return "";
  const times = new Map<string, number>();
  for (const { reason, message } of list.slice(0, SHOWN)) {
    const line = `  ${reason}: ${message}`;
    times.set(line, (times.get(line) ?? 0) + 1);
  }
  const lines = Array.from(times, ([line, many]) => (many === 1 ? line : `${line} (${many} times)`));
  const kept = count > list.length ? `the first ${formatCount(list.length)}` : "them";
  const more = count > SHOWN ? [`  … and ${formatCount(count - SHOWN)} more; --report FILE lists ${kept}`] : [];
  return `${[`Rejected: ${count} (${reasonsText(byReason)})`, ...lines, ...more].join("\n")}\n`;
}
