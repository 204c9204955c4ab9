import { Option, type Command } from "commander";
import { metrics } from "../../metrics/catalog.ts";
import { csvCell } from "../../primitives/csv-cell.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { formatByUnit } from "../../report/format.ts";
import { comparePayload } from "../../report/research/compare-payload.ts";
import { comparedRun, differencesOf, type ComparedRun } from "../../report/research/compared-run.ts";
import { researchHtml } from "../../report/html.ts";
import { type FittedColumn, foldedTable } from "../../report/terminal/tables.ts";
import { ink } from "../../report/terminal/ink.ts";
import { checkOutputFolder, writeFiles } from "../output/output-folder.ts";
import { writtenText } from "../output/run-text.ts";
import { readSavedRun } from "../read-saved-run.ts";
import { hasColor, widthOf, type Terminal } from "../terminal.ts";

const EXAMPLES = `
Examples:
  hindcast run sma-cross --data prices.csv --out out/slow
  hindcast run sma-cross --data prices.csv --param fast=5 --out out/fast
  hindcast compare out/slow out/fast
`;

interface CompareOptions {
  readonly out?: string;
  readonly report: boolean;
  readonly json?: true;
  readonly csv?: true;
  readonly quiet?: true;
}

/** `hindcast compare`: results side by side. */
export function compare(program: Command, terminal: Terminal): void {
  program
    .command("compare")
    .summary("results of several runs side by side")
    .description("Prints the numbers of saved runs side by side, and in which parameters and settings the runs differ.")
    .argument("<run...>", "folders that run --out has written, or result.json files")
    .optionsGroup("Output:")
    .option("--out <dir>", "write compare.html, compare.csv and compare.json into this folder")
    .option("--no-report", "write no compare.html, and leave no older one there")
    .option("--json", "print the runs as JSON and nothing else")
    .addOption(new Option("--csv", "print a row a number as CSV and nothing else").conflicts("json"))
    .option("--quiet", "print nothing but errors")
    .addHelpText("after", EXAMPLES)
    .action((paths: readonly string[], options: CompareOptions) => run(paths, options, terminal));
}

async function run(paths: readonly string[], options: CompareOptions, terminal: Terminal): Promise<void> {
  const { out, report, json, csv, quiet } = options;
  if (out !== undefined) await checkOutputFolder(out);
  const runs = await Promise.all(paths.map(readRun));
  let written = "";
  if (out !== undefined) {
    const files = new Map<string, Iterable<string>>();
    if (report) files.set("compare.html", [researchHtml(comparePayload(runs))]);
    files.set("compare.csv", [`${csvOf(runs)}\n`]).set("compare.json", [`${jsonOf(runs)}\n`]);
    await writeFiles(out, files, report ? undefined : "compare.html");
    written = `\n${writtenText(out, [...files.keys()])}\n`;
  }
  if (json === true) terminal.stdout.write(`${jsonOf(runs)}\n`);
  else if (csv === true) terminal.stdout.write(`${csvOf(runs)}\n`);
  else if (quiet !== true) terminal.stdout.write(`${textOf(runs, terminal)}\n${written}`);
}

async function readRun(path: string): Promise<ComparedRun> {
  const { name, file, members } = await readSavedRun(path);
  const found = comparedRun(name, members);
  if (found !== undefined) return found;
  throw new HindcastError("DATA_FILE_INVALID", `${file} must be a result.json of hindcast run, lacked some of it`, {
    file,
  });
}

function textOf(runs: readonly ComparedRun[], { stdout, env }: Terminal): string {
  const pen = ink({ color: hasColor(stdout, env) });
  const differences = differencesOf(runs).map(({ label, texts }) => [label, ...texts]);
  const rows = metricNames(runs).map((name) => [
    metrics[name]?.title ?? name,
    ...runs.map(({ summary, currencyDecimals }) =>
      formatByUnit(metrics[name]?.unit ?? "ratio", summary[name] ?? null, currencyDecimals),
    ),
  ]);
  const columns: readonly FittedColumn<readonly string[]>[] = [
    { heading: "", align: "left", leaves: 0, cell: ([label]) => label! },
    ...runs.map(({ name }, i): FittedColumn<readonly string[]> => {
      return { heading: name, align: "right", leaves: 0, cell: (texts) => texts[i + 1]! };
    }),
  ];
  const width = stdout.isTTY === true ? widthOf(stdout) : Infinity;
  const tables = foldedTable(columns, [...differences, ...rows], width, pen).map(({ heading, lines }) => [
    ...heading,
    ...lines.slice(0, differences.length),
    "",
    ...lines.slice(differences.length),
  ]);
  const same = new Set(runs.map(({ fillHash }) => fillHash)).size === 1 && runs.length > 1;
  return [
    tables.map((lines) => lines.join("\n")).join("\n\n"),
    ...(same ? ["", "The fills of all are the same, to the last bit."] : []),
  ].join("\n");
}

/** What of the runs is compared: everything but their curves. */
function jsonOf(runs: readonly ComparedRun[]): string {
  return JSON.stringify(runs.map(({ equity: _equity, buyAndHold: _held, ...rest }) => rest));
}

function metricNames(runs: readonly ComparedRun[]): string[] {
  return Object.keys(metrics).filter((name) => runs.some(({ summary }) => typeof summary[name] === "number"));
}

function csvOf(runs: readonly ComparedRun[]): string {
  const rows = metricNames(runs).map((name) => [name, ...runs.map(({ summary }) => String(summary[name] ?? ""))]);
  return [["metric", ...runs.map(({ name }) => name)], ...rows].map((row) => row.map(csvCell).join(",")).join("\n");
}
