import type { Column } from "../primitives/column.ts";
import type { RunSeries } from "./run-series.ts";

/**
 * What the same cash would be worth at each time, had it been spent in equal parts on every symbol at its first open of the run and held, in
 * fractions of a unit and without costs.
 */
export function buyAndHold(series: readonly RunSeries[], cash: number, time: Column): Column {
  const worth = new Float64Array(time.length);
  const share = cash / series.length;
  for (const { bars, inputs, schedule, first, rate } of series) {
    // Units are split along: without the jumps of splits they stay as many.
    const { close, open } = inputs.fields;
    const { closeTime } = schedule;
    // Money is changed at the rate of the last closed bar, as the broker does; before any, at the first that there is.
    const converted = (bar: number) => rate?.[bar] ?? 1;
    const known = first > 0 && !Number.isNaN(converted(first - 1)) ? first - 1 : first;
    const units = first < bars.length ? share / (open[first]! * converted(known)) : 0;
    let last = first - 1;
    for (let i = 0; i < time.length; i++) {
      while (last + 1 < bars.length && closeTime[last + 1]! <= time[i]!) last++;
      worth[i]! += last < first ? share : units * close[last]! * converted(last);
    }
  }
  return worth;
}
