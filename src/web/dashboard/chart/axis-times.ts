import type { IChartApi, TickMarkFormatter, Time } from "lightweight-charts";
import { tickText } from "../../report/chart-options.ts";

/** Pixels that a character of a bold label takes at most. */
const CHARACTER = 7;

/** An axis of times. */
export interface TimeAxis {
  /** Pixels from the left at which a time lies; null where there is no scale yet. */
  readonly at: (time: Time) => number | null;
  /** Width of the axis in pixels. */
  readonly width: () => number;
  readonly write: TickMarkFormatter;
}

/** Writes the times of an axis but those that its ends would cut: of `16` the 6 alone would be another day. */
export function axisTimes({ at, width, write }: TimeAxis): TickMarkFormatter {
  return (time, type, locale) => {
    const text = write(time, type, locale);
    const x = at(time);
    const half = ((text?.length ?? 0) * CHARACTER) / 2;
    return x !== null && (x < half || x > width() - half) ? "" : text;
  };
}

/** Keeps the times of a chart's axis whole, also when its view moves. */
export function keepTimesWhole(chart: IChartApi): void {
  const scale = chart.timeScale();
  const tickMarkFormatter = axisTimes({
    at: (time) => scale.timeToCoordinate(time),
    width: () => scale.width(),
    write: tickText,
  });
  // Given again, so that they are written anew: what was cut may have come into view.
  const rewrite = () => chart.applyOptions({ timeScale: { tickMarkFormatter } });
  scale.subscribeVisibleLogicalRangeChange(rewrite);
  rewrite();
}
