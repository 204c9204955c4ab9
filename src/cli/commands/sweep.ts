import type { Command } from "commander";
import { sweep as runSweep } from "../../research/sweep/sweep.ts";
import type { Sampling } from "../../research/space/sampling.ts";
import { printedAlone } from "../output/console-aside.ts";
import { printTrials, type TableOutput } from "../output/print-trials.ts";
import { stoppable } from "../output/stoppable.ts";
import { checkTableOutput } from "../output/table-file.ts";
import { trialLine } from "../output/trial-progress.ts";
import { samplesOption } from "../options/space.ts";
import type { Terminal } from "../terminal.ts";
import {
  addExperimentOptions,
  addTableOutput,
  experimentOf,
  type ExperimentCommandOptions,
} from "./experiment-options.ts";

const NAME = "sweep";

const EXAMPLES = `
Examples:
  hindcast sweep sma-cross --data prices.csv --param fast=5..50:5 --param slow=60..200:20
  hindcast sweep sma-cross --data prices.csv --param fast=2..100 --param slow=3..300 --samples sobol:500 --journal trials.ndjson
  hindcast sweep ./my-strategy.ts --data prices.csv --param width=0.5..4 --samples random:200 --objective calmar --csv > trials.csv
`;

interface SweepCommandOptions extends ExperimentCommandOptions, TableOutput {
  readonly samples?: Sampling;
  readonly journal?: string;
  readonly out?: string;
  readonly report: boolean;
  readonly json?: true;
  readonly quiet?: true;
}

/** `hindcast sweep`: many runs, ranked. */
export function sweep(program: Command, terminal: Terminal): void {
  const command = program
    .command("sweep")
    .summary("run a strategy with many parameters and rank them")
    .description(
      "Runs a strategy with every combination of the values given, ranks the trials, and tells how likely the best of them was luck.",
    );
  addExperimentOptions(command).option(
    "--samples <kind:count>",
    "instead of all combinations random:COUNT or sobol:COUNT of them",
    samplesOption,
  );
  addTableOutput(command, NAME)
    .addHelpText("after", EXAMPLES)
    .action((strategy: string, options: SweepCommandOptions) =>
      printedAlone(options, () => run(strategy, options, terminal)),
    );
}

async function run(reference: string, options: SweepCommandOptions, terminal: Terminal): Promise<void> {
  const { samples, journal } = options;
  await checkTableOutput(options);
  const { found, data, options: experiment } = await experimentOf(reference, options);
  const line = trialLine(found.strategy.name, terminal);
  try {
    const result = await stoppable(journal, (signal) =>
      runSweep(found.strategy, data, {
        ...experiment,
        signal,
        onProgress: (progress) => line.update(progress),
        ...(samples !== undefined && { sampling: samples }),
        ...(journal !== undefined && { journal }),
      }),
    );
    line.clear();
    await printTrials(result, { name: NAME, what: "parameter sweep", data }, options, terminal);
  } finally {
    line.clear();
    await experiment.executor.close();
  }
}
