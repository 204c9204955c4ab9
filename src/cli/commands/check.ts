import type { Command } from "commander";
import { runBacktest } from "../../engine/run.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { pluralize, groupThousands } from "../../primitives/words.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { examineRun } from "../../research/checks/doctor.ts";
import { checkLookaheadReloading, leakText, requirementText, type Leak } from "../../research/checks/lookahead.ts";
import { checkWarmUp } from "../../research/checks/warm-up.ts";
import { reloadStrategy } from "../loading/find-strategy.ts";
import { prose } from "../output/prose.ts";
import { wrappedTable } from "../../report/terminal/tables.ts";
import { numberOption, typedParams } from "../options/values.ts";
import { addExamples, common } from "../help.ts";
import { lineWidth, type Terminal } from "../../report/terminal/terminal.ts";
import { openRun, type OpenedRun } from "./open-run.ts";
import { addRunInputs, PARAM_HELP, type RunCommandOptions, STRATEGY_HELP } from "./run-options.ts";

const EXAMPLES = [
  "hindcast check lookahead ./my-strategy.ts --data prices.csv",
  "hindcast check warmup sma-cross --data prices.csv --from 2010-01-01",
  "hindcast check run sma-cross --data prices.csv --commission 0.001",
];

/** Indentation of the continuation lines of a finding, which begins with its severity. */
const INDENT = " ".repeat(10);

interface CheckOptions extends RunCommandOptions {
  readonly moments?: number;
}

/** The strategy, the market data and the options of a check. */
type CheckInput = OpenedRun<Record<string, unknown>>;

/** `hindcast check`: checks a strategy for look-ahead, warm-up and doubtful results. */
export function check(program: Command, terminal: Terminal): void {
  const group = program
    .command("check")
    .summary("find look-ahead bias and other problems")
    .description(
      "Checks a strategy for look-ahead bias, finds how much history it needs, and lists reasons to distrust its results.",
    );
  addExamples(group, EXAMPLES);
  const add = (name: string, summary: string, description: string) => {
    const command = addRunInputs(
      group.command(name).summary(summary).description(description).argument("<strategy>", STRATEGY_HELP),
      PARAM_HELP,
    );
    command.optionsGroup("Output:").addOption(common("--json", "print the findings as JSON"));
    return addExamples(
      command,
      EXAMPLES.filter((call) => call.startsWith(`hindcast check ${name} `)),
    );
  };
  add(
    "lookahead",
    "find decisions of a strategy that depend on later data",
    "Repeats a backtest many times, each time with changed data after another bar; fails if a decision before the change differs.",
  )
    .addOption(
      common(
        "--moments <n>",
        "number of bars after which the data are changed, one per repetition (default: 30)",
        numberOption("--moments"),
      ),
    )
    .action(async (strategy: string, options: CheckOptions) =>
      lookahead(await openRun(strategy, options, typedParams, terminal), options, terminal),
    );
  add(
    "warmup",
    "find how many bars of history a strategy needs",
    "Backtests a strategy with different lengths of history before --from, and reports the shortest from which trades stay the same.",
  ).action(async (strategy: string, options: CheckOptions) =>
    warmUp(await openRun(strategy, options, typedParams, terminal), options, terminal),
  );
  add(
    "run",
    "find reasons to distrust the result of a backtest",
    "Backtests a strategy and lists reasons to distrust its result.",
  ).action(async (strategy: string, options: CheckOptions) =>
    examine(await openRun(strategy, options, typedParams, terminal), options, terminal),
  );
}

async function lookahead(
  { found, data, run }: CheckInput,
  { moments, json }: CheckOptions,
  terminal: Terminal,
): Promise<void> {
  const { stdout } = terminal;
  const load = async (): Promise<AnyStrategy> => reloadStrategy(found);
  const report = await checkLookaheadReloading(load, data, { ...run, ...withoutUndefined({ moments }) });
  const { strategy, leaks, orders } = report;
  if (json === true) stdout.write(`${JSON.stringify(report)}\n`);
  if (leaks.length > 0) {
    const [first] = leaks as [Leak];
    const share =
      first.change === "repeated"
        ? ""
        : `; it did not in ${leaks.length} of ${2 * report.moments} runs with changed later data`;
    const message = `${strategy} must ${requirementText(first)}${share}: ${leakText(first)}`;
    throw new HindcastError("LOOKAHEAD_FOUND", message, { strategy, leaks });
  }
  if (json === true) return;
  const points = pluralize(report.moments, "test point");
  const unchanged = `No look-ahead bias found in ${strategy}: its decisions stayed the same when the data after ${points} were changed.`;
  const text =
    orders === 0
      ? `${unchanged} The strategy never submitted an order, so this proves little.`
      : `${unchanged} The strategy submitted orders at ${pluralize(orders, "time")} of the run.`;
  stdout.write(`${prose(text, terminal)}\n`);
}

function warmUp({ found, data, run }: CheckInput, { json }: CheckOptions, { stdout }: Terminal): void {
  const report = checkWarmUp(found.strategy, data, run);
  if (json === true) {
    stdout.write(`${JSON.stringify(report)}\n`);
    return;
  }
  const table = wrappedTable(
    ["bars before", "fills", "differing", "first on"].map((heading) => ({
      heading,
      align: "right",
      wraps: true,
    })),
    report.rows.map(({ bars, same, sameTrades, differing, firstDifferenceDate }) => [
      groupThousands(bars),
      same ? "the same" : sameTrades ? "the same trades in other sizes" : "different",
      groupThousands(differing),
      firstDifferenceDate,
    ]),
    lineWidth(stdout),
  );
  const { strategy, stableFrom, available, fromDate, fills } = report;
  const verdict =
    stableFrom === undefined
      ? `No shorter history that was tried gives the same trades as the whole history of ${pluralize(available, "bar")}.`
      : `With at least ${pluralize(stableFrom, "bar")} of history, the trades are the same as with all ${available} bars.`;
  stdout.write(
    `${strategy} from ${fromDate}, ${pluralize(fills, "fill")}\n\n${table.join("\n")}\n\n${prose(verdict, { stdout })}\n`,
  );
}

function examine({ found, data, run }: CheckInput, { json }: CheckOptions, { stdout }: Terminal): void {
  const { strategy, sourceHash } = found;
  const findings = examineRun(runBacktest(strategy, data, { ...run, sourceHash }));
  if (json === true) stdout.write(`${JSON.stringify(findings)}\n`);
  else if (findings.length === 0) stdout.write("No problems found. This does not prove that the result is sound.\n");
  else {
    const lines = findings.map(({ severity, text }) => prose(`${severity.padEnd(8)}  ${text}`, { stdout }, INDENT));
    stdout.write(`${lines.join("\n")}\n`);
  }
}
