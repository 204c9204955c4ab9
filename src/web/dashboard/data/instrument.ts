import type { Instruments } from "../../../schemas/instruments.ts";

/** An instrument of the recording, as known at the current market time. */
export type Instrument = Instruments["symbols"][number];

/** Intervals that the chart offers, each with the period of history that it shows. */
const INTERVALS = [
  { interval: "1m", period: "5d", minutes: 1 },
  { interval: "5m", period: "1mo", minutes: 5 },
  { interval: "15m", period: "1mo", minutes: 15 },
  { interval: "1h", period: "6mo", minutes: 60 },
  { interval: "1d", period: "2y", minutes: 1440 },
  { interval: "1wk", period: "5y", minutes: 10_080 },
  { interval: "1mo", period: "max", minutes: 43_200 },
] as const;

export type ChartInterval = (typeof INTERVALS)[number]["interval"];

/** Returns the intervals available for an instrument: its finest recorded one and longer ones. */
export function intervalsOf({ intervals }: Instrument): ChartInterval[] {
  const known = INTERVALS.filter(({ interval }) => (intervals as readonly string[]).includes(interval));
  const finest = Math.min(...known.map(({ minutes }) => minutes), 1440);
  return INTERVALS.filter(({ minutes }) => minutes >= finest).map(({ interval }) => interval);
}

export function periodOf(interval: ChartInterval): string {
  return INTERVALS.find((each) => each.interval === interval)!.period;
}

/** Length of an interval in milliseconds; approximate for months. */
export function intervalMs(interval: ChartInterval): number {
  return INTERVALS.find((each) => each.interval === interval)!.minutes * 60_000;
}

/** Whether bars of an interval have dates instead of times. */
export function isDaily(interval: ChartInterval): boolean {
  return intervalMs(interval) >= 86_400_000;
}

const PATH_PARTS: Readonly<Record<string, string>> = { crypto: "crypto", forex: "forex", commodity: "commodities" };

/** Returns the API path for quotes and bars of an instrument. */
export function pathOf({ asset_class, symbol }: Instrument): string {
  return `/v2/market-data/${PATH_PARTS[asset_class] ?? "stocks"}/${encodeURIComponent(symbol)}`;
}

/** Whether one request can quote several instruments of this kind, which holds for stocks, funds and indices. */
export function isQuotedTogether({ asset_class }: Instrument): boolean {
  return PATH_PARTS[asset_class] === undefined;
}
