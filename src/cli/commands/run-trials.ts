import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { researchHtml } from "../../report/html.ts";
import { sweepPayload } from "../../report/research/sweep-payload.ts";
import type { ExperimentOptions } from "../../research/sweep/sweep-options.ts";
import type { TrialsResult } from "../../research/sweep/trials-result.ts";
import { writeFiles } from "../output/output-folder.ts";
import { writtenText } from "../output/run-text.ts";
import { stoppable } from "../ending.ts";
import { checkTableOutput, writeTable } from "../output/table-file.ts";
import { trialLine } from "../output/progress.ts";
import { trialsJson, trialsText } from "../output/trials-text.ts";
import type { Terminal } from "../terminal.ts";
import { type ExperimentCommandOptions, experimentOf } from "./experiment-options.ts";

/** What every command whose result is a table of trials is given. */
export interface TrialsCommandOptions extends ExperimentCommandOptions, TableOutput {
  readonly journal?: string;
}

/** What makes a table of trials: the name of its files, the words on its page, and how trials are chosen. */
interface TrialsCommand {
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

/** How a table of trials is handed out. */
interface TableOutput {
  readonly top?: number;
  readonly out?: string;
  readonly report: boolean;
  readonly table?: string;
  readonly csv?: true;
  readonly json?: true;
  readonly quiet?: true;
}

/** What made a table of trials: the name of its files, and the words on its page. */
interface TableOrigin {
  readonly name: string;
  readonly what: string;
  readonly data: MarketData;
}

/** Writes and prints a table of trials as the options say. */
async function printTrials(
  result: TrialsResult,
  { name, what, data }: TableOrigin,
  options: TableOutput,
  terminal: Terminal,
): Promise<void> {
  const { top = 10, out, report, table, csv, json, quiet } = options;
  let written = "";
  if (out !== undefined) {
    const files = new Map<string, Iterable<string>>();
    if (report) files.set(`${name}.html`, [researchHtml(sweepPayload(result, data, what))]);
    files.set(`${name}.csv`, result.csv()).set(`${name}.json`, trialsJson(result, data));
    await writeFiles(out, files, report ? undefined : `${name}.html`);
    written = `\n${writtenText(out, [...files.keys()])}\n`;
  }
  if (table !== undefined) {
    await writeTable(table, result);
    written = `${written === "" ? "\n" : written}Table: ${table}\n`;
  }
  const text = () => [trialsText(result, top, terminal), written];
  const pieces = csv ? result.csv() : json ? trialsJson(result, data) : quiet ? [] : text();
  for (const piece of pieces) terminal.stdout.write(piece);
}
