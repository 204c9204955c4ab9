import { pluralize } from "../../primitives/words.ts";
import { formatByUnit, formatCount, formatFraction } from "../../metrics/format.ts";
import { jsonNumber } from "../../primitives/json.ts";
import { missingObjectiveWarnings } from "../../report/research/sweep-payload.ts";
import { overfittingPanel } from "../../report/research/overfitting-rows.ts";
import {
  displayWidth,
  type FittedColumn,
  foldedTable,
  type TableColumn,
  wrappedTable,
  wrapWords,
} from "../../report/terminal/tables.ts";
import { ink } from "../../report/terminal/ink.ts";
import { examineRun } from "../../research/checks/doctor.ts";
import type { Overfitting } from "../../research/overfitting/overfitting.ts";
import { type Heatmap, heatmapOf } from "../../research/sweep/heatmap.ts";
import type { RankedTrial, TrialsResult } from "../../research/sweep/trials-result.ts";
import { metricOf } from "../../research/trials/trial-runner.ts";
import { hasColor, lineWidth, type Terminal } from "../../report/terminal/terminal.ts";
import { prose } from "./prose.ts";

/** Metrics that a table of trials shows in addition to the objective. Narrow tables drop those with the highest numbers first. */
const DROP_ORDER: Readonly<Record<string, number>> = {
  "total-return": 0,
  cagr: 4,
  sharpe: 3,
  "max-drawdown": 1,
  trades: 2,
};

/** Drop order of a parameter that has the same value in all trials. */
const CONSTANT_PARAM = 5;

/** Columns of the measures of overfitting: name, value and meaning. */
const OVERFITTING_COLUMNS: readonly TableColumn[] = [
  { heading: "" },
  { heading: "", align: "right" },
  { heading: "", wraps: true },
];

/**
 * Formats a table of trials: the best trials, measures of overfitting, and a heatmap of two parameters. `excluded` is the number of
 * combinations that a constraint excluded.
 */
export function trialsText(result: TrialsResult, top: number, { stdout, env }: Terminal, excluded = 0): string {
  const pen = ink({ color: hasColor(stdout, env) });
  const { metric, direction } = result.objective;
  const width = lineWidth(stdout);
  const tables = foldedTable(trialColumns(result), result.top(top), width, pen);
  const blocks = [
    `${pen.strong(result.strategy)}: ${pluralize(result.length, "trial")} by ${direction} ${metric}`,
    ...tables.map(({ heading, lines }) => [...heading, ...lines].join("\n")),
    prose(omittedText(result, top, excluded), { stdout }),
    ...missingObjectiveWarnings(result).map((warning) => prose(`warning: ${warning}`, { stdout }, "  ")),
    overfittingText(result.overfitting, { stdout }),
    heatmapBlock(result, width),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** Says how many trials the table shows, and how many combinations a constraint excluded. */
function omittedText({ length }: TrialsResult, top: number, excluded: number): string {
  const shown = `The table shows the best ${formatCount(top)} of ${formatCount(length)} trials; --top sets how many.`;
  const tried = `The constraint excluded ${formatCount(excluded)} of ${pluralize(length + excluded, "combination")}.`;
  return [...(length > top ? [shown] : []), ...(excluded > 0 ? [tried] : [])].join(" ");
}

function trialColumns(result: TrialsResult): readonly FittedColumn<RankedTrial>[] {
  const { metric } = result.objective;
  const decimals = result.currencyDecimals;
  const right = { align: "right", dropOrder: 0 } as const;
  const metrics = [
    metric,
    ...Object.keys(DROP_ORDER).filter((name) => name !== metric && result.metrics.includes(name)),
  ];
  return [
    { ...right, heading: "rank", cell: ({ rank }) => String(rank) },
    ...result.params.map((name, i) => ({
      ...right,
      heading: result.paramColumns[i]!,
      dropOrder: new Set(result.column(result.paramColumns[i]!)).size > 1 ? 0 : CONSTANT_PARAM,
      cell: ({ params }: RankedTrial) => shortNumber(params[name]),
    })),
    ...metrics.map((name) => ({
      ...right,
      heading: name,
      dropOrder: name === metric ? 0 : DROP_ORDER[name]!,
      cell: ({ metrics: values }: RankedTrial) => formatByUnit(metricOf(name).unit, values[name] ?? NaN, decimals),
    })),
  ];
}

/** Formats the measures of overfitting of the best trial. */
function overfittingText(overfitting: Overfitting, terminal: Pick<Terminal, "stdout">): string {
  const verdict = prose(overfittingPanel(overfitting).verdict, terminal);
  if (overfitting.trials < 2) return verdict;
  const share = (value: number) => formatFraction(jsonNumber(value));
  const rows = [
    [
      "  deflated Sharpe ratio",
      share(overfitting.deflatedSharpe),
      "probability that the best trial beats the best of the same number of trials without skill (95% is significant)",
    ],
    [
      "  chance of overfitting",
      share(overfitting.pbo),
      "how often the best trial of one half of the data is below the median in the other half",
    ],
    [
      "  loss out of sample",
      share(overfitting.lossShare),
      "how often the best trial of one half of the data loses money in the other half",
    ],
  ];
  const { stdout } = terminal;
  const width = lineWidth(stdout);
  const lines = wrappedTable(OVERFITTING_COLUMNS, rows, width);
  return [verdict, ...lines].join("\n");
}

function heatmapBlock(result: TrialsResult, width: number): string {
  const varied = result.params.filter((_, i) => new Set(result.column(result.paramColumns[i]!)).size > 1);
  if (varied.length !== 2) return "";
  return heatmapText(heatmapOf(result, varied[0]!, varied[1]!), width);
}

function shortNumber(value: unknown): string {
  return typeof value === "number" ? String(Number(value.toPrecision(6))) : String(value);
}

/** Characters of a heatmap from low to high values, which all terminals can show. */
const SHADES = [" ", "░", "▒", "▓", "█"] as const;
const MAX_WIDTH = 60;
const MAX_HEIGHT = 24;

/**
 * Formats a metric over two parameters as a heatmap of at most `width` columns. High values are dark. If there are too many values, several
 * share a cell, which shows the highest of them.
 */
export function heatmapText({ x, y, metric, columns, rows, values }: Heatmap, width = Infinity): string {
  const finite = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  if (finite.length === 0 || columns.length < 2 || rows.length < 2) return "";
  const [low, high] = [finite[0]!, finite.at(-1)!];
  const label = Math.max(displayWidth(y), ...rows.map((value) => String(value).length));
  const widest = Math.max(1, Math.min(MAX_WIDTH, width - label - 1));
  const across = Math.ceil(columns.length / widest);
  const down = Math.ceil(rows.length / MAX_HEIGHT);
  const cell = Math.max(1, Math.min(4, Math.floor(widest / Math.ceil(columns.length / across))));
  const lines: string[] = [];
  for (let row = 0; row < rows.length; row += down) {
    let line = "";
    for (let column = 0; column < columns.length; column += across) {
      const best = blockBest(values, columns.length, { row, column, down, across, rows: rows.length });
      line += (Number.isNaN(best) ? "·" : pickShade(best, low, high)).repeat(cell);
    }
    lines.push(`${String(rows[row]).padStart(label)} ${line}`);
  }
  const axis = `${String(columns[0])} to ${String(columns.at(-1))}`;
  const shades = `${SHADES[0]}${SHADES[1]} ${low.toPrecision(3)} to ${SHADES[4]} ${high.toPrecision(3)}`;
  const title = wrapWords(`${metric} over ${x} (across, ${axis}) and ${y} (down)`, width);
  return [...title, ...lines, shades.trim()].join("\n");
}

interface Block {
  readonly row: number;
  readonly column: number;
  readonly down: number;
  readonly across: number;
  readonly rows: number;
}

function blockBest(values: Float64Array, width: number, { row, column, down, across, rows }: Block): number {
  let best = NaN;
  for (let r = row; r < Math.min(row + down, rows); r++) {
    for (let c = column; c < Math.min(column + across, width); c++) {
      const value = values[r * width + c]!;
      if (!Number.isNaN(value) && !(value <= best)) best = value;
    }
  }
  return best;
}

function pickShade(value: number, low: number, high: number): string {
  const share = high > low ? (value - low) / (high - low) : 1;
  return SHADES[Math.min(SHADES.length - 1, Math.floor(share * SHADES.length))]!;
}

/** Yields a table of trials as JSON, one line per trial, with the findings about the best trial. Missing numbers are null. */
export function* trialsJson(result: TrialsResult): Generator<string, void, undefined> {
  const { strategy, objective, overfitting, checksum } = result;
  const best = result.run();
  const head = JSON.stringify({
    strategy,
    objective,
    checksum,
    overfitting,
    warnings: [...missingObjectiveWarnings(result), ...best.warnings],
    findings: examineRun(best),
  });
  yield `${head.slice(0, -1)},"trials":[\n`;
  for (let rank = 1; rank <= result.length; rank++) {
    const text = JSON.stringify(result.at(rank));
    yield `${text}${rank < result.length ? "," : ""}\n`;
  }
  yield "]}\n";
}
