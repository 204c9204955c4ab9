import { needsFiner } from "../../broker/models/sequence.ts";
import type { Command } from "commander";
import type { BacktestResult } from "../../engine/backtest-result.ts";
import type { RunOptions } from "../../engine/run-plan.ts";
import { runBacktest } from "../../engine/run.ts";
import { DEFAULT_SETTINGS, type RunSettings } from "../../engine/run-settings.ts";
import type { MarketData } from "../../market/market-data.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { printedAlone } from "../output/console-aside.ts";
import { checkOutputFolder, writeFiles } from "../output/output-folder.ts";
import { progressOf } from "../output/progress.ts";
import { runText, writtenText } from "../output/run-text.ts";
import { typedParams } from "../options/values.ts";
import { givenSettings } from "../options/setting.ts";
import { zoned } from "../options/data.ts";
import { readData } from "../read-data.ts";
import { findStrategy } from "../loading/find-strategy.ts";
import type { FoundStrategy } from "../loading/known-strategies.ts";
import { errorWithPlace } from "../loading/strategy-file.ts";
import type { Terminal } from "../terminal.ts";
import { addRunOptions, type RunCommandOptions } from "./run-options.ts";
import type { RunResult } from "../../engine/run-result.ts";
import { examineRun } from "../../research/checks/doctor.ts";
import { equityCsv, tradesCsv } from "../../report/csv.ts";
import { reportHtml } from "../../report/html.ts";
import { jsonChunks, resultJson } from "../../report/json.ts";
import { reportPayload } from "../../report/payload.ts";

const EXAMPLES = `
Examples:
  hindcast run sma-cross --data prices.csv
  hindcast run sma-cross --data prices.csv --param fast=20 --param slow=50 --from 2010-01-01 --out out
  hindcast run ./my-strategy.ts --data prices.csv.gz --symbol SPY --commission 0.001 --slippage bps:2
  hindcast run ./pairs.ts#spread --data KO=ko.csv --data PEP=pep.csv --commission per-share:amount=0.005,minimum=1
  hindcast run sma-cross --data ./recording --symbol AAPL --interval 1d
  hindcast run pairs-reversion --data KO=./recording --data PEP=./recording --account margin --borrow-rate 0.01
  hindcast run bracket-breakout --data ./recording --symbol AAPL --interval 1d --intrabar drill-down
  hindcast run sma-cross --data prices.csv --json > result.json
`;

/** `hindcast run`: one backtest. */
export function run(program: Command, terminal: Terminal): void {
  const command = program
    .command("run")
    .summary("run a strategy over recorded bars")
    .description(
      "Runs a strategy over recorded bars: the summary on screen, with --out a report and the data of the run.",
    )
    .argument(
      "<strategy>",
      "path of a .ts, .mts, .js or .mjs file (FILE#EXPORT where it has several), or a name of list strategies",
    );
  addRunOptions(command)
    .addHelpText("after", EXAMPLES)
    .action((strategy: string, options: RunCommandOptions) =>
      printedAlone(options, () => runStrategy(strategy, options, terminal)),
    );
}

async function runStrategy(reference: string, options: RunCommandOptions, terminal: Terminal): Promise<void> {
  if (options.out !== undefined) await checkOutputFolder(options.out);
  const found = await findStrategy(reference, options.strategies);
  const given = givenSettings(options, found);
  const params = typedParams(found.strategy.params ?? {}, options.param);
  const data = await readFiles(options, given);
  const settings = zoned(given, data);
  const result = execute(found, data, { params, settings, ...tradedSymbols(options) }, terminal);

  let written = "";
  if (options.out !== undefined) {
    const files = runFiles(result, data, options.report);
    await writeFiles(options.out, files, options.report ? undefined : "report.html");
    written = writtenText(options.out, [...files.keys()]);
  }
  const quiet = options.quiet === true ? [] : [runText(result, data, written, terminal)];
  for (const text of options.json === true ? resultText(result, data) : quiet) terminal.stdout.write(text);
}

/** `--symbol` names the instrument of a single file that has no name yet, or chooses it in a single recording; else among those named. */
function namesTheFile({ data }: RunCommandOptions): boolean {
  return data.length === 1 && data[0]!.symbol === undefined;
}

/** The data that a command names. */
export function readFiles(options: RunCommandOptions, settings: Partial<RunSettings>): Promise<MarketData> {
  const { data, symbol, zone, interval, lot, tick } = options;
  const files = symbol !== undefined && namesTheFile(options) ? [{ ...data[0]!, symbol }] : data;
  return readData(files, {
    currency: settings.currency ?? DEFAULT_SETTINGS.currency,
    finer: needsFiner(settings),
    instrument: { ...(lot !== undefined && { lot }), ...(tick !== undefined && { tick }) },
    ...(zone !== undefined && { zone }),
    ...(interval !== undefined && { interval }),
  });
}

/** The symbols that a command trades, where it names them. */
export function tradedSymbols(options: RunCommandOptions): { symbols?: readonly string[] } {
  return options.symbol === undefined || namesTheFile(options) ? {} : { symbols: [options.symbol] };
}

/** What the strategy's own code throws is told with the line on which it did. */
function execute(found: FoundStrategy, data: MarketData, options: RunOptions, terminal: Terminal): BacktestResult {
  const { strategy, file, sourceHash } = found;
  const progress = progressOf(strategy.name, terminal);
  try {
    return runBacktest(strategy, data, { ...options, sourceHash, onProgress: (done) => progress.update(done) });
  } catch (error) {
    if (error instanceof Error && "details" in error) throw error;
    const threw = errorWithPlace(error, file);
    throw new HindcastError("STRATEGY_INVALID", `${strategy.name} must run without an error, threw ${threw}`, {
      file,
      cause: error,
    });
  } finally {
    progress.clear();
  }
}

/** The files that a run leaves, by name, each in pieces: the page first, where it is wanted. */
export function runFiles(result: RunResult, data: MarketData, report: boolean): Map<string, Iterable<string>> {
  const files = new Map<string, Iterable<string>>();
  if (report) files.set("report.html", [reportHtml(reportPayload(result, data))]);
  files.set("result.json", resultText(result, data));
  files.set("trades.csv", tradesCsv(result));
  files.set("equity.csv", equityCsv(result));
  return files;
}

/** A result as JSON on one line, in pieces, with what the doctor found in it. */
export function* resultText(result: RunResult, data: MarketData): Generator<string, void, undefined> {
  const findings = examineRun(result, data).map((finding) => ({ ...finding }));
  yield* jsonChunks({ ...resultJson(result), findings });
  yield "\n";
}
