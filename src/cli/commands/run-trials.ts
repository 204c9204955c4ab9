import type { MarketData } from "../../market/market-data.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { ExperimentOptions } from "../../research/sweep/sweep-options.ts";
import type { TrialsResult } from "../../research/sweep/trials-result.ts";
import { printTrials, type TableOutput } from "../output/print-trials.ts";
import { stoppable } from "../output/stoppable.ts";
import { checkTableOutput } from "../output/table-file.ts";
import { trialLine } from "../output/trial-progress.ts";
import type { Terminal } from "../terminal.ts";
import { experimentOf, type ExperimentCommandOptions } from "./experiment-options.ts";

/** What every command whose result is a table of trials is given. */
export interface TrialsCommandOptions extends ExperimentCommandOptions, TableOutput {
  readonly journal?: string;
}

/** What makes a table of trials: the name of its files, the words on its page, and how trials are chosen. */
export interface TrialsCommand {
  readonly name: string;
  readonly what: string;
  readonly run: (
    strategy: AnyStrategy,
    data: MarketData,
    options: ExperimentOptions & { readonly journal?: string },
  ) => Promise<TrialsResult>;
}

/** Runs trials of a strategy, shows how far they have come, and hands out their table as the options say. */
export async function runTrials(
  reference: string,
  options: TrialsCommandOptions,
  terminal: Terminal,
  { name, what, run }: TrialsCommand,
): Promise<void> {
  const { journal } = options;
  await checkTableOutput(options);
  const { found, data, options: experiment } = await experimentOf(reference, options);
  const line = trialLine(found.strategy.name, terminal);
  try {
    const result = await stoppable(leftBy(journal), (signal) =>
      run(found.strategy, data, {
        ...experiment,
        signal,
        onProgress: (progress) => line.update(progress),
        ...(journal !== undefined && { journal }),
      }),
    );
    line.clear();
    await printTrials(result, { name, what, data }, options, terminal);
  } finally {
    line.clear();
    await experiment.executor.close();
  }
}

function leftBy(journal: string | undefined): string {
  if (journal === undefined) return "nothing was kept; --journal FILE keeps every trial";
  return `${journal} holds the trials that ran; the same command goes on with them`;
}
