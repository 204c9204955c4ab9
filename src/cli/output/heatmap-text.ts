import { displayWidth } from "../../report/terminal/display-width.ts";
import { wrappedWords } from "../../report/terminal/wrapped-words.ts";
import type { Heatmap } from "../../research/sweep/heatmap.ts";

/** From low to high, for terminals of any kind. */
const SHADES = [" ", "░", "▒", "▓", "█"] as const;
const WIDEST = 60;
const TALLEST = 24;

/**
 * A metric over two parameters as a picture of shades, the highest darkest, in lines of at most `width` characters; several values share a cell
 * where there are too many.
 */
export function heatmapText({ x, y, metric, columns, rows, values }: Heatmap, width = Infinity): string {
  const finite = values.filter((value) => !Number.isNaN(value));
  if (finite.length === 0 || columns.length < 2 || rows.length < 2) return "";
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
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
