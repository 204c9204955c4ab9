import type { Instruments } from "../../../schemas/instruments.ts";

/** An instrument of the recording, as it is known now. */
export type Instrument = Instruments["symbols"][number];

/** Lengths of bars that the chart offers, each with the stretch of time that it shows. */
const CHARTED = [
  { interval: "1m", period: "5d", minutes: 1 },
  { interval: "5m", period: "1mo", minutes: 5 },
  { interval: "15m", period: "1mo", minutes: 15 },
  { interval: "1h", period: "6mo", minutes: 60 },
  { interval: "1d", period: "2y", minutes: 1440 },
  { interval: "1wk", period: "5y", minutes: 10_080 },
  { interval: "1mo", period: "max", minutes: 43_200 },
] as const;

export type ChartInterval = (typeof CHARTED)[number]["interval"];

/** The lengths in which an instrument's bars can be had: its finest recorded one and what that can be joined to. */
export function intervalsOf({ intervals }: Instrument): ChartInterval[] {
  const known = CHARTED.filter(({ interval }) => (intervals as readonly string[]).includes(interval));
  const finest = Math.min(...known.map(({ minutes }) => minutes), 1440);
  return CHARTED.filter(({ minutes }) => minutes >= finest).map(({ interval }) => interval);
}

export function periodOf(interval: ChartInterval): string {
  return CHARTED.find((each) => each.interval === interval)!.period;
}

/** Milliseconds of a bar; of months, about. */
export function lengthOf(interval: ChartInterval): number {
  return CHARTED.find((each) => each.interval === interval)!.minutes * 60_000;
}

/** Bars of a day and more carry a date, not a time. */
export function isDaily(interval: ChartInterval): boolean {
  return lengthOf(interval) >= 86_400_000;
}

const FOLDERS: Readonly<Record<string, string>> = { crypto: "crypto", forex: "forex", commodity: "commodities" };

/** Where the quotes and bars of an instrument are asked for. */
export function pathOf({ asset_class, symbol }: Instrument): string {
  return `/v2/market-data/${FOLDERS[asset_class] ?? "stocks"}/${encodeURIComponent(symbol)}`;
}

/** Quotes of stocks, funds and indices are asked for together. */
export function quotedTogether({ asset_class }: Instrument): boolean {
  return FOLDERS[asset_class] === undefined;
}
