import type { Column } from "../primitives/column.ts";
import { rateAt } from "./currency-rates.ts";
import type { RunSeries } from "./run-series.ts";
import { splitUnits } from "./split-units.ts";

/**
 * What the same cash would be worth at each time, had it been spent in equal parts on every symbol at its first open of the run and held, in
 * fractions of a unit and without costs. Where the run is paid dividends, so is who holds, and keeps them as cash.
 */
export function buyAndHold(series: readonly RunSeries[], cash: number, time: Column, dividends: boolean): Column {
  const worth = new Float64Array(time.length);
  const share = cash / series.length;
  for (const one of series) {
    const { bars, schedule, first, rate } = one;
    // Of what is held for each unit at the first recorded session.
    const split = splitUnits(one);
    const splitAt = (bar: number) => split?.[bar] ?? 1;
    const { closeTime, openTime } = schedule;
    // Money is changed, and what is held is marked, at the rate that is known by then, as the broker does.
    const units =
      first < bars.length ? share / (bars.open[first]! * splitAt(first) * rateAt(rate, openTime[first]!)) : 0;
    // What went ex at the open at which it was bought went to who held before.
    const due = dividends
      ? one.actions.filter((action) => action.kind === "dividend" && action.time > openTime[first]!)
      : [];
    let paid = 0;
    let next = 0;
    let last = first - 1;
    for (let i = 0; i < time.length; i++) {
      for (;;) {
        const action = due[next];
        const closes = last + 1 < bars.length ? closeTime[last + 1]! : Infinity;
        // A record is of a close, which comes before what opens at the same moment.
        if (action !== undefined && action.time < Math.min(time[i]!, closes)) {
          paid += units * splitAt(last) * action.units * action.cash * rateAt(rate, action.time);
          next++;
        } else if (closes <= time[i]!) last++;
        else break;
      }
      worth[i]! += last < first ? share : units * (bars.close[last]! * splitAt(last)) * rateAt(rate, time[i]!) + paid;
    }
  }
  return worth;
}
