import { metrics } from "../metrics/catalog.ts";
import type { SummaryName } from "../metrics/catalog.ts";
import { formatByUnit, formatMoney } from "../metrics/format.ts";
import type { Column } from "../primitives/column.ts";
import { escapeHtml } from "../primitives/words.ts";
import type { RunResult } from "./run-result.ts";

/** Forms in which a notebook can show a result, by MIME type. */
export interface NotebookView {
  readonly "text/plain": string;
  readonly "text/html": string;
  readonly "image/svg+xml": string;
}

/** Metrics of the table. */
const SHOWN: readonly SummaryName[] = [
  "final-equity",
  "total-return",
  "cagr",
  "max-drawdown",
  "volatility",
  "sharpe",
  "sortino",
  "trades",
  "win-rate",
  "profit-factor",
  "commission-paid",
];

/** Returns a result as a table of its main metrics and a chart of equity. Names given by users are inserted as text. */
export function notebookView(result: RunResult & { toString(): string }): NotebookView {
  const { strategy, symbols, interval, firstDate, lastDate, summary, currencyDecimals, warnings } = result;
  const chart = equityChart(result);
  const rows = SHOWN.map((name) => {
    const { title, unit } = metrics[name]!;
    return `<tr><th style="text-align:left">${escapeHtml(title)}</th><td>${formatByUnit(unit, summary[name], currencyDecimals)}</td></tr>`;
  });
  const facts = [symbols.join(", "), interval, `${firstDate} to ${lastDate}`].join(" · ");
  const notes = warnings.map((warning) => `<p>warning: ${escapeHtml(warning)}</p>`);
  return {
    "text/plain": result.toString(),
    "text/html": `<div><p><strong>${escapeHtml(strategy)}</strong> ${escapeHtml(facts)}</p><table>${rows.join("")}</table>${chart}${notes.join("")}</div>`,
    "image/svg+xml": chart,
  };
}

/** Size of the chart; labels of the axes take the margins. */
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [720, 240, 90, 20];
const MAX_POINTS = 720;

/** Draws equity as a line, and buy and hold as a dashed line, as SVG. */
function equityChart({ equity: { equity }, buyAndHold, firstDate, lastDate, currencyDecimals }: RunResult): string {
  let low = Infinity;
  let high = -Infinity;
  for (const column of [equity, buyAndHold])
    for (const value of column) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  const heightOf = (value: number) =>
    high > low ? (1 - (value - low) / (high - low)) * (HEIGHT - BOTTOM - 10) + 5 : HEIGHT / 2;
  const line = (column: Column, style: string) =>
    `<polyline fill="none" ${style} points="${pointsOf(column, heightOf)}"/>`;
  const label = (x: number, y: number, anchor: string, text: string) =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="12" fill="currentColor">${text}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" role="img">`,
    "<title>Equity, and buy and hold as a dashed line</title>",
    line(buyAndHold, 'stroke="#888" stroke-dasharray="3 3"'),
    line(equity, 'stroke="#2a7de1" stroke-width="1.5"'),
    ...(low <= high
      ? [
          label(LEFT - 6, 14, "end", formatMoney(high, currencyDecimals)),
          label(LEFT - 6, HEIGHT - BOTTOM, "end", formatMoney(low, currencyDecimals)),
        ]
      : []),
    label(LEFT, HEIGHT - 4, "start", firstDate),
    label(WIDTH, HEIGHT - 4, "end", lastDate),
    "</svg>",
  ].join("");
}

/** Points of a line. A long column is thinned to its last value in each of `MAX_POINTS` parts. */
function pointsOf(column: Column, heightOf: (value: number) => number): string {
  const count = Math.min(column.length, MAX_POINTS);
  const points = Array.from({ length: count }, (_, i) => {
    const value = column[Math.ceil(((i + 1) * column.length) / count) - 1]!;
    const x = LEFT + (count > 1 ? (i / (count - 1)) * (WIDTH - LEFT) : 0);
    return Number.isFinite(value) ? `${x.toFixed(1)},${heightOf(value).toFixed(1)}` : "";
  });
  return points.filter((point) => point !== "").join(" ");
}
