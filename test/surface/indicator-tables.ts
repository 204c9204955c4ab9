import { indicators } from "../../src/indicators/catalog.ts";
import { INDICATOR_DIFFERENCES } from "../../src/indicators/differences.ts";
import type { IndicatorCategory } from "../../src/indicators/spec.ts";
import type { Param } from "../../src/primitives/param.ts";

const CATEGORIES: Readonly<Record<IndicatorCategory, string>> = {
  average: "Averages",
  price: "Prices of a bar",
  momentum: "Momentum",
  volatility: "Volatility",
  trend: "Trend",
  volume: "Volume",
  statistic: "Statistics",
  pattern: "Candlestick patterns",
};

const specs = Object.values(indicators).map((indicator) => ({
  spec: indicator.spec,
  warmup: indicator.warmup() as unknown,
  outputs: Object.keys(indicator.spec.outputs as object),
}));

/** Returns Markdown tables of all indicators, one table per category. */
export function catalogTables(): string {
  const families = Object.entries(CATEGORIES).map(([category, title]) => {
    const rows = specs
      .filter(({ spec }) => spec.category === category)
      .toSorted((a, b) => (a.spec.name < b.spec.name ? -1 : 1))
      .map(({ spec, warmup, outputs }) => [
        `\`${spec.name}\``,
        spec.title,
        `input ${(spec.inputs as readonly string[]).join(" ")}`,
        paramsOf(spec.params as Readonly<Record<string, Param>>),
        outputs[0] === "value" ? "" : `outputs ${outputs.join(" ")}`,
        `first value at bar ${firstValues(warmup)}`,
        spec.memory === "window" ? "depends on a window" : "depends on all earlier bars",
      ]);
    const head = ["name", "title", "inputs", "parameters", "outputs", "first value", "memory"];
    return `### ${title}\n\n${table(head, rows)}`;
  });
  return `${specs.length} indicators.\n\n${families.join("\n\n")}`;
}

/** Returns a Markdown table of how other programs compute indicators differently. */
export function differencesTable(): string {
  const rows = Object.entries(INDICATOR_DIFFERENCES).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return table(
    ["indicator", "other programs"],
    rows.map(([name, differences]) => [`\`${name}\``, differences.join(" ")]),
  );
}

/** Returns a Markdown table of the parameters that the option `compat` sets, for each indicator that has it. */
export function compatTable(): string {
  const rows = specs
    .filter(({ spec }) => spec.compat !== undefined)
    .toSorted((a, b) => (a.spec.name < b.spec.name ? -1 : 1))
    .map(({ spec }) => [
      `\`${spec.name}\``,
      settings("TA-Lib", spec.compat?.talib),
      settings("TradingView", spec.compat?.tradingview),
    ]);
  return table(["name", '`compat: "talib"`', '`compat: "tradingview"`'], rows);
}

function settings(program: string, preset: Readonly<Record<string, unknown>> | undefined): string {
  const values = Object.entries(preset ?? {}).map(([name, value]) => `\`${name}: ${JSON.stringify(value)}\``);
  return values.length === 0 ? "" : `for ${program}, set ${values.join(", ")}`;
}

function paramsOf(params: Readonly<Record<string, Param>>): string {
  return Object.entries(params)
    .map(([name, param]) => `${name} ${String(param.default)}`)
    .join(", ");
}

function firstValues(warmup: unknown): string {
  return typeof warmup === "number" ? String(warmup) : [...new Set(Object.values(warmup as object))].join(", ");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
