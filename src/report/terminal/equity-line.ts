import { checkResult } from "../../engine/check-result.ts";
import type { RunResult } from "../../engine/run-result.ts";
import type { Column } from "../../primitives/column.ts";
import { formatDate } from "../../time/instant.ts";
import { type Interval, isDailyOrLonger } from "../../time/interval.ts";
import { formatNumber } from "../../metrics/format.ts";
import { formatTime, rangeText } from "../format-time.ts";
import { type ColorOption, ink } from "./ink.ts";

const FACTORS = [5, 2.5, 2, 1];

/**
 * Returns round values of an axis from `low` to `high`: multiples of the largest step (1, 2, 2.5 or 5 times a power of ten) that gives at
 * least `minCount` values. An axis without length has one value.
 */
export function axisTicks(low: number, high: number, minCount: number): number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  for (let power = Math.ceil(Math.log10(span)); ; power--) {
    for (const factor of FACTORS) {
      const step = factor * 10 ** power;
      const first = Math.ceil(low / step);
      const count = Math.floor(high / step) - first + 1;
      if (count >= minCount) return Array.from({ length: count }, (_, i) => (first + i) * step);
    }
  }
}

/** Bits of the dots of a braille character, by row and column of its grid of 4 × 2 dots. */
const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

const BLANK = 0x2800;

/** A canvas of dots. A braille character shows 2 columns and 4 rows of dots. */
class BrailleCanvas {
  /** Width of the canvas in dots; `height` is in dots too. */
  readonly width: number;
  readonly height: number;
  readonly #columns: number;
  readonly #cells: Uint8Array;

  /** Creates an empty canvas with a size in characters. */
  constructor(columns: number, rows: number) {
    this.width = columns * 2;
    this.height = rows * 4;
    this.#columns = columns;
    this.#cells = new Uint8Array(columns * rows);
  }

  /** Sets a dot, with x from the left and y from the top. Dots outside the canvas and missing values are ignored. */
  dot(x: number, y: number): void {
    if (!(x >= 0 && y >= 0 && x < this.width && y < this.height)) return;
    this.#cells[(y >> 2) * this.#columns + (x >> 1)]! |= DOTS[y & 3]![x & 1]!;
  }

  /** Returns the text of each row, from the top. */
  rows(): string[] {
    const rows: string[] = [];
    for (let start = 0; start < this.#cells.length; start += this.#columns) {
      const cells = Array.from(this.#cells.subarray(start, start + this.#columns));
      rows.push(cells.map((bits) => (bits === 0 ? " " : String.fromCodePoint(BLANK + bits))).join(""));
    }
    return rows;
  }
}

/** Options of an equity chart. */
export interface EquityLineOptions extends ColorOption {
  /** Height of the chart in lines, without axis and legend. Default: 12. */
  readonly height?: number;
}

const MIN_WIDTH = 40;
const MIN_TICKS = 3;
const LEGEND = "⠤⠤ strategy  ⠄⠄ buy and hold";
/** Length of a date, which is shown if a full time does not fit. */
const DATE_LENGTH = "2024-01-01".length;

/**
 * Draws the equity of a run as text of `width` characters, at least 40: the strategy as a line, buy and hold as dots, money on the left,
 * time below.
 *
 * @example
 * console.log(equityLine(result, process.stdout.columns));
 */
export function equityLine(
  result: RunResult,
  width: number,
  { height = 12, ...colorOption }: EquityLineOptions = {},
): string {
  checkResult(result, ["equity", "buyAndHold"]);
  const records = result.equity.time.length;
  if (records === 0) return "no equity was recorded";
  const pen = ink(colorOption);
  const [low, high] = extent([result.equity.equity, result.buyAndHold]);
  const ticks = axisTicks(low, high, MIN_TICKS);
  const decimals = high - low >= 10 ? 0 : 2;
  const labelWidth = Math.max(...ticks.map((tick) => formatNumber(tick, decimals).length));
  const columns = Math.max(MIN_WIDTH, Math.floor(width)) - labelWidth - 2;
  const canvas = new BrailleCanvas(columns, height);
  const heightOf = (value: number) => {
    const share = high > low ? (value - low) / (high - low) : 0.5;
    return Math.round((1 - share) * (canvas.height - 1));
  };
  drawDots(canvas, curveOf(result.buyAndHold, canvas.width, heightOf));
  drawLine(canvas, curveOf(result.equity.equity, canvas.width, heightOf));

  const labels = new Map(ticks.map((tick) => [heightOf(tick) >> 2, formatNumber(tick, decimals)]));
  const rows = canvas.rows().map((row, i) => {
    const label = labels.get(i);
    return `${pen.faint(`${(label ?? "").padStart(labelWidth)} ${label === undefined ? "│" : "┤"}`)}${row}`.trimEnd();
  });
  const indent = " ".repeat(labelWidth + 1);
  return [
    ...rows,
    pen.faint(`${indent}└${"─".repeat(columns)}`),
    `${indent} ${pen.faint(timeLabels(result, columns))}`,
    `${indent} `.slice(0, Math.max(0, labelWidth + 2 + columns - LEGEND.length)) + LEGEND,
  ].join("\n");
}

function extent(columns: readonly Column[]): [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (const column of columns) {
    for (const value of column) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : [0, 0];
}

/**
 * Returns the height of a curve in each column of dots: that of the column's last record, or interpolated if records are fewer than columns. NaN
 * means no value.
 */
function curveOf(values: Column, width: number, heightOf: (value: number) => number): number[] {
  return Array.from({ length: width }, (_, x) => {
    if (values.length >= width) return heightOf(values[Math.ceil(((x + 1) * values.length) / width) - 1]!);
    const at = (x / (width - 1)) * (values.length - 1);
    const before = Math.floor(at);
    const after = Math.min(before + 1, values.length - 1);
    return heightOf(values[before]! + (at - before) * (values[after]! - values[before]!));
  });
}

/** Draws a line through the heights of the columns. Jumps are drawn as vertical lines. */
function drawLine(canvas: BrailleCanvas, heights: readonly number[]): void {
  let before = NaN;
  heights.forEach((y, x) => {
    if (Number.isNaN(y)) return;
    canvas.dot(x, y);
    for (let at = Math.min(y, before) + 1; at < Math.max(y, before); at++) canvas.dot(x, at);
    before = y;
  });
}

/** Draws a dot in every second column. */
function drawDots(canvas: BrailleCanvas, heights: readonly number[]): void {
  for (let x = 0; x < heights.length; x += 2) canvas.dot(x, heights[x]!);
}

/** Returns the labels of the time axis: the first time on the left, the last on the right, and one in the middle if it fits. */
function timeLabels(result: RunResult, columns: number): string {
  const { equity, interval, settings } = result;
  const ends = rangeText(result);
  const [first, last] = ends.join(" ").length <= columns ? ends : ends.map((end) => end.slice(0, DATE_LENGTH));
  const place = (equity.time.length - 1) >> 1;
  const middle = isDailyOrLonger(interval as Interval)
    ? formatDate(equity.date[place]!)
    : formatTime(equity.time[place]! - 1, interval, settings.zone);
  const room = columns - first.length - last.length - middle.length;
  if (room < 4) return first + last.padStart(columns - first.length);
  const left = Math.floor((columns - middle.length) / 2);
  return (first.padEnd(left) + middle).padEnd(columns - last.length) + last;
}
