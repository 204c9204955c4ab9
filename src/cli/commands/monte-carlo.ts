import { resolve } from "node:path";
import type { Command } from "commander";
import { runBacktest } from "../../engine/run.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { examineRun } from "../../research/checks/doctor.ts";
import { monteCarlo as draw, type MonteCarlo } from "../../research/monte-carlo/monte-carlo.ts";
import { formatFraction } from "../../metrics/format.ts";
import { jsonNumber } from "../../primitives/json.ts";
import { researchHtml } from "../../report/html.ts";
import { intervalRows, monteCarloPayload } from "../../report/research/monte-carlo-payload.ts";
import { ink } from "../../report/terminal/ink.ts";
import { textTable } from "../../report/terminal/tables.ts";
import { choiceOption, numberOption, typedParams } from "../options/values.ts";
import { withRedirectedConsole } from "../output/redirect-console.ts";
import { checkOutputFolder } from "../output/output-folder.ts";
import { prose } from "../output/prose.ts";
import { addOutputOptions, printResults, writeResults } from "../output/results.ts";
import { addExamples, common } from "../help.ts";
import { hasColor, type Terminal } from "../../report/terminal/terminal.ts";
import { openRun } from "./open-run.ts";
import { addRunInputs, PARAM_HELP, type RunCommandOptions, STRATEGY_HELP } from "./run-options.ts";

const EXAMPLES = [
  "hindcast monte-carlo sma-cross --data prices.csv",
  "hindcast monte-carlo sma-cross --data prices.csv --method trade-shuffle --runs 10000 --confidence 0.99",
];

interface MonteCarloCommandOptions extends RunCommandOptions {
  readonly method: "bootstrap" | "trade-shuffle";
  readonly runs?: number;
  readonly confidence?: number;
  readonly block?: number;
}

/** `hindcast monte-carlo`: resamples a run and reports confidence intervals of its metrics. */
export function monteCarlo(program: Command, terminal: Terminal): void {
  const command = program
    .command("monte-carlo")
    .summary("resample a run and report confidence intervals")
    .description("Backtests a strategy, resamples the run and reports confidence intervals of its metrics.")
    .argument("<strategy>", STRATEGY_HELP);
  addRunInputs(command, PARAM_HELP)
    .optionsGroup("Resampling:")
    .addOption(
      common(
        "--method <method>",
        "resampling method: bootstrap draws blocks of sessions, trade-shuffle reorders the trades",
        choiceOption("--method", ["bootstrap", "trade-shuffle"] as const),
      ).default("bootstrap", "bootstrap"),
    )
    .addOption(common("--runs <n>", "number of resampled histories (default: 2000)", numberOption("--runs")))
    .addOption(
      common(
        "--confidence <share>",
        "confidence level: share of the histories inside the intervals (default: 0.95)",
        numberOption("--confidence"),
      ),
    )
    .option(
      "--block <sessions>",
      "mean length of a bootstrap block, in sessions (default: cube root of the number of sessions)",
      numberOption("--block"),
    );
  addExamples(addOutputOptions(command, PAGE, `${PAGE} and monte-carlo.json`, "the intervals"), EXAMPLES).action(
    (strategy: string, options: MonteCarloCommandOptions) =>
      withRedirectedConsole(options, () => run(strategy, options, terminal)),
  );
}

const PAGE = "monte-carlo.html";

async function run(reference: string, options: MonteCarloCommandOptions, terminal: Terminal): Promise<void> {
  if (options.method === "trade-shuffle" && options.block !== undefined)
    throw new HindcastError("USAGE", "--block needs --method bootstrap: trade-shuffle has no blocks");
  if (options.out !== undefined) await checkOutputFolder(options.out);
  const { found, data, run: runOptions } = await openRun(reference, options, typedParams, terminal);
  const { strategy, sourceHash, file } = found;
  const result = runBacktest(strategy, data, { ...runOptions, sourceHash });
  const { method, runs, confidence, block } = options;
  const { seed } = runOptions.settings;
  const drawn = draw(result.performance, { method, ...withoutUndefined({ runs, confidence, block, seed }) });
  const { totals: _totals, drawdowns: _drawdowns, fan: _fan, ...intervals } = drawn;
  const { warnings } = result;
  const members = {
    strategy: strategy.name,
    file: resolve(file),
    ...intervals,
    warnings,
    findings: examineRun(result),
  };
  const json = () => [`${JSON.stringify(members)}\n`];
  const written = await writeResults(
    options,
    {
      page: [PAGE, () => researchHtml(monteCarloPayload(drawn, result))],
      files: { "monte-carlo.json": json },
    },
    terminal,
  );
  printResults(options, { json, text: () => `${textOf(strategy.name, drawn, terminal)}\n` }, terminal, written);
}

function textOf(name: string, drawn: MonteCarlo, { stdout, env }: Terminal): string {
  const pen = ink({ color: hasColor(stdout, env) });
  const { method, runs, length, block, confidence, lossShare, ruinShare } = drawn;
  const fraction = (value: number) => formatFraction(jsonNumber(value));
  const table = textTable(
    ["", "low", "median", "high", "the run"].map((heading, i) => ({ heading, align: i === 0 ? "left" : "right" })),
    intervalRows(drawn).map(({ title, low, median, high, actual }) => [title, low, median, high, actual]),
  );
  const unit =
    method === "bootstrap" ? `${length} sessions in blocks of about ${block}` : `${length} closed trades, reordered`;
  return [
    pen.strong(name) +
      prose(
        `${name}: ${runs.toLocaleString("en")} histories of ${unit}; the intervals contain ${formatFraction(confidence, 0)} of them`,
        { stdout },
      ).slice(name.length),
    "",
    pen.faint(table[0]!),
    ...table.slice(1),
    "",
    prose(`${fraction(lossShare)} of the histories lost money; ${fraction(ruinShare)} had a drawdown of 50% or more.`, {
      stdout,
    }),
  ].join("\n");
}
