import type { Command } from "commander";
import { runBacktest } from "../../engine/run.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { pluralize, groupThousands } from "../../primitives/words.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { examineRun } from "../../research/checks/doctor.ts";
import { checkLookaheadReloading, leakText, requirementText, type Leak } from "../../research/checks/lookahead.ts";
import { checkWarmUp } from "../../research/checks/warm-up.ts";
import { freshStrategy } from "../loading/find-strategy.ts";
import { prose } from "../output/prose.ts";
import { wrappedTable } from "../../report/terminal/tables.ts";
import { numberOption, typedParams } from "../options/values.ts";
import { addExamples, common } from "../help.ts";
import { lineWidth, type Terminal } from "../terminal.ts";
import { openRun, type OpenedRun } from "./open-run.ts";
import { addRunInputs, PARAM_HELP, type RunCommandOptions, STRATEGY_HELP } from "./run-options.ts";

const EXAMPLES = [
  "hindcast check lookahead ./my-strategy.ts --data prices.csv",
  "hindcast check warmup sma-cross --data prices.csv --from 2010-01-01",
  "hindcast check run sma-cross --data prices.csv --commission 0.001",
];

/** Under the text of a finding, which its severity stands before. */
const INDENT = " ".repeat(10);

interface CheckOptions extends RunCommandOptions {
  readonly moments?: number;
}

/** What a check needs. */
type Checked = OpenedRun<Record<string, unknown>>;

/** `hindcast check`: whether a strategy is honest. */
export function check(program: Command, terminal: Terminal): void {
  const group = program
    .command("check")
    .summary("check a strategy for look-ahead and more")
    .description("Checks a strategy for look-ahead, for the history it needs, and for results to distrust.");
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
    "find decisions that depend on later data",
    "Changes the data after many bars and compares the decisions before; fails if any differs.",
  )
    .addOption(
      common("--moments <n>", "number of bars after which data change (default: 30)", numberOption("--moments")),
    )
    .action(async (strategy: string, options: CheckOptions) =>
      lookahead(await openRun(strategy, options, typedParams), options, terminal),
    );
  add(
    "warmup",
    "find how much history the trades need",
    "Backtests with more and less history before --from, and reports the length from which trades stay the same.",
  ).action(async (strategy: string, options: CheckOptions) =>
    warmUp(await openRun(strategy, options, typedParams), options, terminal),
  );
  add(
    "run",
    "find reasons to distrust a result",
    "Backtests a strategy and lists reasons to distrust its result.",
  ).action(async (strategy: string, options: CheckOptions) =>
    examine(await openRun(strategy, options, typedParams), options, terminal),
  );
}

async function lookahead(
  { found, data, run }: Checked,
  { moments, json }: CheckOptions,
  terminal: Terminal,
): Promise<void> {
  const { stdout } = terminal;
  const load = async (): Promise<AnyStrategy> => freshStrategy(found);
  const report = await checkLookaheadReloading(load, data, { ...run, ...withoutUndefined({ moments }) });
  const { strategy, leaks, orders } = report;
  if (json === true) stdout.write(`${JSON.stringify(report)}\n`);
  if (leaks.length > 0) {
    const [first] = leaks as [Leak];
    const share =
      first.change === "repeated" ? "" : `; in ${leaks.length} of ${2 * report.moments} changed futures it did not`;
    const message = `${strategy} must ${requirementText(first)}${share}: ${leakText(first)}`;
    throw new HindcastError("LOOKAHEAD_FOUND", message, { strategy, leaks });
  }
  if (json === true) return;
  const quiet = orders === 0 ? " It never ordered, which proves little." : "";
  const tried = `${strategy} decided the same at ${pluralize(report.moments, "moment")}, whatever came after`;
  const told = `${tried}; it gave orders at ${pluralize(orders, "moment")} of the run.${quiet}`;
  stdout.write(`${prose(told, terminal)}\n`);
}

function warmUp({ found, data, run }: Checked, { json }: CheckOptions, { stdout }: Terminal): void {
  const report = checkWarmUp(found.strategy, data, run);
  if (json === true) {
    stdout.write(`${JSON.stringify(report)}\n`);
    return;
  }
  const table = wrappedTable(
    ["bars before", "fills", "that differ", "first on"].map((heading) => ({ heading, align: "right", wraps: true })),
    report.rows.map(({ bars, same, sameTrades, differing, firstDifferenceDate }) => [
      groupThousands(bars),
      same ? "the same" : sameTrades ? "the same but for their last units" : "others",
      groupThousands(differing),
      firstDifferenceDate,
    ]),
    lineWidth(stdout),
  );
  const { strategy, stableFrom, available, fromDate, fills } = report;
  const verdict =
    stableFrom === undefined
      ? `No history that was tried gives the trades of all ${pluralize(available, "bar")}.`
      : `From ${pluralize(stableFrom, "bar")} of history on the trades are those of all ${available} bars.`;
  stdout.write(
    `${strategy} from ${fromDate}, ${pluralize(fills, "fill")}\n\n${table.join("\n")}\n\n${prose(verdict, { stdout })}\n`,
  );
}

function examine({ found, data, run }: Checked, { json }: CheckOptions, { stdout }: Terminal): void {
  const { strategy, sourceHash } = found;
  const findings = examineRun(runBacktest(strategy, data, { ...run, sourceHash }), data);
  if (json === true) stdout.write(`${JSON.stringify(findings)}\n`);
  else if (findings.length === 0) stdout.write("Nothing was found, which is no certificate.\n");
  else {
    const told = findings.map(({ severity, text }) => prose(`${severity.padEnd(8)}  ${text}`, { stdout }, INDENT));
    stdout.write(`${told.join("\n")}\n`);
  }
}
