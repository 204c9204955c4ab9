import type { Command } from "commander";
import { optimize as runOptimize } from "../../research/search/optimize.ts";
import { choiceOption, numberOption } from "../options/values.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { withRedirectedConsole } from "../output/redirect-console.ts";
import { addExamples, common } from "../help.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";
import { addExperimentOptions, addTableOutput } from "./experiment-options.ts";
import { runTrials, type TrialsCommandOptions } from "./run-trials.ts";

const NAME = "optimize";

const EXAMPLES = [
  "hindcast optimize sma-cross --data prices.csv --param fast=2..100 --param slow=3..300 --trials 300",
  "hindcast optimize ./my-strategy.ts --data prices.csv --param width=0.5..4 --param period=5..200 --method genetic --trials 2000",
];

interface OptimizeCommandOptions extends TrialsCommandOptions {
  readonly method?: "tpe" | "genetic";
  readonly trials?: number;
  readonly generation?: number;
}

/** `hindcast optimize`: searches for good parameters. */
export function optimize(program: Command, terminal: Terminal): void {
  const command = program
    .command("optimize")
    .summary("search for good parameter values")
    .description("Searches for good parameter values, guided by the results of earlier trials.");
  addExperimentOptions(command)
    .addOption(
      common(
        "--method <method>",
        "search method: tpe for hundreds of trials, genetic for thousands (default: tpe)",
        choiceOption("--method", ["tpe", "genetic"] as const),
      ),
    )
    .addOption(common("--trials <n>", "number of trials (default: 200)", numberOption("--trials")))
    .option(
      "--generation <n>",
      "number of trials that are chosen together, before their results guide the next choice (default: 16)",
      numberOption("--generation"),
    );
  addExamples(addTableOutput(command, NAME), EXAMPLES, [
    "The same seed gives the same trials, whatever the number of threads.",
  ]).action((strategy: string, options: OptimizeCommandOptions) =>
    withRedirectedConsole(options, () => {
      const { method, trials, generation } = options;
      const search = withoutUndefined({ method, trials, generation });
      return runTrials(strategy, options, terminal, {
        name: NAME,
        what: "parameter search",
        run: (found, data, experiment) => runOptimize(found, data, { ...experiment, ...search }),
      });
    }),
  );
}
