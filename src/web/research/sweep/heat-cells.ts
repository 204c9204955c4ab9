import type { AxisCells } from "./axis-cells.ts";
import type { TrialMetric } from "./trials.ts";

/** Which of the trials in a cell gives it its value. */
export type CellRule = "best" | "middle" | "worst";

/** A cell of a heatmap. */
export interface HeatCell {
  readonly column: number;
  readonly row: number;
  readonly value: number;
  /** The trial that it shows, and how many there are. */
  readonly trial: number;
  readonly trials: number;
}

/** A cell for each pair of values that was tried, by one metric; trials without that metric are left out. */
export function heatCells(
  x: AxisCells,
  y: AxisCells,
  { values }: TrialMetric,
  lowIsBetter: boolean,
  rule: CellRule,
): HeatCell[] {
  const groups = new Map<number, number[]>();
  for (let trial = 0; trial < values.length; trial++) {
    if (Number.isNaN(values[trial]!)) continue;
    const key = y.of[trial]! * x.count + x.of[trial]!;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [trial]);
    else group.push(trial);
  }
  const sign = lowIsBetter ? 1 : -1;
  const place: Readonly<Record<CellRule, (length: number) => number>> = {
    best: () => 0,
    middle: (length) => (length - 1) >> 1,
    worst: (length) => length - 1,
  };
  return Array.from(groups, ([key, trials]) => {
    const trial = trials.toSorted((a, b) => sign * (values[a]! - values[b]!) || a - b)[place[rule](trials.length)]!;
    return {
      column: key % x.count,
      row: Math.floor(key / x.count),
      value: values[trial]!,
      trial,
      trials: trials.length,
    };
  });
}

/** Values at which the scale of colours begins and ends: a few outliers do not flatten the rest. */
export function heatScale(cells: readonly HeatCell[]): [low: number, high: number] {
  const sorted = Float64Array.from(cells, ({ value }) => value).toSorted();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? NaN;
  return [at(0.02), at(0.98)];
}
