import type { Column } from "../primitives/column.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import { rateAt } from "../simulation/currency-rates.ts";
import { endingsOf } from "../simulation/endings.ts";
import { type GraphSeries, splitUnits } from "./graph-inputs.ts";

/**
 * What the same cash would be worth at each time, had it been spent in equal parts on every symbol at its first open of the run and held, in
 * fractions of a unit and without costs. Where the run is paid dividends, so is who holds, and keeps them as cash. An instrument that is delisted or
 * expires is settled as the account's is, and its money stays cash.
 */
export function buyAndHold(series: readonly GraphSeries[], cash: number, time: Column, dividends: boolean): Column {
  const worth = new Float64Array(time.length);
  const share = cash / series.length;
  const lastAt = (moment: number) => (place: number) => lastPrice(series[place]!, moment);
  // Of one instrument the first end counts.
  const ends = endingsOf(series).toSorted((a, b) => a.time - b.time);
  for (const [place, one] of series.entries()) {
    const end = ends.find((ending) => ending.place === place);
    const endTime = end?.time ?? Infinity;
    const { bars, schedule, first, rate } = one;
    // Of what is held for each unit at the first recorded session.
    const split = splitUnits(one);
    const splitAt = (bar: number) => split?.[bar] ?? 1;
    const { closeTime, openTime } = schedule;
    // Money is changed, and what is held is marked, at the rate that is known by then, as the broker does.
    const trades = first < bars.length && openTime[first]! < endTime;
    const units = trades ? share / (bars.open[first]! * splitAt(first) * rateAt(rate, openTime[first]!)) : 0;
    // What went ex at the open at which it was bought went to who held before.
    const due = dividends
      ? one.actions.filter(({ kind, time: at }) => kind === "dividend" && at > openTime[first]! && at < endTime)
      : [];
    const ended =
      trades && end !== undefined
        ? units * splitAt(lastOpened(one, endTime)) * end.price(lastAt(endTime)) * rateAt(rate, endTime)
        : 0;
    let paid = 0;
    let next = 0;
    let last = first - 1;
    const { close } = bars;
    const isPlain = trades && rate === undefined && split === undefined;
    for (let i = 0; i < time.length; i++) {
      const upTo = Math.min(due[next]?.time ?? Infinity, endTime);
      if (isPlain && last >= first) {
        // Bars that close at records of their own, where nothing else happens.
        for (; time[i]! < upTo && closeTime[last + 1] === time[i]; i++) worth[i]! += units * close[++last]! + paid;
        if (i === time.length) break;
      }
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
      if (!trades) worth[i]! += share;
      else if (time[i]! >= endTime) worth[i]! += ended + paid;
      else if (last < first) worth[i]! += share;
      else worth[i]! += units * (bars.close[last]! * splitAt(last)) * rateAt(rate, time[i]!) + paid;
    }
  }
  return worth;
}

/** The last bar of a series that opens before a moment. */
function lastOpened({ schedule: { openTime } }: GraphSeries, time: number): number {
  return lastAtOrBefore(openTime, time - 1, -1);
}

/** The last price of a series before what opens at a moment: the open of a bar that is forming, else the last close. */
function lastPrice(series: GraphSeries, time: number): number {
  const { bars, schedule } = series;
  const at = lastOpened(series, time);
  return (schedule.closeTime[at]! <= time ? bars.close : bars.open)[at]!;
}
