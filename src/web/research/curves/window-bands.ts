import type {
  IChartApi,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from "lightweight-charts";

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];

/** Shades every other stretch between two times, so that the windows of a curve are told apart. */
export class WindowBands implements ISeriesPrimitive {
  readonly #edges: readonly number[];
  readonly #colour: string;
  readonly #views: readonly IPrimitivePaneView[];
  #chart: IChartApi | undefined;

  /** `edges` are times that the series has, rising. */
  constructor(edges: readonly number[], colour: string) {
    this.#edges = edges;
    this.#colour = colour;
    this.#views = [{ zOrder: () => "bottom", renderer: () => ({ draw: (target) => this.#draw(target) }) }];
  }

  attached({ chart }: SeriesAttachedParameter): void {
    this.#chart = chart as IChartApi;
  }

  detached(): void {
    this.#chart = undefined;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  #draw(target: Target): void {
    const scale = this.#chart?.timeScale();
    if (scale === undefined) return;
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.fillStyle = this.#colour;
      for (let i = 0; i + 1 < this.#edges.length; i += 2) {
        const from = scale.timeToCoordinate(this.#edges[i]! as Time);
        const to = scale.timeToCoordinate(this.#edges[i + 1]! as Time);
        if (from !== null && to !== null) context.fillRect(from, 0, to - from, mediaSize.height);
      }
    });
  }
}
