import { resolve } from "node:path";
import type { Command } from "commander";
import { runBacktest } from "../../engine/run.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { examineRun } from "../../research/checks/doctor.ts";
import { monteCarlo as draw, type MonteCarlo } from "../../research/monte-carlo/monte-carlo.ts";
import type { ConfidenceInterval } from "../../research/monte-carlo/percentiles.ts";
import { formatFraction, formatRatio } from "../../report/format.ts";
import { jsonNumber } from "../../report/json.ts";
import { researchHtml } from "../../report/html.ts";
import { monteCarloPayload } from "../../report/research/monte-carlo-payload.ts";
import { ink } from "../../report/terminal/ink.ts";
import { textTable } from "../../report/terminal/tables.ts";
import { findStrategy } from "../loading/find-strategy.ts";
import { choiceOption, numberOption, typedParams } from "../options/values.ts";
import { givenSettings } from "../options/setting.ts";
import { zoned } from "../options/data.ts";
import { printedAlone } from "../output/console-aside.ts";
import { checkOutputFolder, writeFiles } from "../output/output-folder.ts";
import { prose } from "../output/prose.ts";
import { writtenText } from "../output/run-text.ts";
import { hasColor, type Terminal } from "../terminal.ts";
import { readFiles, tradedSymbols } from "./run.ts";
import { addRunInputs, type RunCommandOptions } from "./run-options.ts";

const EXAMPLES = `
Examples:
  hindcast monte-carlo sma-cross --data prices.csv
  hindcast monte-carlo sma-cross --data prices.csv --method trade-shuffle --runs 10000 --confidence 0.99
`;

interface MonteCarloCommandOptions extends RunCommandOptions {
  readonly method: "bootstrap" | "trade-shuffle";
  readonly runs?: number;
  readonly confidence?: number;
  readonly block?: number;
}

/** `hindcast monte-carlo`: in which intervals the numbers of a run lie. */
export function monteCarlo(program: Command, terminal: Terminal): void {
  const command = program
    .command("monte-carlo")
    .summary("draw other histories from a run, and tell in which intervals its numbers lie")
    .description(
      "Runs a strategy and draws histories from its sessions (with replacement, in blocks) or deals its trades in another order.",
    )
    .argument("<strategy>", "as in run: a file or a name");
  addRunInputs(command, "a parameter; again for more")
    .optionsGroup("Histories:")
    .option(
      "--method <method>",
      "bootstrap draws sessions, trade-shuffle deals trades anew",
      choiceOption("--method", ["bootstrap", "trade-shuffle"] as const),
      "bootstrap",
    )
    .option("--runs <n>", "histories (default: 2000)", numberOption("--runs"))
    .option(
      "--confidence <share>",
      "share of the histories inside the intervals (default: 0.95)",
      numberOption("--confidence"),
    )
    .option(
      "--block <sessions>",
      "mean length of a block (default: cube root of the sessions)",
      numberOption("--block"),
    )
    .optionsGroup("Output:")
    .option("--out <dir>", "write monte-carlo.html and monte-carlo.json into this folder")
    .option("--no-report", "write no monte-carlo.html, and leave no older one there")
    .option("--json", "print the intervals as JSON and nothing else")
    .option("--quiet", "print nothing but errors")
    .addHelpText("after", EXAMPLES)
    .action((strategy: string, options: MonteCarloCommandOptions) =>
      printedAlone(options, () => run(strategy, options, terminal)),
    );
}

async function run(reference: string, options: MonteCarloCommandOptions, terminal: Terminal): Promise<void> {
  const { out, report, json, quiet } = options;
  if (options.method === "trade-shuffle" && options.block !== undefined)
    throw new HindcastError("USAGE", "--block is for sessions that are drawn, trade-shuffle deals trades one by one");
  if (out !== undefined) await checkOutputFolder(out);
  const found = await findStrategy(reference, options.strategies);
  const { strategy, sourceHash, file } = found;
  const given = givenSettings(options, found);
  const params = typedParams(strategy.params ?? {}, options.param);
  const data = await readFiles(options, given);
  const settings = zoned(given, data);
  const result = runBacktest(strategy, data, { params, settings, sourceHash, ...tradedSymbols(options) });
  const { method, runs, confidence, block } = options;
  const drawn = draw(result.performance, {
    method,
    ...(runs !== undefined && { runs }),
    ...(confidence !== undefined && { confidence }),
    ...(block !== undefined && { block }),
    ...(settings.seed !== undefined && { seed: settings.seed }),
  });
  const { totals: _totals, drawdowns: _drawdowns, fan: _fan, ...intervals } = drawn;
  const { warnings } = result;
  const told = {
    strategy: strategy.name,
    file: resolve(file),
    ...intervals,
    warnings,
    findings: examineRun(result, data),
  };
  const text = `${JSON.stringify(told, nulls)}\n`;
  let written = "";
  if (out !== undefined) {
    const files = new Map<string, Iterable<string>>();
    if (report) files.set("monte-carlo.html", [researchHtml(monteCarloPayload(drawn, result, data))]);
    files.set("monte-carlo.json", [text]);
    await writeFiles(out, files, report ? undefined : "monte-carlo.html");
    written = `\n${writtenText(out, [...files.keys()])}\n`;
  }
  if (json === true) terminal.stdout.write(text);
  else if (quiet !== true) terminal.stdout.write(`${textOf(strategy.name, drawn, terminal)}\n${written}`);
}

function textOf(name: string, drawn: MonteCarlo, { stdout, env }: Terminal): string {
  const pen = ink({ color: hasColor(stdout, env) });
  const { method, runs, length, block, confidence, lossShare, ruinShare, actual } = drawn;
  const fraction = (value: number) => formatFraction(jsonNumber(value));
  const ratio = (value: number) => formatRatio(jsonNumber(value));
  const row = (title: string, interval: ConfidenceInterval, text: (value: number) => string, was: string) =>
    Number.isNaN(interval.median) ? [] : [[title, text(interval.low), text(interval.median), text(interval.high), was]];
  const table = textTable(
    ["", "low", "median", "high", "the run"].map((heading, i) => ({ heading, align: i === 0 ? "left" : "right" })),
    [
      ...row("Total return", drawn.totalReturn, fraction, fraction(actual.totalReturn)),
      ...row("CAGR", drawn.cagr, fraction, ""),
      ...row("Sharpe ratio", drawn.sharpe, ratio, ""),
      ...row("Max drawdown", drawn.maxDrawdown, fraction, fraction(actual.maxDrawdown)),
    ],
  );
  const what =
    method === "bootstrap"
      ? `${length} sessions in blocks of ${block} or so`
      : `${length} closed trades in other orders`;
  return [
    pen.strong(name) +
      prose(
        `${name}: ${runs.toLocaleString("en")} histories of ${what}; ${formatFraction(confidence, 0)} of them lie inside`,
        { stdout },
      ).slice(name.length),
    "",
    pen.faint(table[0]!),
    ...table.slice(1),
    "",
    prose(`${fraction(lossShare)} of the histories lost money, ${fraction(ruinShare)} fell by half or more.`, {
      stdout,
    }),
  ].join("\n");
}

function nulls(_: string, value: unknown): unknown {
  return typeof value === "number" ? jsonNumber(value) : value;
}
