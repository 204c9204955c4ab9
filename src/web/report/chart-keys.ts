import type { IChartApi, LogicalRange } from "lightweight-charts";

/** What keys do to a chart. */
interface MovableChart {
  /** Moves what is in view by a share of its width and scales that width. */
  move(by: number, scale?: number): void;
  /** Shows so many of the last seconds; all of them when undefined. */
  showLast(seconds: number | undefined): void;
}

const STEP = 0.1;
const ZOOM = 0.8;

const KEYS: Readonly<Record<string, (chart: MovableChart) => void>> = {
  ArrowLeft: (chart) => chart.move(-STEP),
  ArrowRight: (chart) => chart.move(STEP),
  "+": (chart) => chart.move(0, ZOOM),
  "=": (chart) => chart.move(0, ZOOM),
  "-": (chart) => chart.move(0, 1 / ZOOM),
  "0": (chart) => chart.showLast(undefined),
  Home: (chart) => chart.showLast(undefined),
};

/** Moves a chart by keys. A wheel over it scrolls the page, as everywhere else, and zooms only with Control or Command. */
export function chartKeys(host: HTMLElement, chart: MovableChart): void {
  host.addEventListener("keydown", (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act(chart);
  });
  host.addEventListener(
    "wheel",
    (event) => {
      const upright = Math.abs(event.deltaY) > Math.abs(event.deltaX);
      if (upright && !event.ctrlKey && !event.metaKey) event.stopPropagation();
    },
    { capture: true },
  );
}

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

/** Pixels of a bar where there are few: more make a wall of it. */
const MOST_SPACING = 40;

/** Brings all points of a chart of so many pixels into view; few of them stand in its middle. */
export function showAll(chart: IChartApi, points: number, width: number): void {
  const room = width / MOST_SPACING - points;
  if (room <= 0) return chart.timeScale().fitContent();
  chart.timeScale().applyOptions({ fixLeftEdge: false, fixRightEdge: false });
  chart.timeScale().setVisibleLogicalRange({ from: -room / 2, to: points - 1 + room / 2 });
}
