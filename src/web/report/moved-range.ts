import type { IChartApi, LogicalRange } from "lightweight-charts";

/** Least points of a chart that half of its view holds. */
const LEAST = 5;

/** What would be in view, moved by a share of its width and that width scaled; none where the chart is empty. */
export function movedRange(chart: IChartApi, by: number, scale: number): { from: number; to: number } | undefined {
  const range: LogicalRange | null = chart.timeScale().getVisibleLogicalRange();
  if (range === null) return undefined;
  const width = range.to - range.from;
  const middle = (range.from + range.to) / 2 + by * width;
  const half = Math.max(LEAST, (width * scale) / 2);
  return { from: middle - half, to: middle + half };
}
