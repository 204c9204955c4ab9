import { availableParallelism } from "node:os";
import { extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import type { MarketData } from "../../market/market-data.ts";
import type { Executor } from "../../research/executors/executor.ts";
import { queue } from "../../research/executors/queue.ts";
import { workers } from "../../research/executors/workers.ts";
import type { ExperimentOptions } from "../../research/sweep/sweep-options.ts";
import type { ObjectiveOption } from "../../research/sweep/objective.ts";
import type { FoundStrategy } from "../loading/known-strategies.ts";
import { numberOption, wholeOption } from "../options/values.ts";
import { common } from "../help.ts";
import { tableOption } from "../output/table-file.ts";
import { objectiveOption, spaceOption, SPACE_HELP } from "../options/space.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { addOutputOptions } from "../output/results.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";
import { openRun } from "./open-run.ts";
import { addRunInputs, type RunCommandOptions, STRATEGY_HELP } from "./run-options.ts";

/** Options of every command that runs many trials. */
export interface ExperimentCommandOptions extends RunCommandOptions {
  readonly objective?: ObjectiveOption;
  readonly threads?: number;
  readonly memory?: number;
  readonly redis?: string;
}

/** A strategy, its data, and the options of the experiment. */
export interface CommandExperiment {
  readonly found: FoundStrategy;
  readonly data: MarketData;
  readonly options: ExperimentOptions & { readonly executor: Executor };
}

/** Whether this file runs from source. Threads must then load a TypeScript compiler first. */
const FROM_SOURCE = extname(import.meta.url) === ".ts";

const LOADER = new URL(`../loading/thread-loader${FROM_SOURCE ? ".ts" : ".js"}`, import.meta.url).href;

const MIB = 2 ** 20;

/** Memory for copies of the market data, as a multiple of their size. */
const DATA_COPIES = 4;

export const MEMORY_HELP =
  "memory limit in MiB of all trials together (default: 1024, plus 256 for each thread after the first)";

/** Adds the options of every command that runs many trials. */
export function addExperimentOptions(command: Command): Command {
  return addRunInputs(command.argument("<strategy>", STRATEGY_HELP), SPACE_HELP)
    .optionsGroup("Experiment:")
    .addOption(
      common(
        "--objective <metric>",
        "metric that ranks trials; lowest:METRIC or highest:METRIC sets the direction (default: sharpe)",
        objectiveOption,
      ),
    )
    .option(
      "--threads <n>",
      "number of threads that run trials (default: one per processor)",
      numberOption("--threads"),
    )
    .option("--memory <MiB>", MEMORY_HELP, wholeOption("--memory"))
    .option("--redis <url>", "address of a Redis server through which hindcast worker runs trials on other machines");
}

/** Adds the options of a command that prints a table of trials. `name` is the base name of its output files. */
export function addTableOutput(command: Command, name: string): Command {
  command
    .optionsGroup("Output:")
    .option("--top <n>", "number of trials to print (default: 10)", wholeOption("--top"))
    .addOption(common("--journal <file>", "file of finished trials, from which you can resume"))
    .option("--table <file>", "file to write the whole table to: .parquet, .csv or .csv.gz", tableOption);
  const files = `${name}.html, ${name}.csv and ${name}.json`;
  return addOutputOptions(command, `${name}.html`, files, "the whole table", "the whole table");
}

/** Loads the strategy and the data of a command, and creates the executor that runs its trials. */
export async function openExperiment(
  reference: string,
  options: ExperimentCommandOptions,
  terminal: Terminal,
): Promise<CommandExperiment> {
  const { found, data, run } = await openRun(reference, options, spaceOption, terminal);
  return {
    found,
    data,
    options: {
      ...run,
      ...withoutUndefined({ objective: options.objective, seed: run.settings.seed }),
      source: { file: resolve(found.file), sourceHash: found.sourceHash },
      executor: createExecutor(options, data),
    },
  };
}

/** Trials always run in threads, so that the main thread can handle signals and end a trial that exceeds the memory limit. */
function createExecutor(options: ExperimentCommandOptions, data: MarketData): Executor {
  const { redis, threads = availableParallelism() } = options;
  return redis === undefined ? createThreads(data, threads, options.memory) : queue({ redis, loader: LOADER });
}

/** Creates an executor that runs trials in threads. The memory limit includes copies of the data. */
export function createThreads(data: MarketData, threads: number, limit?: number): Executor {
  const memory = (limit ?? 1024 + 256 * (threads - 1)) * MIB + (limit === undefined ? DATA_COPIES * bytesOf(data) : 0);
  const entry = fileURLToPath(new URL("../loading/thread-from-source.mjs", import.meta.url));
  return workers({ threads, loader: LOADER, memory, ...(FROM_SOURCE && { entry }) });
}

function bytesOf({ series }: MarketData): number {
  const columns = series.flatMap(({ bars, finer, reference }) => [bars, finer, reference]);
  return columns.reduce((sum, bars) => sum + (bars?.length ?? 0) * 7 * Float64Array.BYTES_PER_ELEMENT, 0);
}
