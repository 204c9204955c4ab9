import { columnSeries } from "../../simulation/check-series.ts";
import { Bars } from "../../market/bars.ts";
import { columnsByName } from "../../market/validate-bars.ts";
import type { MarketData, Series } from "../../market/market-data.ts";
import { scheduleOf } from "../../market/schedule.ts";
import type { SeededRandom } from "../../primitives/random.ts";
import { DAY_MS, intervalEnd } from "../../time/interval.ts";

/** How much later a future begins that is truncated. */
const LATER_MS = 30 * DAY_MS;

/** How the future is changed: every price in it is another, or all of it but a bar is gone too. */
export type FutureChange = "perturbed" | "truncated";

/**
 * The same data with another future: whatever is revealed after the hooks at `now` is another valid value. Of a bar that has opened and not closed
 * the open stays. A truncated future keeps one bar, by which a series shows that it goes on.
 */
export function otherFuture(data: MarketData, now: number, change: FutureChange, random: SeededRandom): MarketData {
  return { ...data, series: data.series.map((series) => otherSeries(series, now, change, random)) };
}

function otherSeries(series: Series, now: number, change: FutureChange, random: SeededRandom): Series {
  const { bars, calendar, actions } = series;
  const { openTime, closeTime } = scheduleOf(bars, calendar);
  let known = 0;
  while (known < bars.length && closeTime[known]! <= now) known++;
  const length = change === "truncated" ? Math.min(bars.length, known + 1) : bars.length;
  const columns = columnsByName((name) => bars[name]?.slice(0, length));
  // Prices go on from another level, up or down by as much as a half, and every bar has another shape.
  const level = 2 ** (2 * random.next() - 1);
  for (let i = known; i < length; i++) {
    const open = openTime[i]! < now ? columns.open[i]! : columns.open[i]! * level * (1 + 0.1 * (random.next() - 0.5));
    const close = columns.close[i]! * level * (1 + 0.1 * (random.next() - 0.5));
    columns.open[i] = open;
    columns.close[i] = close;
    columns.high[i] = Math.max(open, close) * (1 + 0.02 * random.next());
    columns.low[i] = Math.min(open, close) * (1 - 0.02 * random.next());
    columns.volume[i]! *= 0.5 + random.next();
    if (columns.adjClose !== undefined) columns.adjClose[i]! *= level;
  }
  const today = Math.floor(now / DAY_MS);
  return {
    ...series,
    bars: new Bars(bars.interval, columns, bars.zone),
    ...(actions !== undefined && { actions: actions.filter(({ exDate }) => exDate <= today) }),
  };
}

/**
 * Writes another future into the arrays of the data, for code that reads those arrays by itself: its prices and volumes, NaN where it has no bar, and
 * for the bars that begin at `now` or later other times. They still rise, so that a search for a known time finds it. Returns what writes the own
 * ones back.
 */
export function overwritten(data: MarketData, other: MarketData, now: number, change: FutureChange): () => void {
  const columns = data.series.flatMap((series, i) => {
    const { bars } = series;
    const changed = other.series[i]!.bars;
    const prices = (["open", "high", "low", "close", "volume", "adjClose"] as const).flatMap((name) => {
      const column = bars[name];
      return column === undefined ? [] : [{ column, own: column.slice(), changed: changed[name]! }];
    });
    // The other future shares what joins these times with other data.
    if (sharesTimes(data, series)) return prices;
    return [...prices, { column: bars.time, own: bars.time.slice(), changed: otherTimes(series, now, change) }];
  });
  for (const { column, changed } of columns) {
    column.set(changed);
    column.fill(NaN, changed.length);
  }
  return () => columns.forEach(({ column, own }) => column.set(own));
}

/** How much later the bars of the future begin: by a part of a bar and by weeks, so that a pause lasts longer, and a bar has another hour. */
function otherTimes({ bars, calendar, zone = bars.zone }: Series, now: number, change: FutureChange): Float64Array {
  const { openTime } = scheduleOf(bars, calendar, zone);
  const later = intervalEnd(bars.interval, 0) * 1.5 + (change === "truncated" ? LATER_MS : 0);
  return bars.time.map((time, row) => (openTime[row]! < now ? time : time + later));
}

/** Whether the times of bars are the same array as others that the data have. */
function sharesTimes({ series, rates = [] }: MarketData, { bars: { time } }: Series): boolean {
  const others = series
    .map(columnSeries)
    .flatMap(({ finer, reference, quotes, sessions }) => [finer?.time, reference?.time, quotes?.time, sessions?.open]);
  return [...others, ...rates.map(({ bars }) => bars.time)].some((other) => other?.buffer === time.buffer);
}
