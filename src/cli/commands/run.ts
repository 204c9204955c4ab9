import type { Command } from "commander";
import type { BacktestResult } from "../../engine/backtest-result.ts";
import type { RunOptions } from "../../engine/run-plan.ts";
import { runBacktest } from "../../engine/run.ts";
import type { MarketData } from "../../market/market-data.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { withRedirectedConsole } from "../output/redirect-console.ts";
import { checkOutputFolder } from "../output/output-folder.ts";
import { createProgress } from "../output/progress.ts";
import { printResults, writeResults } from "../output/results.ts";
import { runText } from "../../report/terminal/run-text.ts";
import { typedParams } from "../options/values.ts";
import type { FoundStrategy } from "../loading/known-strategies.ts";
import { errorWithLocation } from "../loading/strategy-file.ts";
import { addExamples } from "../help.ts";
import { ink } from "../../report/terminal/ink.ts";
import { hasColor, type Terminal } from "../../report/terminal/terminal.ts";
import { prose } from "../output/prose.ts";
import { EQUITY_FILE } from "../read-saved-run.ts";
import { openRun } from "./open-run.ts";
import { addRunOptions, type KeptRunOptions } from "./run-options.ts";
import type { RunResult } from "../../engine/run-result.ts";
import { examineRun } from "../../research/checks/doctor.ts";
import { equityCsv, tradesCsv } from "../../report/csv.ts";
import { reportHtml } from "../../report/html.ts";
import { jsonChunks } from "../../report/json.ts";
import { resultMembers } from "../../engine/result-json.ts";
import { reportPayload } from "../../report/payload.ts";

const EXAMPLES = [
  "hindcast run sma-cross --data prices.csv --open",
  "hindcast run ./my-strategy.ts --data prices.csv --param fast=20 --from 2010-01-01 --out out",
  "hindcast run ./my-strategy.ts --data prices.csv.gz --symbol SPY --commission 0.001 --slippage bps:2",
  "hindcast run ./pairs.ts#spread --data KO=ko.csv --data PEP=pep.csv --commission per-share:amount=0.005,minimum=1",
  "hindcast run sma-cross --data ./recording --symbol AAPL --interval 1d",
  "hindcast run pairs-reversion --data KO=./recording --data PEP=./recording --account margin --borrow-rate 0.01",
  "hindcast run bracket-breakout --data ./recording --symbol AAPL --interval 1d --intrabar drill-down",
  "hindcast run sma-cross --data prices.csv --json > result.json",
];

/** `hindcast run`: runs a backtest. */
export function run(program: Command, terminal: Terminal): void {
  const command = program
    .command("run")
    .summary("backtest a strategy")
    .description("Backtests a strategy on recorded bars and prints a summary.")
    .argument(
      "<strategy>",
      "name of a built-in strategy, or path of a .ts or .js file (FILE#EXPORT if it exports several)",
    );
  addExamples(addRunOptions(command), EXAMPLES).action((strategy: string, options: KeptRunOptions) =>
    withRedirectedConsole(options, () => runStrategy(strategy, options, terminal)),
  );
}

async function runStrategy(reference: string, options: KeptRunOptions, terminal: Terminal): Promise<void> {
  if (options.out !== undefined) await checkOutputFolder(options.out);
  const { found, data, shown, run: runOptions } = await openRun(reference, options, typedParams, terminal);
  const result = execute(found, data, runOptions, terminal);
  const json = () => resultText(result, true);
  const written = await writeResults(
    options,
    {
      page: ["report.html", () => reportHtml(reportPayload(result))],
      files: {
        "result.json": () => resultText(result, false),
        "trades.csv": () => tradesCsv(result),
        ...(options.equity && { [EQUITY_FILE]: () => equityCsv(result) }),
      },
      without: options.equity ? [] : [EQUITY_FILE],
    },
    terminal,
  );
  printResults(
    options,
    { json, text: () => `${runText(result, terminal, shown)}\n\n${written || nothingWritten(terminal)}\n` },
    terminal,
  );
}

function nothingWritten({ stdout, env }: Terminal): string {
  const pen = ink({ color: hasColor(stdout, env) });
  return prose("No files were written; --out DIR writes the report and the data.", { stdout })
    .split("\n")
    .map((line) => pen.faint(line))
    .join("\n");
}

/** Runs the strategy. Errors that the strategy throws are reported with their line in its source. */
function execute(found: FoundStrategy, data: MarketData, options: RunOptions, terminal: Terminal): BacktestResult {
  const { strategy, file, sourceHash } = found;
  const progress = createProgress(strategy.name, terminal);
  try {
    return runBacktest(strategy, data, { ...options, sourceHash, onProgress: (done) => progress.update(done) });
  } catch (error) {
    if (error instanceof Error && "details" in error) throw error;
    const threw = errorWithLocation(error, file);
    throw new HindcastError("STRATEGY_INVALID", `${strategy.name} failed: ${threw}`, {
      file,
      cause: error,
    });
  } finally {
    progress.clear();
  }
}

/** Yields a result as one line of JSON, with the findings of `examineRun`; `columns` includes curves and indicators. */
function* resultText(result: RunResult, columns: boolean): Generator<string, void, undefined> {
  const findings = examineRun(result).map((finding) => ({ ...finding }));
  yield* jsonChunks({ ...resultMembers(result, columns), findings });
  yield "\n";
}
