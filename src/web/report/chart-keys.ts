import type { IChartApi, LogicalRange } from "lightweight-charts";

/** A chart that keys can move. */
interface MovableChart {
  /** Moves the part in view by a share of its width, and scales its width. */
  move(by: number, scale?: number): void;
  /** Shows this many of the last seconds; undefined shows everything. */
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

/** Lets keys move a chart. The mouse wheel scrolls the page, and zooms only with Control or Command. */
export function chartKeys(host: HTMLElement, chart: MovableChart): void {
  host.addEventListener("keydown", (event) => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action(chart);
  });
  host.addEventListener(
    "wheel",
    (event) => {
      const isVertical = Math.abs(event.deltaY) > Math.abs(event.deltaX);
      if (isVertical && !event.ctrlKey && !event.metaKey) event.stopPropagation();
    },
    { capture: true },
  );
}

/** Half of the view contains at least this many points. */
const MIN_HALF_WIDTH = 5;

/** Returns the part in view after moving it by a share of its width and scaling it; undefined for an empty chart. */
export function movedRange(chart: IChartApi, by: number, scale: number): { from: number; to: number } | undefined {
  const range: LogicalRange | null = chart.timeScale().getVisibleLogicalRange();
  if (range === null) return undefined;
  const width = range.to - range.from;
  const middle = (range.from + range.to) / 2 + by * width;
  const half = Math.max(MIN_HALF_WIDTH, (width * scale) / 2);
  return { from: middle - half, to: middle + half };
}

/** Maximum width of a bar in pixels, used if the chart has few bars. */
const MAX_SPACING = 40;

/** Shows all points of a chart; a few points are centered. */
export function showAll(chart: IChartApi, points: number, width: number): void {
  const room = width / MAX_SPACING - points;
  if (room <= 0) return chart.timeScale().fitContent();
  chart.timeScale().applyOptions({ fixLeftEdge: false, fixRightEdge: false });
  chart.timeScale().setVisibleLogicalRange({ from: -room / 2, to: points - 1 + room / 2 });
}
