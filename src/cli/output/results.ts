import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { common } from "../help.ts";
import { openPage, temporaryFolder } from "../../report/open-report.ts";
import { ink } from "../../report/terminal/ink.ts";
import { wrapWords } from "../../report/terminal/tables.ts";
import { hasColor, lineWidth, type Terminal } from "../../report/terminal/terminal.ts";
import { writeFiles } from "./output-folder.ts";

/** Output options of a command. */
export interface OutputOptions {
  readonly out?: string;
  readonly report: boolean;
  readonly open?: true;
  readonly json?: true;
  readonly csv?: true;
  readonly quiet?: true;
}

/** Files that a command writes to a folder. Their contents are created only when they are written. */
interface ResultFiles {
  /** Name and content of the HTML page. */
  readonly page: readonly [name: string, html: () => string];
  /** The other files by name, in the order in which they are listed. */
  readonly files: Readonly<Record<string, () => Iterable<string>>>;
  /** Files that this call does not write. Older files with these names are deleted. */
  readonly without?: readonly string[];
}

/** Adds the output options. `files` names the files in the folder; `json` and `csv` describe the printed output. */
export function addOutputOptions(command: Command, page: string, files: string, json: string, csv?: string): Command {
  command
    .optionsGroup("Output:")
    .addOption(common("--out <dir>", `folder for ${files}`))
    .option("--no-report", `do not write ${page}, and delete an existing one`)
    .addOption(
      new Option("--open", `open ${page} in the browser; without --out, from a temporary folder`).conflicts("report"),
    )
    .addOption(common("--json", `print ${json} as JSON`));
  if (csv !== undefined) command.addOption(new Option("--csv", `print ${csv} as CSV`).conflicts("json"));
  return command.option("--quiet", "print errors only");
}

/**
 * Prints lines on how files were understood, before the work begins: where the text of the result follows, or on standard error if the
 * result is printed as JSON or CSV.
 */
export function printReadings(
  lines: readonly string[],
  { json, csv, quiet }: Pick<OutputOptions, "json" | "csv" | "quiet">,
  { stdout, stderr, env }: Terminal,
): void {
  if (lines.length === 0 || quiet === true) return;
  const isApart = json === true || csv === true;
  const output = isApart ? stderr : stdout;
  const pen = ink({ color: hasColor(output, env) });
  const text = lines.flatMap((line) => wrapWords(line, lineWidth(output))).map((line) => `${pen.faint(line)}\n`);
  output.write(`${text.join("")}${isApart ? "" : "\n"}`);
}

/**
 * Writes results to the folder of the options and opens the page if asked to. Returns text that lists the files; empty if none was written.
 */
export async function writeResults(options: OutputOptions, files: ResultFiles, terminal: Terminal): Promise<string> {
  const written = await writeFolder(options, files);
  if (options.open !== true) return written;
  const [name, html] = files.page;
  const path = join(options.out ?? (await temporaryFolder()), name);
  if (options.out === undefined) await writeFile(path, html());
  const reason = await openPage(path, terminal);
  const opened = reason === "" ? `Opened ${path} in the browser.` : `${path} was not opened: ${reason}.`;
  if (options.json !== true && options.csv !== true) return written === "" ? opened : `${written}\n${opened}`;
  terminal.stderr.write(`${opened}\n`);
  return written;
}

async function writeFolder(
  { out, report }: OutputOptions,
  { page: [page, html], files, without = [] }: ResultFiles,
): Promise<string> {
  if (out === undefined) return "";
  const all = new Map<string, Iterable<string>>(report ? [[page, [html()]]] : []);
  for (const [name, pieces] of Object.entries(files)) all.set(name, pieces());
  await writeFiles(out, all, report ? without : [...without, page]);
  const [first = "", ...others] = Object.keys(files);
  return [...(report ? [`Report: ${join(out, page)}`] : []), `Data: ${[join(out, first), ...others].join(", ")}`].join(
    "\n",
  );
}

/** Prints results as text, JSON or CSV. The text ends with the list of written files. */
export function printResults(
  { json, csv, quiet }: OutputOptions,
  formats: { json: () => Iterable<string>; csv?: () => Iterable<string>; text: () => string },
  { stdout }: Terminal,
  written = "",
): void {
  const text = () => [formats.text(), written === "" ? "" : `\n${written}\n`];
  const form = json === true ? formats.json : csv === true ? formats.csv : quiet === true ? undefined : text;
  for (const piece of form?.() ?? []) stdout.write(piece);
}
