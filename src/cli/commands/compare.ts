import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Command } from "commander";
import { metrics } from "../../metrics/catalog.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { formatByUnit } from "../../report/format.ts";
import { ink } from "../../report/terminal/ink.ts";
import { textTable } from "../../report/terminal/text-table.ts";
import { hasColor, type Terminal } from "../terminal.ts";

const EXAMPLES = `
Examples:
  hindcast run sma-cross --data prices.csv --out out/slow
  hindcast run sma-cross --data prices.csv --param fast=5 --out out/fast
  hindcast compare out/slow out/fast
`;

/** What of a result on disk is compared. */
interface SavedRun {
  readonly name: string;
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly symbols: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly fillHash: string;
  readonly summary: Readonly<Record<string, number | null>>;
}

/** `hindcast compare`: results side by side. */
export function compare(program: Command, terminal: Terminal): void {
  program
    .command("compare")
    .summary("results of several runs side by side")
    .description("Prints the numbers of saved runs side by side, and in which parameters and settings the runs differ.")
    .argument("<run...>", "folders that run --out has written, or result.json files")
    .option("--json", "print the runs as JSON and nothing else")
    .option("--csv", "print a row a number as CSV and nothing else")
    .addHelpText("after", EXAMPLES)
    .action(async (paths: readonly string[], options: { readonly json?: true; readonly csv?: true }) => {
      const runs = await Promise.all(paths.map(readRun));
      const text = options.json ? JSON.stringify(runs) : options.csv ? csvOf(runs) : textOf(runs, terminal);
      terminal.stdout.write(`${text}\n`);
    });
}

async function readRun(path: string): Promise<SavedRun> {
  const folder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const file = folder ? join(path, "result.json") : path;
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new HindcastError("DATA_FILE_NOT_FOUND", `${file} must be the result of a run, was refused: ${error.code}`, {
      file,
    });
  });
  try {
    const { strategy, params, settings, symbols, from, to, fillHash, summary } = JSON.parse(text) as SavedRun;
    if (typeof strategy === "string" && typeof summary === "object") {
      const name = folder ? path : basename(file) === "result.json" ? dirname(file) : file;
      return { name, strategy, params, settings, symbols, from, to, fillHash, summary };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new HindcastError("DATA_FILE_INVALID", `${file} must be a result.json of hindcast run, was something else`, {
    file,
  });
}

function textOf(runs: readonly SavedRun[], { stdout, env }: Terminal): string {
  const pen = ink({ color: hasColor(stdout, env) });
  const columns = runs.map(({ name }) => ({ heading: name, align: "right" as const }));
  const differences = differencesOf(runs);
  const rows = metricNames(runs).map((name) => [
    metrics[name]?.title ?? name,
    ...runs.map(({ summary }) => formatByUnit(metrics[name]?.unit ?? "ratio", summary[name] ?? null)),
  ]);
  const table = textTable([{ heading: "", align: "left" }, ...columns], [...differences, ...rows]);
  const same = new Set(runs.map(({ fillHash }) => fillHash)).size === 1 && runs.length > 1;
  return [
    pen.faint(table[0]!),
    ...table.slice(1, 1 + differences.length),
    "",
    ...table.slice(1 + differences.length),
    ...(same ? ["", "The fills of all are the same, to the last bit."] : []),
  ].join("\n");
}

/** Strategy, and the parameters and settings that are not the same in all runs. */
function differencesOf(runs: readonly SavedRun[]): string[][] {
  const rows: string[][] = [["strategy", ...runs.map(({ strategy }) => strategy)]];
  for (const part of ["params", "settings"] as const) {
    for (const name of new Set(runs.flatMap((run) => Object.keys(run[part])))) {
      const values = runs.map((run) => textOfValue(run[part][name]));
      if (new Set(values).size > 1 || part === "params") rows.push([name, ...values]);
    }
  }
  const symbols = runs.map((run) => run.symbols.join(" "));
  if (new Set(symbols).size > 1) rows.push(["symbols", ...symbols]);
  return rows;
}

function textOfValue(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function metricNames(runs: readonly SavedRun[]): string[] {
  return Object.keys(metrics).filter((name) => runs.some(({ summary }) => typeof summary[name] === "number"));
}

function csvOf(runs: readonly SavedRun[]): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = metricNames(runs).map((name) => [name, ...runs.map(({ summary }) => String(summary[name] ?? ""))]);
  return [["metric", ...runs.map(({ name }) => cell(name))], ...rows].map((row) => row.join(",")).join("\n");
}
