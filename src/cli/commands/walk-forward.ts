import type { Command } from "commander";
import {
  walkForward as runWalkForward,
  type WalkedWindow,
  type WalkForward,
} from "../../research/walk-forward/walk-forward.ts";
import { pluralize } from "../../primitives/words.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { metricOf } from "../../research/trials/trial-runner.ts";
import { csvChunks } from "../../report/csv.ts";
import { formatByUnit, formatRatio, formatFraction } from "../../metrics/format.ts";
import { jsonNumber } from "../../primitives/json.ts";
import { researchHtml } from "../../report/html.ts";
import { walkForwardPayload, walkForwardWarnings } from "../../report/research/walk-forward-payload.ts";
import { type FittedColumn, foldedTable } from "../../report/terminal/tables.ts";
import { ink } from "../../report/terminal/ink.ts";
import { choiceOption, numberOption } from "../options/values.ts";
import { withRedirectedConsole } from "../output/redirect-console.ts";
import { checkOutputFolder } from "../output/output-folder.ts";
import { addOutputOptions, printResults, writeResults } from "../output/results.ts";
import { stoppable } from "../ending.ts";
import { prose } from "../output/prose.ts";
import { createTrialLine } from "../output/progress.ts";
import { addExamples, common } from "../help.ts";
import { hasColor, lineWidth, type Terminal } from "../../report/terminal/terminal.ts";
import { addExperimentOptions, openExperiment, type ExperimentCommandOptions } from "./experiment-options.ts";

const EXAMPLES = [
  "hindcast walk-forward sma-cross --data prices.csv --param fast=5..30:5 --param slow=40..120:20",
  "hindcast walk-forward sma-cross --data prices.csv --param fast=5..30:5 --param slow=40..120:20 --train 756 --test 63 --anchored",
];

interface WalkForwardCommandOptions extends ExperimentCommandOptions {
  readonly train: number;
  readonly test: number;
  readonly anchored?: true;
  readonly method?: "tpe" | "genetic";
  readonly trials?: number;
}

/** `hindcast walk-forward`: chooses parameters on past sessions and tests them on the following ones. */
export function walkForward(program: Command, terminal: Terminal): void {
  const command = program
    .command("walk-forward")
    .summary("choose parameters on one window, test on the next")
    .description(
      "Chooses parameters on a training window and tests them on the sessions that follow, then moves both windows forward.",
    );
  addExperimentOptions(command)
    .addOption(
      common("--train <sessions>", "number of sessions in a training window", numberOption("--train")).default(504),
    )
    .addOption(common("--test <sessions>", "number of sessions in a test window", numberOption("--test")).default(126))
    .addOption(common("--anchored", "start every training window at the first session"))
    .option(
      "--method <method>",
      "search method in place of trying all combinations: tpe or genetic",
      choiceOption("--method", ["tpe", "genetic"] as const),
    )
    .option(
      "--trials <n>",
      "number of trials in each training window, with --method (default: 100)",
      numberOption("--trials"),
    );
  const files = `${PAGE}, windows.csv and walk-forward.json`;
  addExamples(addOutputOptions(command, PAGE, files, "windows and summary", "the windows"), EXAMPLES).action(
    (strategy: string, options: WalkForwardCommandOptions) =>
      withRedirectedConsole(options, () => run(strategy, options, terminal)),
  );
}

const PAGE = "walk-forward.html";

async function run(reference: string, options: WalkForwardCommandOptions, terminal: Terminal): Promise<void> {
  const { train, test, anchored, method, trials = 100 } = options;
  if (method === undefined && options.trials !== undefined)
    throw new HindcastError("USAGE", "--trials needs --method tpe or --method genetic");
  const mode = anchored === true ? "anchored" : "rolling";
  if (options.out !== undefined) await checkOutputFolder(options.out);
  const { found, data, options: experiment } = await openExperiment(reference, options, terminal);
  const line = createTrialLine(found.strategy.name, terminal, { what: "windows" });
  try {
    const walked = await stoppable("nothing was kept", (signal) =>
      runWalkForward(found.strategy, data, {
        ...experiment,
        train,
        test,
        mode,
        signal,
        onProgress: (progress) => line.update(progress),
        ...(method !== undefined && { choose: { method, trials } }),
      }),
    );
    line.clear();
    const chosenBy = method === undefined ? "all combinations" : `${method}, ${trials} trials`;
    const { symbols, settings = {} } = experiment;
    const setup = { symbols, settings: { ...settings }, train, test, mode, chosenBy } as const;
    const [csv, json] = [() => csvOf(walked), () => [`${jsonOf(walked)}\n`]];
    const written = await writeResults(
      options,
      {
        page: [PAGE, () => researchHtml(walkForwardPayload(walked, data, setup))],
        files: { "walk-forward.json": json, "windows.csv": csv },
      },
      terminal,
    );
    printResults(options, { json, csv, text: () => `${textOf(walked, terminal)}\n` }, terminal, written);
  } finally {
    line.clear();
    await experiment.executor.close();
  }
}

function textOf(walked: WalkForward, terminal: Terminal): string {
  const { strategy, objective, currencyDecimals, windows, summary, efficiency, positive } = walked;
  const pen = ink({ color: hasColor(terminal.stdout, terminal.env) });
  const unit = metricOf(objective.metric).unit;
  const names = Object.keys(windows[0]!.params);
  const [left, right] = [{ align: "left", dropOrder: 0 } as const, { align: "right", dropOrder: 0 } as const];
  const columns: readonly FittedColumn<WalkedWindow>[] = [
    // Narrow terminals show only the end of each test, from which the other dates follow.
    { ...left, dropOrder: 2, heading: "trained from", cell: ({ trainFromDate }) => trainFromDate },
    { ...left, dropOrder: 1, heading: "to", cell: ({ trainToDate }) => trainToDate },
    { ...left, heading: "tested to", cell: ({ testToDate }) => testToDate },
    ...names.map((name) => ({ ...right, heading: name, cell: ({ params }: WalkedWindow) => String(params[name]) })),
    {
      ...right,
      heading: `${objective.metric} trained`,
      cell: ({ trained }) => formatByUnit(unit, trained, currencyDecimals),
    },
    { ...right, heading: "tested", cell: ({ tested }) => formatByUnit(unit, tested, currencyDecimals) },
    { ...right, dropOrder: 3, heading: "open at end", cell: ({ openTrades }) => String(openTrades) },
  ];
  const { stdout } = terminal;
  const tables = foldedTable(columns, windows, lineWidth(stdout), pen);
  const shown = (["total-return", "cagr", "sharpe", "max-drawdown", "trades"] as const).map(
    (name) => `${metricOf(name).title} ${formatByUnit(metricOf(name).unit, jsonNumber(summary[name]))}`,
  );
  return [
    `${pen.strong(strategy)}: ${pluralize(windows.length, "window")} by ${objective.direction} ${objective.metric}`,
    "",
    ...tables.flatMap(({ heading, lines }) => [...heading, ...lines, ""]),
    prose(`Out of sample, with all tests joined into one account: ${shown.join(", ")}`, terminal, "  "),
    prose(
      `Efficiency ${formatRatio(jsonNumber(efficiency))} (objective in the tests divided by objective in training); the objective was above 0 in ${formatFraction(jsonNumber(positive), 0)} of the tests with a trade`,
      terminal,
      "  ",
    ),
    ...walkForwardWarnings(walked).map((warning) => prose(`warning: ${warning}`, terminal, "  ")),
  ].join("\n");
}

function jsonOf(walked: WalkForward): string {
  const { strategy, objective, windows, summary, efficiency, positive } = walked;
  const warnings = walkForwardWarnings(walked);
  return JSON.stringify({ strategy, objective, windows, summary, efficiency, positive, warnings });
}

function csvOf({ windows, objective }: WalkForward): Iterable<string> {
  const names = Object.keys(windows[0]!.params);
  const head = [
    "train_from",
    "train_to",
    "test_to",
    "train_from_date",
    "train_to_date",
    "test_to_date",
    ...names,
    `${objective.metric}_trained`,
    `${objective.metric}_tested`,
    "open_trades",
  ];
  const rows = windows.map((window) => [
    ...[window.trainFrom, window.trainTo, window.testTo].map((time) => new Date(time).toISOString()),
    window.trainFromDate,
    window.trainToDate,
    window.testToDate,
    ...names.map((name) => window.params[name]!),
    window.trained,
    window.tested,
    window.openTrades,
  ]);
  return csvChunks(head, rows);
}
