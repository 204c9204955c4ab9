import type { Command } from "commander";
import { optimize as runOptimize } from "../../research/search/optimize.ts";
import { choiceOption } from "../options/choice.ts";
import { numberOption } from "../options/number.ts";
import { printedAlone } from "../output/console-aside.ts";
import { printTrials, type TableOutput } from "../output/print-trials.ts";
import { stoppable } from "../output/stoppable.ts";
import { checkTableOutput } from "../output/table-file.ts";
import { trialLine } from "../output/trial-progress.ts";
import type { Terminal } from "../terminal.ts";
import {
  addExperimentOptions,
  addTableOutput,
  experimentOf,
  type ExperimentCommandOptions,
} from "./experiment-options.ts";

const NAME = "optimize";

const EXAMPLES = `
Examples:
  hindcast optimize sma-cross --data prices.csv --param fast=2..100 --param slow=3..300 --trials 300
  hindcast optimize ./my-strategy.ts --data prices.csv --param width=0.5..4 --param period=5..200 --method genetic --trials 2000
`;

interface OptimizeCommandOptions extends ExperimentCommandOptions, TableOutput {
  readonly method?: "tpe" | "genetic";
  readonly trials?: number;
  readonly generation?: number;
  readonly journal?: string;
  readonly out?: string;
  readonly report: boolean;
  readonly json?: true;
  readonly quiet?: true;
}

/** `hindcast optimize`: a search for good parameters. */
export function optimize(program: Command, terminal: Terminal): void {
  const command = program
    .command("optimize")
    .summary("search for good parameters without trying all of them")
    .description(
      "Searches for good parameters: each generation of trials is asked for by what the trials before it came to. The same seed gives the same trials, whatever the number of threads.",
    );
  addExperimentOptions(command)
    .option(
      "--method <method>",
      "tpe for some hundred trials, genetic for thousands (default: tpe)",
      choiceOption("--method", ["tpe", "genetic"] as const),
    )
    .option("--trials <n>", "trials in all (default: 200)", numberOption("--trials"))
    .option("--generation <n>", "trials between which nothing is learned (default: 16)", numberOption("--generation"));
  addTableOutput(command, NAME)
    .addHelpText("after", EXAMPLES)
    .action((strategy: string, options: OptimizeCommandOptions) =>
      printedAlone(options, () => run(strategy, options, terminal)),
    );
}

async function run(reference: string, options: OptimizeCommandOptions, terminal: Terminal): Promise<void> {
  const { method, trials, generation, journal } = options;
  await checkTableOutput(options);
  const { found, data, options: experiment } = await experimentOf(reference, options);
  const line = trialLine(found.strategy.name, terminal);
  try {
    const result = await stoppable(journal, (signal) =>
      runOptimize(found.strategy, data, {
        ...experiment,
        signal,
        onProgress: (progress) => line.update(progress),
        ...(method !== undefined && { method }),
        ...(trials !== undefined && { trials }),
        ...(generation !== undefined && { generation }),
        ...(journal !== undefined && { journal }),
      }),
    );
    line.clear();
    await printTrials(result, { name: NAME, what: "parameter search", data }, options, terminal);
  } finally {
    line.clear();
    await experiment.executor.close();
  }
}
