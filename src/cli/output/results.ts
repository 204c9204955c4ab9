import { join } from "node:path";
import { type Command, Option } from "commander";
import { common } from "../help.ts";
import type { Terminal } from "../terminal.ts";
import { writeFiles } from "./output-folder.ts";

/** Where the results of a command go, as its options say. */
export interface OutputOptions {
  readonly out?: string;
  readonly report: boolean;
  readonly json?: true;
  readonly csv?: true;
  readonly quiet?: true;
}

/** What a command leaves in a folder: pieces of text, made where they are asked for. */
interface Results {
  /** The name of the page, and what is in it. */
  readonly page: readonly [name: string, html: () => string];
  /** The other files, by name, in the order in which they are told. */
  readonly files: Readonly<Record<string, () => Iterable<string>>>;
  /** Files that are not written this time, and of which no older one may stay. */
  readonly without?: readonly string[];
}

/** Adds the options of results; `files` says what goes into the folder, `json` and `csv` what they print. */
export function addOutputOptions(command: Command, page: string, files: string, json: string, csv?: string): Command {
  command
    .optionsGroup("Output:")
    .addOption(common("--out <dir>", `folder for ${files}`))
    .option("--no-report", `do not write ${page}, and delete an older one`)
    .addOption(common("--json", `print ${json} as JSON`));
  if (csv !== undefined) command.addOption(new Option("--csv", `print ${csv} as CSV`).conflicts("json"));
  return command.option("--quiet", "print errors only");
}

/** Writes results into the folder that the options name. Returns what says where they are; nothing where there is no folder. */
export async function writeResults(
  { out, report }: OutputOptions,
  { page: [page, html], files, without = [] }: Results,
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

/** Prints results in the form that the options ask for; below a text what says where the files are. */
export function printResults(
  { json, csv, quiet }: OutputOptions,
  forms: { json: () => Iterable<string>; csv?: () => Iterable<string>; text: () => string },
  { stdout }: Terminal,
  written = "",
): void {
  const text = () => [forms.text(), written === "" ? "" : `\n${written}\n`];
  const form = json === true ? forms.json : csv === true ? forms.csv : quiet === true ? undefined : text;
  for (const piece of form?.() ?? []) stdout.write(piece);
}
