import type { Command } from "commander";
import { isTraded } from "../../market/instrument.ts";
import { formatCount, formatNumber } from "../../metrics/format.ts";
import { formatTime } from "../../report/format-time.ts";
import type { RecordedFile } from "../../data/recording/manifest.ts";
import { openRecording } from "../../data/recording/open-recording.ts";
import type { Recording } from "../../data/recording/recording.ts";
import { type TableColumn, wrappedTable } from "../../report/terminal/tables.ts";
import { addExamples } from "../help.ts";
import { lineWidth, type Terminal } from "../../report/terminal/terminal.ts";

const EXAMPLES = [
  "hindcast data data/sample",
  ["hindcast data data/sample --verify", "read, decode and check every file"],
  "hindcast data data/sample --json",
] as const;

interface DataCommandOptions {
  readonly verify?: true;
  readonly json?: true;
}

/** `hindcast data`: lists what a recording contains. */
export function data(program: Command, terminal: Terminal): void {
  const command = program
    .command("data")
    .summary("list the contents of a recording")
    .description("Lists the instruments of a recording, with the kinds of data and the dates recorded for each.")
    .argument("<dir>", "folder of the recording")
    .option("--verify", "decode every file and check its length and SHA-256 against the manifest")
    .option("--json", "print the manifest as JSON");
  addExamples(command, EXAMPLES).action((folder: string, options: DataCommandOptions) =>
    printData(folder, options, terminal),
  );
}

async function printData(folder: string, options: DataCommandOptions, { stdout }: Terminal): Promise<void> {
  const recording = await openRecording(folder);
  const verified = options.verify === true;
  if (verified) await recording.verify();
  const width = lineWidth(stdout);
  stdout.write(options.json === true ? recordingJson(recording, verified) : recordingText(recording, verified, width));
}

/** The recorded data of one symbol and kind, over all its files. */
interface RecordedData {
  readonly symbol: string;
  readonly what: string;
  readonly rows: number;
  readonly first: number | null;
  readonly last: number | null;
}

const COLUMNS: readonly TableColumn[] = [
  { heading: "symbol" },
  { heading: "name", wraps: true },
  { heading: "class" },
  { heading: "recorded" },
  { heading: "rows", align: "right" },
  { heading: "first" },
  { heading: "last" },
];

/** Text of `hindcast data`: the contents of a recording as a table. */
export function recordingText(recording: Recording, verified: boolean, width = Infinity): string {
  const { name, description, licence, provenance, notes, mainCalendar, files } = recording.manifest;
  const instruments = new Map(recording.instruments.map((instrument) => [instrument.symbol, instrument]));
  const rows = summarizeFiles(files).map(({ symbol, what, rows: count, first, last }) => {
    const instrument = instruments.get(symbol);
    const role = instrument === undefined || isTraded(instrument) ? "" : ", data only";
    const about = [symbol, instrument?.name ?? "", `${instrument?.assetClass ?? ""}${role}`];
    // Data without an instrument, such as exchange rates, have dates without a time.
    const zone = instrument?.zone ?? "UTC";
    return [...about, what, formatCount(count), dateOf(first, zone), dateOf(last, zone)];
  });
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  return [
    `${name} (${provenance}, license ${licence || "unknown"})`,
    description,
    "",
    ...wrappedTable(COLUMNS, rows, width),
    "",
    `Calendars: ${recording.calendars.map((calendar) => calendar.name).join(", ")}; main calendar ${mainCalendar}`,
    `Files: ${formatCount(files.length)}, ${formatNumber(megabytes, 1)} MB${verified ? ", all match the manifest" : ""}`,
    `Checksum: ${recording.checksum}`,
    ...notes,
    "",
  ].join("\n");
}

/** The manifest of a recording, with the recording's checksum. */
export function recordingMembers({ manifest, checksum }: Recording): Readonly<Record<string, unknown>> {
  return { ...manifest, checksum };
}

/** The manifest as JSON, with the recording's checksum. */
function recordingJson(recording: Recording, verified: boolean): string {
  return `${JSON.stringify({ ...recordingMembers(recording), verified: verified || null })}\n`;
}

function summarizeFiles(files: readonly RecordedFile[]): readonly RecordedData[] {
  const bySymbolAndKind = new Map<string, RecordedData>();
  for (const { symbol, kind, interval, rows, first, last } of files) {
    const what = interval === null ? kind : `${kind} ${interval}`;
    const key = JSON.stringify([symbol, what]);
    const before = bySymbolAndKind.get(key);
    bySymbolAndKind.set(key, {
      symbol: symbol ?? "all",
      what,
      rows: rows + (before?.rows ?? 0),
      first: before?.first ?? first,
      last: last ?? before?.last ?? null,
    });
  }
  return [...bySymbolAndKind.values()];
}

/** Formats the date of a time in the exchange's zone. East of UTC, a daily bar starts on the day before in UTC. */
function dateOf(instant: number | null, zone: string): string {
  return instant === null ? "" : formatTime(instant, "1d", zone);
}
