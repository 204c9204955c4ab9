import type { ParamColumn } from "../../../report/research/sweep-payload.ts";
import { choiceText } from "../page/unit-text.ts";

/** A parameter cut into the rows or columns of a heatmap. */
export interface AxisCells {
  readonly count: number;
  /** The row or column of each trial. */
  readonly of: Int32Array;
  /** What stands at the edge. */
  readonly labels: readonly string[];
  /** What a cell holds, in words. */
  readonly names: readonly string[];
}

/** Stretches into which a parameter with too many values for a cell each is cut, by how many trials there are. */
const LEAST_STRETCHES = 5;
const MOST_STRETCHES = 30;

/** A cell for each value where there are at most so many, else stretches of equal width; whole numbers stay whole. */
export function axisCells({ choices, places, ordered }: ParamColumn, most: number): AxisCells {
  if (choices.length <= most || !ordered) {
    const labels = choices.map(choiceText);
    return { count: choices.length, of: Int32Array.from(places), labels, names: labels };
  }
  const values = choices as readonly number[];
  const [low, high] = [values[0]!, values.at(-1)!];
  const wanted = Math.max(LEAST_STRETCHES, Math.min(MOST_STRETCHES, Math.round(Math.sqrt(places.length / 2))));
  const whole = values.every((value) => Number.isInteger(value));
  const step = whole ? Math.ceil((high - low + 1) / wanted) : (high - low) / wanted;
  const count = whole ? Math.floor((high - low) / step) + 1 : wanted;
  const edge = (i: number) => choiceText(whole ? low + i * step : Number((low + i * step).toPrecision(3)));
  const of = Int32Array.from(places, (place) => Math.min(count - 1, Math.floor((values[place]! - low) / step)));
  const cells = Array.from({ length: count }, (_, i) => i);
  return { count, of, labels: cells.map(edge), names: cells.map((i) => `${edge(i)} to ${edge(i + 1)}`) };
}
