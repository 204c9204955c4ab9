import type { Instruments } from "../../../schemas/instruments.ts";

/** An instrument of the recording, as known at the current market time. */
export type Instrument = Instruments["symbols"][number];

/** An interval of bars. */
export type ChartInterval = Instrument["intervals"][number];

/** Lengths in minutes of the intervals of price history, from short to long. */
const MINUTES: Readonly<Partial<Record<ChartInterval, number>>> = {
  "1m": 1,
  "2m": 2,
  "5m": 5,
  "15m": 15,
  "30m": 30,
  "1h": 60,
  "90m": 90,
  "1d": 1440,
  "5d": 7200,
  "1wk": 10_080,
  "1mo": 43_200,
  "3mo": 129_600,
};

/** Intervals that the chart offers whenever the recorded bars can be joined to them. It offers others only if they are recorded. */
const USUAL: readonly string[] = ["1m", "5m", "15m", "1h", "1d", "1wk", "1mo"];

/** Bars of a second are not shown, since a day of them is more than one answer may have. */
const SHORTEST_MINUTES = 2 / 60;

const UNIT_MINUTES: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60 };

function minutesOf(interval: ChartInterval): number {
  const [, count, unit = ""] = /^(\d+)([smh])$/.exec(interval) ?? [];
  return count === undefined ? MINUTES[interval]! : Number(count) * UNIT_MINUTES[unit]!;
}

/**
 * Returns the intervals in which the chart can show an instrument, from short to long; for an instrument without bars, the days that it may
 * get. Other recorded intervals than those of price history are shown if the server answers them, `extended`.
 */
export function intervalsOf({ intervals }: Instrument, extended: boolean): ChartInterval[] {
  const names = Object.keys(MINUTES) as ChartInterval[];
  const shown = names.filter((one) =>
    USUAL.includes(one) ? intervals.some((recorded) => isJoined(recorded, one)) : intervals.includes(one),
  );
  const isNew = (one: ChartInterval): boolean =>
    minutesOf(one) >= SHORTEST_MINUTES && shown.every((other) => minutesOf(other) !== minutesOf(one));
  if (extended) shown.push(...intervals.filter(isNew));
  return shown.length === 0 ? ["1d"] : shown.toSorted((a, b) => minutesOf(a) - minutesOf(b));
}

/** Whether price history joins recorded bars to an interval. */
function isJoined(recorded: ChartInterval, interval: ChartInterval): boolean {
  const minutes = minutesOf(interval);
  if (minutesOf(recorded) >= 1440) return recorded === interval || (recorded === "1d" && minutes > 1440);
  const parts = minutes / minutesOf(recorded);
  return minutes >= 1440 || Math.abs(parts - Math.round(parts)) < 1e-9 * parts;
}

/** Returns the period of history that the chart shows in bars of an interval. */
export function periodOf(interval: ChartInterval): string {
  const minutes = minutesOf(interval);
  if (minutes < 5) return minutes < 1 ? "1d" : "5d";
  if (minutes < 1440) return minutes < 60 ? "1mo" : "6mo";
  return minutes === 1440 ? "2y" : minutes < 43_200 ? "5y" : "max";
}

/** Length of an interval in milliseconds; approximate for months. */
export function intervalMs(interval: ChartInterval): number {
  return Math.round(minutesOf(interval) * 60_000);
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
