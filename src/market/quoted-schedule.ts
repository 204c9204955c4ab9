import type { Bars } from "./bars.ts";
import type { SeriesQuotes } from "./market-data.ts";
import type { Schedule } from "./schedule.ts";

/** When the stretches between quotes begin and end, and the sessions in which orders work. */
export function quotedSchedule(bars: Bars, { time, sessionOpen, sessionClose }: SeriesQuotes): Schedule {
  return { openTime: bars.time, closeTime: time, sessionOpen, sessionClose, sessionIsBar: false, extended: undefined };
}

/** The quotes of the bars from one place up to but not including another. */
export function quotesFrom(quotes: SeriesQuotes, from: number, to: number): SeriesQuotes {
  const { time, bid, ask } = quotes;
  return {
    ...quotes,
    time: time.subarray(from, to),
    bid: bid.subarray(from, to),
    ask: ask.subarray(from, to),
  };
}
