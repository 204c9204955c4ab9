/** What keys do to a chart. */
export interface MovableChart {
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
