import type { Command } from "commander";
import { runBacktest } from "../../engine/run.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import { defined } from "../../primitives/mapped.ts";
import { counted, grouped } from "../../primitives/words.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { examineRun } from "../../research/checks/doctor.ts";
import { checkFresh, leakText, mustText, type Leak } from "../../research/checks/lookahead.ts";
import { checkWarmUp } from "../../research/checks/warm-up.ts";
import { freshStrategy } from "../loading/find-strategy.ts";
import { prose } from "../output/prose.ts";
import { wrappedTable } from "../../report/terminal/tables.ts";
import { numberOption, typedParams } from "../options/values.ts";
import { lineWidth, type Terminal } from "../terminal.ts";
import { openRun, type OpenedRun } from "./open-run.ts";
import { addRunInputs, PARAM_HELP, type RunCommandOptions } from "./run-options.ts";

const EXAMPLES = `
Examples:
  hindcast check lookahead ./my-strategy.ts --data prices.csv
  hindcast check warmup sma-cross --data prices.csv --from 2010-01-01
  hindcast check run sma-cross --data prices.csv --commission 0.001
`;

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
    .summary("check a strategy for look-ahead and warm-up, or examine a run")
    .description(
      "Checks whether a strategy knows the future, whether history changes its trades, or what makes its result doubtful.",
    )
    .addHelpText("after", EXAMPLES);
  const add = (name: string, summary: string, description: string) =>
    addRunInputs(
      group
        .command(name)
        .summary(summary)
        .description(description)
        .argument("<strategy>", "as in run: a file or a name"),
      PARAM_HELP,
    )
      .optionsGroup("Output:")
      .option("--json", "print what was found as JSON and nothing else");
  add(
    "lookahead",
    "whether other futures change what was decided before",
    "Changes the future at many moments and compares what was decided before; fails when anything differs.",
  )
    .option("--moments <n>", "moments to try, or all where there are fewer (default: 30)", numberOption("--moments"))
    .action(async (strategy: string, options: CheckOptions) =>
      lookahead(await openRun(strategy, options, typedParams), options, terminal),
    );
  add(
    "warmup",
    "how much history the trades of a strategy need",
    "Runs the strategy with more and less history before its first bar, and tells from which length on its trades are the same.",
  ).action(async (strategy: string, options: CheckOptions) =>
    warmUp(await openRun(strategy, options, typedParams), options, terminal),
  );
  add(
    "run",
    "what makes the result of a run doubtful",
    "Runs the strategy and examines the result for what makes good numbers worthless.",
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
  const report = await checkFresh(load, data, { ...run, ...defined({ moments }) });
  const { strategy, leaks, orders } = report;
  if (json === true) stdout.write(`${JSON.stringify(report)}\n`);
  if (leaks.length > 0) {
    const [first] = leaks as [Leak];
    const share =
      first.change === "repeated" ? "" : `; in ${leaks.length} of ${2 * report.moments} changed futures it did not`;
    const message = `${strategy} must ${mustText(first)}${share}: ${leakText(first)}`;
    throw new HindcastError("LOOKAHEAD_FOUND", message, { strategy, leaks });
  }
  if (json === true) return;
  const quiet = orders === 0 ? " It never ordered, which proves little." : "";
  const tried = `${strategy} decided the same at ${counted(report.moments, "moment")}, whatever came after`;
  const told = `${tried}; it gave orders at ${counted(orders, "moment")} of the run.${quiet}`;
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
      grouped(bars),
      same ? "the same" : sameTrades ? "the same but for their last units" : "others",
      grouped(differing),
      firstDifferenceDate,
    ]),
    lineWidth(stdout),
  );
  const { strategy, stableFrom, available, fromDate, fills } = report;
  const verdict =
    stableFrom === undefined
      ? `No history that was tried gives the trades of all ${counted(available, "bar")}.`
      : `From ${counted(stableFrom, "bar")} of history on the trades are those of all ${available} bars.`;
  stdout.write(
    `${strategy} from ${fromDate}, ${counted(fills, "fill")}\n\n${table.join("\n")}\n\n${prose(verdict, { stdout })}\n`,
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
