import { Option, type Command } from "commander";
import { metrics, metricTables } from "../../metrics/catalog.ts";
import type { Metric, MetricTable } from "../../metrics/define.ts";
import { metricPresets, type MetricPresetName } from "../../metrics/presets/summary-in.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { nearestNames } from "../nearest-names.ts";
import { wrappedTable } from "../output/wrapped-table.ts";
import { widthOf, type Terminal } from "../terminal.ts";

const EXAMPLES = `
Examples:
  hindcast explain sharpe
  hindcast explain sharpe --in backtesting.py               the same number as another engine computes it
  hindcast explain value-at-risk --json
  hindcast list metrics                                     their names
`;

interface ExplainOptions {
  readonly in?: MetricPresetName;
  readonly json?: true;
}

type Explained = Metric | MetricTable;

/** `hindcast explain`: what a metric says, and how it is computed. */
export function explain(program: Command, terminal: Terminal): void {
  program
    .command("explain")
    .summary("say what a metric means and how it is computed")
    .description("Prints what a metric is, its formula, and the conventions behind it.")
    .argument("<metric>", "name of a metric, or its title")
    .addOption(
      new Option("--in <engine>", "as another engine computes it").choices(Object.keys(metricPresets).toSorted()),
    )
    .option("--json", "print JSON and nothing else")
    .addHelpText("after", EXAMPLES)
    .action((name: string, options: ExplainOptions) => {
      const metric = inEngine(metricNamed(name), options.in);
      const width = terminal.stdout.isTTY === true ? widthOf(terminal.stdout) : undefined;
      const text = options.json === true ? JSON.stringify(metric) : explained(metric, width);
      terminal.stdout.write(`${text}\n`);
    });
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
  const meant = near.length > 0 ? ` (did you mean ${near.join(" or ")}?)` : "; hindcast list metrics names them";
  throw new HindcastError("USAGE", `there is no metric ${JSON.stringify(text)}${meant}`, { metric: text, near });
}

function inEngine(metric: Explained, engine: MetricPresetName | undefined): Explained {
  if (engine === undefined) return metric;
  const preset: Readonly<Record<string, Metric>> = metricPresets[engine];
  const other = preset[metric.name];
  if (other !== undefined) return other;
  const known = Object.keys(preset).toSorted();
  throw new HindcastError("USAGE", `${engine} must have the metric, it has ${known.join(", ")}; not ${metric.name}`, {
    engine,
    metric: metric.name,
    known,
  });
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
