import { isTraded } from "../market/instrument.ts";
import type { Column } from "../primitives/column.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import { rateAt } from "../simulation/currency-rates.ts";
import { endingsOf } from "../simulation/endings.ts";
import { type GraphSeries, splitUnits } from "./graph-inputs.ts";

/**
 * Returns the value of buy and hold at each time: that of the starting cash, invested in equal parts in every traded
 * symbol at its first open. Uses fractional units and no costs. Dividends are kept as cash if the run pays them. Delisted and expired
 * instruments are settled as in the account, and their value stays in cash.
 */
export function buyAndHold(series: readonly GraphSeries[], cash: number, time: Column, dividends: boolean): Column {
  const worth = new Float64Array(time.length);
  const share = cash / series.filter(({ instrument }) => isTraded(instrument)).length;
  const lastAt = (moment: number) => (place: number) => lastPrice(series[place]!, moment);
  // Of several ends of an instrument only the first counts.
  const ends = endingsOf(series).toSorted((a, b) => a.time - b.time);
  for (const [place, one] of series.entries()) {
    if (!isTraded(one.instrument)) continue;
    const end = ends.find((ending) => ending.place === place);
    const endTime = end?.time ?? Infinity;
    const { bars, schedule, first, rate } = one;
    // Units at each bar that splits have made of one unit at the first recorded session.
    const split = splitUnits(one);
    const splitAt = (bar: number) => split?.[bar] ?? 1;
    const { closeTime, openTime } = schedule;
    // As in the broker, cash is converted and positions are valued at the rate known at the time.
    const trades = first < bars.length && openTime[first]! < endTime;
    const units = trades ? share / (bars.open[first]! * splitAt(first) * rateAt(rate, openTime[first]!)) : 0;
    // A buyer at the open of the ex-date does not receive the dividend.
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
        // Fast path for records that are each the close of one bar, at which nothing else happens.
        for (; time[i]! < upTo && closeTime[last + 1] === time[i]; i++) worth[i]! += units * close[++last]! + paid;
        if (i === time.length) break;
      }
      for (;;) {
        const action = due[next];
        const closes = last + 1 < bars.length ? closeTime[last + 1]! : Infinity;
        // A record belongs to the close at its time, which comes before an open at the same time.
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

/** Returns the index of the last bar that opened before a time. */
function lastOpened({ schedule: { openTime } }: GraphSeries, time: number): number {
  return lastAtOrBefore(openTime, time - 1, -1);
}

/** Returns the last price before a time: the open of a bar that is forming, or otherwise the last close. */
function lastPrice(series: GraphSeries, time: number): number {
  const { bars, schedule } = series;
  const at = lastOpened(series, time);
  return (schedule.closeTime[at]! <= time ? bars.close : bars.open)[at]!;
}
