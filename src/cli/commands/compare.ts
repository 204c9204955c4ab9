import type { Command } from "commander";
import { metrics } from "../../metrics/catalog.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { csvChunks } from "../../report/csv.ts";
import { formatByUnit } from "../../metrics/format.ts";
import { comparePayload } from "../../report/research/compare-payload.ts";
import { comparedRun, differencesOf, type ComparedRun } from "../../report/research/compared-run.ts";
import { researchHtml } from "../../report/html.ts";
import { type FittedColumn, foldedTable } from "../../report/terminal/tables.ts";
import { ink } from "../../report/terminal/ink.ts";
import { checkOutputFolder } from "../output/output-folder.ts";
import { addOutputOptions, type OutputOptions, printResults, writeResults } from "../output/results.ts";
import { readCurves, readSavedRun } from "../read-saved-run.ts";
import { addExamples } from "../help.ts";
import { hasColor, lineWidth, type Terminal } from "../../report/terminal/terminal.ts";

const EXAMPLES = [
  "hindcast compare out/slow out/fast",
  ["hindcast run sma-cross --data prices.csv --out out/slow", "save a run"],
  "hindcast run sma-cross --data prices.csv --param fast=5 --out out/fast",
] as const;

/** `hindcast compare`: compares saved runs side by side. */
export function compare(program: Command, terminal: Terminal): void {
  const command = program
    .command("compare")
    .summary("compare saved runs side by side")
    .description("Compares the metrics of saved runs side by side, and the parameters and settings that differ.")
    .argument("<run...>", "folders written by run --out, or result.json files");
  const files = "compare.html, compare.csv and compare.json";
  addOutputOptions(command, "compare.html", files, "the runs", "one row per metric");
  addExamples(command, EXAMPLES).action((paths: readonly string[], options: OutputOptions) =>
    run(paths, options, terminal),
  );
}

async function run(paths: readonly string[], options: OutputOptions, terminal: Terminal): Promise<void> {
  if (options.out !== undefined) await checkOutputFolder(options.out);
  const runs = await Promise.all(paths.map(readRun));
  const [csv, json] = [() => csvOf(runs), () => [`${jsonOf(runs)}\n`]];
  const written = await writeResults(
    options,
    {
      page: ["compare.html", () => researchHtml(comparePayload(runs))],
      files: { "compare.csv": csv, "compare.json": json },
    },
    terminal,
  );
  printResults(options, { json, csv, text: () => `${textOf(runs, terminal)}\n` }, terminal, written);
}

async function readRun(path: string): Promise<ComparedRun> {
  const { name, file, members } = await readSavedRun(path);
  // A result printed by --json, or saved by an older version, contains its equity curves.
  const found = comparedRun(
    name,
    members["equity"] === undefined ? { ...members, ...(await readCurves(file)) } : members,
  );
  if (found !== undefined) return found;
  throw new HindcastError("DATA_FILE_INVALID", `${file} is not a complete result.json of hindcast run`, {
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
    { heading: "", align: "left", dropOrder: 0, cell: ([label]) => label! },
    ...runs.map(({ name }, i): FittedColumn<readonly string[]> => {
      return { heading: name, align: "right", dropOrder: 0, cell: (texts) => texts[i + 1]! };
    }),
  ];
  const width = lineWidth(stdout);
  const tables = foldedTable(columns, [...differences, ...rows], width, pen).map(({ heading, lines }) => [
    ...heading,
    ...lines.slice(0, differences.length),
    "",
    ...lines.slice(differences.length),
  ]);
  const same = new Set(runs.map(({ fillHash }) => fillHash)).size === 1 && runs.length > 1;
  return [
    tables.map((lines) => lines.join("\n")).join("\n\n"),
    ...(same ? ["", "All runs have identical fills."] : []),
  ].join("\n");
}

/** The compared runs as JSON, without their curves. */
function jsonOf(runs: readonly ComparedRun[]): string {
  return JSON.stringify(runs.map(({ equity: _equity, buyAndHold: _held, ...rest }) => rest));
}

function metricNames(runs: readonly ComparedRun[]): string[] {
  return Object.keys(metrics).filter((name) => runs.some(({ summary }) => typeof summary[name] === "number"));
}

function csvOf(runs: readonly ComparedRun[]): Iterable<string> {
  const rows = metricNames(runs).map((name) => [name, ...runs.map(({ summary }) => summary[name] ?? "")]);
  return csvChunks(["metric", ...runs.map(({ name }) => name)], rows);
}
