import { metrics, metricTables } from "../../src/metrics/catalog.ts";
import { METRIC_GROUPS, type Metric, type MetricGroup, type MetricTable } from "../../src/metrics/define.ts";
import { metricPresets } from "../../src/metrics/presets/summary-in.ts";

const GROUPS: Readonly<Record<MetricGroup, string>> = {
  return: "Return",
  risk: "Risk",
  ratio: "Risk-adjusted return",
  benchmark: "Relative to the benchmark",
  trade: "Trades",
  cost: "Costs",
};

/** Returns Markdown tables of all metrics, one table per group. */
export function metricCatalog(): string {
  const all: readonly (Metric | MetricTable)[] = [...Object.values(metrics), ...Object.values(metricTables)];
  const tables = METRIC_GROUPS.map((group) => {
    const rows = all
      .filter((metric) => metric.group === group)
      .map((metric) => [
        `\`${metric.name}\``,
        metric.title,
        metric.kind === "table" ? "table" : metric.unit + (metric.inSummary ? "" : ", on demand"),
        `\`${metric.formula}\``,
        metric.convention,
      ]);
    return `### ${GROUPS[group]}\n\n${table(["name", "title", "unit", "formula", "convention"], rows)}`;
  });
  return `${all.length} metrics.\n\n${tables.join("\n\n")}`;
}

/** Returns Markdown tables of the metrics that other backtesting engines compute differently, one table per engine. */
export function presetTables(): string {
  return Object.entries(metricPresets)
    .filter(([, preset], i, all) => all.findIndex(([, other]) => other === preset) === i)
    .map(([engine, preset]) => {
      const others: readonly Metric[] = Object.values(preset as Readonly<Record<string, Metric>>);
      const own = others.filter((metric) => metric !== metrics[metric.name]);
      const same = Object.entries(metricPresets).filter(([name, other]) => other === preset && name !== engine);
      const title = [engine, ...same.map(([name]) => name)].join(", ");
      const rows = own.map(({ name, formula }) => [`\`${name}\``, `\`${formula}\``]);
      return `### ${title}\n\n${own[0]!.convention}\n\n${table(["name", "formula"], rows)}`;
    })
    .join("\n\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
