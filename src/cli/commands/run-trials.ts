import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { researchHtml } from "../../report/html.ts";
import { sweepPayload } from "../../report/research/sweep-payload.ts";
import type { ExperimentOptions } from "../../research/sweep/sweep-options.ts";
import type { TrialsResult } from "../../research/sweep/trials-result.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { printResults, writeResults } from "../output/results.ts";
import { stoppable } from "../ending.ts";
import { checkTableOutput, writeTable } from "../output/table-file.ts";
import { createTrialLine } from "../output/progress.ts";
import { trialsJson, trialsText } from "../output/trials-text.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";
import { type ExperimentCommandOptions, openExperiment } from "./experiment-options.ts";

/** Options of every command whose result is a table of trials. */
export interface TrialsCommandOptions extends ExperimentCommandOptions {
  readonly journal?: string;
  readonly top?: number;
  readonly table?: string;
}

/** A command that produces a table of trials: the base name of its output files, the words on its page, and its run function. */
interface TrialsCommand {
  readonly name: string;
  readonly what: string;
  /** Whether the command tries every combination that no constraint excludes. */
  readonly triesAll?: boolean;
  readonly run: (
    strategy: AnyStrategy,
    data: MarketData,
    options: ExperimentOptions & { readonly journal?: string },
  ) => Promise<TrialsResult>;
}

/** Runs trials of a strategy, shows progress, and writes and prints their table. */
export async function runTrials(
  reference: string,
  options: TrialsCommandOptions,
  terminal: Terminal,
  command: TrialsCommand,
): Promise<void> {
  const { journal } = options;
  await checkTableOutput(options);
  const { found, data, options: experiment } = await openExperiment(reference, options, terminal);
  const line = createTrialLine(found.strategy.name, terminal);
  try {
    const result = await stoppable(interruptedText(journal), (signal) =>
      command.run(found.strategy, data, {
        ...experiment,
        signal,
        onProgress: (progress) => line.update(progress),
        ...withoutUndefined({ journal }),
      }),
    );
    line.clear();
    const excluded = command.triesAll === true ? combinationCount(experiment.params) - result.length : 0;
    await printTrials(result, command, options, terminal, excluded);
  } finally {
    line.clear();
    await experiment.executor.close();
  }
}

function interruptedText(journal: string | undefined): string {
  if (journal === undefined) return "no trial was saved; --journal FILE saves every finished trial";
  return `${journal} contains the finished trials; repeat the command to continue`;
}

/** Number of combinations of the values to try, including those that a constraint excludes. */
function combinationCount(params: ExperimentOptions["params"]): number {
  return Object.values(params).reduce<number>(
    (count, values) => count * (Array.isArray(values) ? values.length : 1),
    1,
  );
}

/** Writes and prints a table of trials. */
async function printTrials(
  result: TrialsResult,
  { name, what }: TrialsCommand,
  options: TrialsCommandOptions,
  terminal: Terminal,
  excluded: number,
): Promise<void> {
  const { top = 10, table } = options;
  const [csv, json] = [() => result.csv(), () => trialsJson(result)];
  const page = `${name}.html`;
  const files = await writeResults(
    options,
    {
      page: [page, () => researchHtml(sweepPayload(result, what))],
      files: { [`${name}.csv`]: csv, [`${name}.json`]: json },
    },
    terminal,
  );
  if (table !== undefined) await writeTable(table, result);
  const written = [files, table === undefined ? "" : `Table: ${table}`].filter((line) => line !== "").join("\n");
  printResults(options, { json, csv, text: () => trialsText(result, top, terminal, excluded) }, terminal, written);
}
