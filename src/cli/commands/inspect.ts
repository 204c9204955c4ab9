import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Command } from "commander";
import { type BarFile, readBars } from "../../data/bar-file.ts";
import { BAR_FILE_ENDINGS } from "../../data/bar-formats.ts";
import { MANIFEST_FILE } from "../../data/recording/manifest.ts";
import { openRecording } from "../../data/recording/open-recording.ts";
import type { FileReading, SymbolReading } from "../../data/reading/file-reading.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { CALENDARS } from "../../time/calendars/catalog.ts";
import { checkInterval, type Interval } from "../../time/interval.ts";
import { formatCount } from "../../metrics/format.ts";
import { timeLength } from "../../report/format-time.ts";
import { type FittedColumn, foldedTable, wrappedTable } from "../../report/terminal/tables.ts";
import { pluralize } from "../../primitives/words.ts";
import { addExamples } from "../help.ts";
import { isFolder } from "../read-data.ts";
import { recordingMembers, recordingText } from "./data.ts";
import { type DataFile, dataOption, symbolsOption } from "../options/data.ts";
import { addReadingOptions, readingOptions, type ReadingOptions } from "../options/reading.ts";
import { choiceOption } from "../options/values.ts";
import { lineWidth, type Terminal } from "../../report/terminal/terminal.ts";

const EXAMPLES = [
  "hindcast inspect prices.csv",
  "hindcast inspect XBTUSD_60.csv bars.parquet --json",
  ["hindcast inspect trades.csv --columns time,open,high,low,close,-,volume", "a file without a header"],
] as const;

interface InspectOptions extends ReadingOptions {
  readonly symbol?: readonly string[];
  readonly interval?: Interval;
  readonly zone?: string;
  readonly calendar?: string;
  readonly json?: true;
}

/** `hindcast inspect`: shows how files of bars are interpreted. */
export function inspect(program: Command, terminal: Terminal): void {
  const command = program
    .command("inspect")
    .summary("show how a file of bars is read")
    .description(
      "Reads files of bars and shows how Hindcast interprets them: columns, times and symbols, with notes on anything unusual.",
    )
    .argument("<files...>", "files, as FILE or SYMBOL=FILE; folders; recordings", dataOption)
    .option("--symbol <list>", "symbols to read from a file that has several (default: all)", symbolsOption)
    .option(
      "--interval <interval>",
      "length of a bar, such as 15s, 1h or 1d (default: the most common time between bars)",
      checkInterval,
    )
    .option("--zone <zone>", "time zone of times without an offset from UTC, such as America/New_York (default: UTC)")
    .option(
      "--calendar <name>",
      `trading calendar: ${CALENDARS.join(", ")} (default: none)`,
      choiceOption("--calendar", CALENDARS),
    );
  addReadingOptions(command).option("--json", "print the result as JSON");
  addExamples(command, EXAMPLES).action((files: readonly DataFile[], options: InspectOptions) =>
    inspectFiles(files, options, terminal),
  );
}

async function inspectFiles(given: readonly DataFile[], options: InspectOptions, { stdout }: Terminal): Promise<void> {
  const files = (await Promise.all(given.map(filesOf))).flat();
  const isOne = given.length === 1 && files.length === 1 && files[0]!.file === given[0]!.file;
  const inspected: Inspected[] = [];
  let refused = 0;
  for (const one of files) {
    try {
      inspected.push(await inspectedFile(one, options));
    } catch (error) {
      // Of several files each is shown, also after one that is refused.
      if (isOne || !(error instanceof HindcastError)) throw error;
      const { code, message } = error;
      refused++;
      inspected.push({
        json: { file: one.file, error: { code, message } },
        text: () => `${basename(one.file)}\nrefused: ${message}`,
      });
    }
  }
  if (options.json === true) {
    const all = inspected.map(({ json }) => json);
    stdout.write(`${JSON.stringify(isOne ? all[0] : all)}\n`);
  } else {
    const width = lineWidth(stdout);
    stdout.write(`${inspected.map(({ text }) => text(width)).join("\n\n")}\n`);
  }
  if (refused === 0) return;
  throw new HindcastError("DATA_FILE_INVALID", `${refused} of ${pluralize(files.length, "file")} refused`, { refused });
}

/** What a file or recording is, as JSON and as text of a width. */
interface Inspected {
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: (width: number) => string;
}

async function inspectedFile({ file, symbols: own }: DataFile, options: InspectOptions): Promise<Inspected> {
  if (await isFolder(file)) {
    const recording = await openRecording(file);
    return {
      json: { file, kind: "recording", ...recordingMembers(recording) },
      text: (width) => recordingText(recording, false, width).trimEnd(),
    };
  }
  const { interval, zone, calendar, symbol } = options;
  const symbols = own ?? symbol;
  const named = symbols?.length === 1 ? { symbol: symbols[0] } : { symbols };
  const bars = await readBars(file, {
    ...readingOptions(options),
    ...withoutUndefined({ interval, zone, calendar, ...named }),
  });
  const { reading, notes, checksum } = bars;
  return {
    json: { file, sha256: checksum, line: notes[0], ...reading, notes: notes.slice(1) },
    text: (width) => fileText(file, bars, width),
  };
}

/** Returns the files of bars in a folder that is no recording; a file or a recording itself. Throws `DATA_EMPTY` for a folder without any. */
async function filesOf(given: DataFile): Promise<readonly DataFile[]> {
  const { file: folder } = given;
  if (!(await isFolder(folder))) return [given];
  const names = (await readdir(folder)).toSorted();
  if (names.includes(MANIFEST_FILE)) return [given];
  const files = names.filter(
    (name) => !name.startsWith(".") && BAR_FILE_ENDINGS.some((end) => name.toLowerCase().endsWith(end)),
  );
  if (files.length > 0) return files.map((name) => ({ ...given, file: join(folder, name) }));
  const message = `${folder} has no files of bars, and is no recording; files of bars end in ${BAR_FILE_ENDINGS.filter((end) => end.lastIndexOf(".") === 0).join(", ")}, also packed`;
  throw new HindcastError("DATA_EMPTY", message, { folder });
}

const COLUMNS: readonly FittedColumn<SymbolReading>[] = [
  { heading: "symbol", align: "left", dropOrder: 0, cell: ({ symbol }) => symbol },
  { heading: "bars", align: "right", dropOrder: 0, cell: ({ bars }) => formatCount(bars) },
  { heading: "interval", align: "left", dropOrder: 0, cell: ({ interval }) => interval },
  { heading: "first (UTC)", align: "left", dropOrder: 2, cell: ({ first, interval }) => shortInstant(first, interval) },
  { heading: "last (UTC)", align: "left", dropOrder: 2, cell: ({ last, interval }) => shortInstant(last, interval) },
  {
    heading: "first (local)",
    align: "left",
    dropOrder: 1,
    cell: ({ firstLocal, interval }) => shortInstant(firstLocal, interval),
  },
  {
    heading: "last (local)",
    align: "left",
    dropOrder: 1,
    cell: ({ lastLocal, interval }) => shortInstant(lastLocal, interval),
  },
];

/** Number of symbols that the table shows. */
const SHOWN = 20;

function fileText(file: string, { reading, notes }: BarFile, width: number): string {
  const more = reading.symbols.length - SHOWN;
  return [
    basename(file),
    ...wrappedTable([{ heading: "" }, { heading: "", wraps: true }], rowsOf(reading), width),
    "",
    ...foldedTable(COLUMNS, reading.symbols.slice(0, SHOWN), width).flatMap(({ heading, lines }, i) => [
      ...(i > 0 ? [""] : []),
      ...heading,
      ...lines,
    ]),
    ...(more > 0 ? [`and ${more} more symbols (--json lists all)`] : []),
    ...notes.slice(1).map((note) => `note: ${note}`),
  ].join("\n");
}

function rowsOf({ kind, header, columns, own, unread, timeFormat, zone, order, stamped }: FileReading): string[][] {
  const { time, timeOfDay, ...parts } = columns;
  const times = [time, timeOfDay].filter((name) => name !== undefined).join(" and ");
  return [
    ["file", `${kind}, ${header ? "with" : "without"} a header`],
    ["times", `${times}: ${timeFormat}, ${zone === null ? "independent of time zones" : `in the time zone ${zone}`}`],
    ["rows", `${order}; times are the ${stamped} of bars`],
    ...Object.entries(parts).map(([part, name]) => [part, name]),
    ...(parts.volume === undefined ? [["volume", "none, so every volume is 0"]] : []),
    ["extra columns", own.length === 0 ? "none" : own.join(", ")],
    ["columns not read", unread.length === 0 ? "none" : unread.join(", ")],
  ];
}

function shortInstant(instant: string, interval: Interval): string {
  return instant.slice(0, Math.max(16, timeLength(interval))).replace("T", " ");
}
