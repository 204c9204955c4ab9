import type { MarketData } from "../../market/market-data.ts";
import { pluralize } from "../../primitives/words.ts";
import { formatByUnit, formatFraction } from "../../report/format.ts";
import { jsonNumber } from "../../report/json.ts";
import { missingObjective } from "../../report/research/sweep-payload.ts";
import { overfittingPanel } from "../../report/research/overfitting-rows.ts";
import {
  displayWidth,
  type FittedColumn,
  foldedTable,
  type TableColumn,
  wrappedTable,
  wrappedWords,
} from "../../report/terminal/tables.ts";
import { ink } from "../../report/terminal/ink.ts";
import { examineRun } from "../../research/checks/doctor.ts";
import type { Overfitting } from "../../research/overfitting/overfitting.ts";
import { type Heatmap, heatmapOf } from "../../research/sweep/heatmap.ts";
import type { RankedTrial, TrialsResult } from "../../research/sweep/trials-result.ts";
import { metricOf } from "../../research/trials/trial-runner.ts";
import { hasColor, lineWidth, type Terminal } from "../terminal.ts";
import { prose } from "./prose.ts";

/** What a table shows of each trial besides its objective, and what leaves a narrow one first: the highest number. */
const SHOWN: Readonly<Record<string, number>> = { "total-return": 0, cagr: 4, sharpe: 3, "max-drawdown": 1, trades: 2 };

/** A parameter of one value says nothing of the trials. */
const SAME = 5;

/** A measure, its value, and what that says. */
const MEANINGS: readonly TableColumn[] = [
  { heading: "" },
  { heading: "", align: "right" },
  { heading: "", wraps: true },
];

/** The best trials, how likely they were luck, and the picture of two parameters. */
export function trialsText(result: TrialsResult, top: number, { stdout, env }: Terminal): string {
  const pen = ink({ color: hasColor(stdout, env) });
  const { metric, direction } = result.objective;
  const width = lineWidth(stdout);
  const tables = foldedTable(columnsOf(result), result.top(top), width, pen);
  const blocks = [
    `${pen.strong(result.strategy)}: ${pluralize(result.length, "trial")} by ${direction} ${metric}`,
    ...tables.map(({ heading, lines }) => [...heading, ...lines].join("\n")),
    ...missingObjective(result).map((warning) => prose(`warning: ${warning}`, { stdout }, "  ")),
    overfittingText(result.overfitting, { stdout }),
    picture(result, width),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function columnsOf(result: TrialsResult): readonly FittedColumn<RankedTrial>[] {
  const { metric } = result.objective;
  const decimals = result.currencyDecimals;
  const right = { align: "right", leaves: 0 } as const;
  const metrics = [metric, ...Object.keys(SHOWN).filter((name) => name !== metric && result.metrics.includes(name))];
  return [
    { ...right, heading: "rank", cell: ({ rank }) => String(rank) },
    ...result.params.map((name, i) => ({
      ...right,
      heading: result.paramColumns[i]!,
      leaves: new Set(result.column(result.paramColumns[i]!)).size > 1 ? 0 : SAME,
      cell: ({ params }: RankedTrial) => shortNumber(params[name]),
    })),
    ...metrics.map((name) => ({
      ...right,
      heading: name,
      leaves: name === metric ? 0 : SHOWN[name]!,
      cell: ({ metrics: values }: RankedTrial) => formatByUnit(metricOf(name).unit, values[name] ?? NaN, decimals),
    })),
  ];
}

/** What must be known of the best of many, in sentences. */
function overfittingText(given: Overfitting, terminal: Pick<Terminal, "stdout">): string {
  const verdict = prose(overfittingPanel(given).verdict, terminal);
  if (given.trials < 2) return verdict;
  const share = (value: number) => formatFraction(jsonNumber(value));
  const rows = [
    [
      "  deflated Sharpe ratio",
      share(given.deflatedSharpe),
      "sure that it beats the best of so many without skill (0.95 is a find)",
    ],
    [
      "  chance of overfitting",
      share(given.pbo),
      "of the splits have the best of one half below the middle in the other",
    ],
    ["  loss out of sample", share(given.lossShare), "of the splits lose money in the other half"],
  ];
  const { stdout } = terminal;
  const width = lineWidth(stdout);
  const lines = wrappedTable(MEANINGS, rows, width);
  return [verdict, ...lines].join("\n");
}

function picture(result: TrialsResult, width: number): string {
  const wide = result.params.filter((_, i) => new Set(result.column(result.paramColumns[i]!)).size > 1);
  if (wide.length !== 2) return "";
  return heatmapText(heatmapOf(result, wide[0]!, wide[1]!), width);
}

function shortNumber(value: unknown): string {
  return typeof value === "number" ? String(Number(value.toPrecision(6))) : String(value);
}

/** From low to high, for terminals of any kind. */
const SHADES = [" ", "░", "▒", "▓", "█"] as const;
const WIDEST = 60;
const TALLEST = 24;

/**
 * A metric over two parameters as a picture of shades, the highest darkest, in lines of at most `width` characters; several values share a cell
 * where there are too many.
 */
export function heatmapText({ x, y, metric, columns, rows, values }: Heatmap, width = Infinity): string {
  const finite = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  if (finite.length === 0 || columns.length < 2 || rows.length < 2) return "";
  const [low, high] = [finite[0]!, finite.at(-1)!];
  const label = Math.max(displayWidth(y), ...rows.map((value) => String(value).length));
  const widest = Math.max(1, Math.min(WIDEST, width - label - 1));
  const across = Math.ceil(columns.length / widest);
  const down = Math.ceil(rows.length / TALLEST);
  const cell = Math.max(1, Math.min(4, Math.floor(widest / Math.ceil(columns.length / across))));
  const lines: string[] = [];
  for (let row = 0; row < rows.length; row += down) {
    let line = "";
    for (let column = 0; column < columns.length; column += across) {
      const best = blockBest(values, columns.length, { row, column, down, across, rows: rows.length });
      line += (Number.isNaN(best) ? "·" : shadeOf(best, low, high)).repeat(cell);
    }
    lines.push(`${String(rows[row]).padStart(label)} ${line}`);
  }
  const axis = `${String(columns[0])} to ${String(columns.at(-1))}`;
  const shades = `${SHADES[0]}${SHADES[1]} ${low.toPrecision(3)} to ${SHADES[4]} ${high.toPrecision(3)}`;
  const title = wrappedWords(`${metric} over ${x} (across, ${axis}) and ${y} (down)`, width);
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

function shadeOf(value: number, low: number, high: number): string {
  const share = high > low ? (value - low) / (high - low) : 1;
  return SHADES[Math.min(SHADES.length - 1, Math.floor(share * SHADES.length))]!;
}

/** A table of trials as JSON, a line a trial, with what makes the best of them doubtful; a missing number is null. */
export function* trialsJson(result: TrialsResult, data: MarketData): Generator<string, void, undefined> {
  const { strategy, objective, overfitting, checksum } = result;
  const best = result.run();
  const head = JSON.stringify({
    strategy,
    objective,
    checksum,
    overfitting,
    warnings: [...missingObjective(result), ...best.warnings],
    findings: examineRun(best, data),
  });
  yield `${head.slice(0, -1)},"trials":[\n`;
  for (let rank = 1; rank <= result.length; rank++) {
    const text = JSON.stringify(result.at(rank));
    yield `${text}${rank < result.length ? "," : ""}\n`;
  }
  yield "]}\n";
}
