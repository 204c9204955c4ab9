import type { IChartApi } from "lightweight-charts";

/** Pixels of a bar where there are few: more make a wall of it. */
const MOST_SPACING = 40;

/** Brings all points of a chart of so many pixels into view; few of them stand in its middle. */
export function showAll(chart: IChartApi, points: number, width: number): void {
  const room = width / MOST_SPACING - points;
  if (room <= 0) return chart.timeScale().fitContent();
  chart.timeScale().applyOptions({ fixLeftEdge: false, fixRightEdge: false });
  chart.timeScale().setVisibleLogicalRange({ from: -room / 2, to: points - 1 + room / 2 });
}
