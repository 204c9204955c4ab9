import { Option, type Command } from "commander";
import { metrics, metricTables } from "../../metrics/catalog.ts";
import type { Metric, MetricTable } from "../../metrics/define.ts";
import { metricPresets, type MetricPresetName } from "../../metrics/presets/summary-in.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { ink } from "../../report/terminal/ink.ts";
import { explainSavedOrder } from "../explaining-orders.ts";
import { meantText, nearestNames } from "../../primitives/nearest-names.ts";
import { dataOption, type DataFile } from "../options/data.ts";
import { wholeOption } from "../options/number.ts";
import { orderText } from "../output/order-text.ts";
import { wrappedTable } from "../output/wrapped-table.ts";
import { hasColor, widthOf, type Terminal } from "../terminal.ts";

const EXAMPLES = `
Examples:
  hindcast explain sharpe
  hindcast explain sharpe --in backtesting.py               the same number as another engine computes it
  hindcast explain value-at-risk --json
  hindcast list metrics                                     their names
  hindcast run sma-cross --data prices.csv --out out
  hindcast explain --order 3 --run out --data prices.csv    why that order filled when and at what it did
`;

interface ExplainOptions {
  readonly order?: number;
  readonly run?: string;
  readonly data?: readonly DataFile[];
  readonly in?: MetricPresetName;
  readonly json?: true;
}

type Explained = Metric | MetricTable;

/** `hindcast explain`: what a metric says and how it is computed, or why an order of a run filled as it did. */
export function explain(program: Command, terminal: Terminal): void {
  program
    .command("explain")
    .summary("say how a metric is computed, or why an order filled as it did")
    .description(
      "Prints what a metric is, its formula, and the conventions behind it. With --order: what happened to an order of a run, and of each fill the bar, the rule and the cash.",
    )
    .argument("[metric]", "name of a metric, or its title")
    .addOption(
      new Option("--in <engine>", "as another engine computes it").choices(Object.keys(metricPresets).toSorted()),
    )
    .option("--order <number>", "the order of a run to explain: its id in result.json", wholeOption("--order"))
    .option("--run <folder>", "with --order: the folder that run --out has written, or its result.json")
    .option("--data <file>", "with --order: the data of the run, as run was given them; again for more", dataOption)
    .option("--json", "print JSON and nothing else")
    .addHelpText("after", EXAMPLES)
    .action(async (name: string | undefined, options: ExplainOptions) => {
      const text = options.order === undefined ? metricText(name, options, terminal) : await orderOf(options, terminal);
      terminal.stdout.write(`${text}\n`);
    });
}

function metricText(name: string | undefined, options: ExplainOptions, { stdout }: Terminal): string {
  if (name === undefined && options.in !== undefined && options.json === undefined)
    return metricsOf(options.in, lineWidth(stdout));
  if (name === undefined || options.run !== undefined || options.data !== undefined)
    throw usage("explain must be given the name of a metric; or --order, --run and --data");
  const metric = inEngine(metricNamed(name), options.in);
  return options.json === true ? JSON.stringify(metric) : explained(metric, lineWidth(stdout));
}

async function orderOf({ order, run, data, json }: ExplainOptions, { stdout, env }: Terminal): Promise<string> {
  if (order === undefined || run === undefined || data === undefined)
    throw usage("explain --order must be given the run with --run and its data with --data");
  const { explanation, ...told } = await explainSavedOrder(run, data, order);
  // A missing number is null in JSON, and zero has no sign there.
  if (json === true) return JSON.stringify(explanation);
  const pen = ink({ color: hasColor(stdout, env) });
  return orderText(explanation, { ...told, width: lineWidth(stdout) }, pen);
}

function lineWidth(stdout: Terminal["stdout"]): number | undefined {
  return stdout.isTTY === true ? widthOf(stdout) : undefined;
}

function usage(message: string): HindcastError {
  return new HindcastError("USAGE", message, {});
}

const ALL: readonly Explained[] = [...Object.values(metrics), ...Object.values(metricTables)];

function metricNamed(text: string): Explained {
  const wanted = text.toLowerCase();
  const found = ALL.find(({ name, title }) => name === wanted || title.toLowerCase() === wanted);
  if (found !== undefined) return found;
  const near = nearestNames(
    text,
    ALL.map(({ name }) => name),
  );
  const meant = meantText(near, "; hindcast list metrics names them");
  throw new HindcastError("USAGE", `there is no metric ${JSON.stringify(text)}${meant}`, { metric: text, near });
}

function inEngine(metric: Explained, engine: MetricPresetName | undefined): Explained {
  if (engine === undefined) return metric;
  const preset: Readonly<Record<string, Metric>> = metricPresets[engine];
  const other = preset[metric.name];
  if (other !== undefined) return other;
  const known = Object.keys(preset).toSorted();
  throw new HindcastError(
    "USAGE",
    `${engine} has no ${metric.name} of its own; it has ${known.join(", ")}. Without --in it is Hindcast's`,
    { engine, metric: metric.name, known },
  );
}

/** All that an engine computes its own way. */
function metricsOf(engine: MetricPresetName, width: number | undefined): string {
  const preset: Readonly<Record<string, Metric>> = metricPresets[engine];
  const rows = Object.values(preset).map(({ name, formula }) => [name, formula]);
  const sorted = rows.toSorted(([a], [b]) => (a! < b! ? -1 : 1));
  return wrappedTable(
    [{ heading: "metric" }, { heading: `as ${engine} computes it`, wraps: true }],
    sorted,
    width,
  ).join("\n");
}

const UNITS: Readonly<Record<Metric["unit"], string>> = {
  fraction: "a fraction: 0.01 is one percent",
  ratio: "a plain number",
  money: "account currency",
  count: "a count",
  duration: "milliseconds",
};

const BETTER: Readonly<Record<Metric["better"], string>> = {
  higher: "the higher value",
  lower: "the lower value",
  neither: "neither: it describes",
};

function explained(metric: Explained, width?: number): string {
  const unit =
    metric.kind === "number" ? UNITS[metric.unit] : `a table of ${Object.keys(metric.units).join(", ")} in each row`;
  const rows = [
    ["formula", metric.formula],
    ["convention", metric.convention],
    ["unit", unit],
    ["better", BETTER[metric.better]],
    ...(metric.source === undefined ? [] : [["source", metric.source]]),
  ];
  const lines = wrappedTable([{ heading: "" }, { heading: "", wraps: true }], rows, width);
  return [`${metric.title} (${metric.name})`, ...lines].join("\n");
}
