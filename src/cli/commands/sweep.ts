import type { Command } from "commander";
import { sweep as runSweep } from "../../research/sweep/sweep.ts";
import type { Sampling } from "../../research/space/sampling.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { withRedirectedConsole } from "../output/redirect-console.ts";
import { samplesOption } from "../options/space.ts";
import { addExamples, common } from "../help.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";
import { addExperimentOptions, addTableOutput } from "./experiment-options.ts";
import { runTrials, type TrialsCommandOptions } from "./run-trials.ts";

const NAME = "sweep";

const EXAMPLES = [
  "hindcast sweep sma-cross --data prices.csv --param fast=5..50:5 --param slow=60..200:20",
  "hindcast sweep sma-cross --data prices.csv --param fast=2..100 --param slow=3..300 --samples sobol:500 --journal trials.ndjson",
  "hindcast sweep ./my-strategy.ts --data prices.csv --param width=0.5..4 --samples random:200 --objective calmar --csv > trials.csv",
];

interface SweepCommandOptions extends TrialsCommandOptions {
  readonly samples?: Sampling;
}

/** `hindcast sweep`: backtests many parameter values and ranks them. */
export function sweep(program: Command, terminal: Terminal): void {
  const command = program
    .command("sweep")
    .summary("backtest many parameter values and rank them")
    .description(
      "Backtests every combination of parameter values, ranks the results, and estimates how likely the best one is luck.",
    );
  addExperimentOptions(command).addOption(
    common(
      "--samples <method:count>",
      "combinations to try: random:COUNT, sobol:COUNT, or grid for all (default: grid)",
      samplesOption,
    ),
  );
  addExamples(addTableOutput(command, NAME), EXAMPLES).action((strategy: string, options: SweepCommandOptions) =>
    withRedirectedConsole(options, () =>
      runTrials(strategy, options, terminal, {
        name: NAME,
        what: "parameter sweep",
        triesAll: (options.samples ?? "grid") === "grid",
        run: (found, data, experiment) =>
          runSweep(found, data, {
            ...experiment,
            ...withoutUndefined({ sampling: options.samples }),
          }),
      }),
    ),
  );
}
