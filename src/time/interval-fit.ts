import { HindcastError } from "../primitives/errors.ts";
import type { Calendar } from "./calendar.ts";
import { DAY_MS, fixedLength, type Interval, intradayInterval, isDailyOrLonger } from "./interval.ts";

/** Days before and after a time whose sessions show the usual session: a holiday and early closes next to it are fewer. */
const DAYS_AROUND = 10;

/**
 * Returns whether bars of a length, in milliseconds, fill a day without a rest, or each part of the usual session of a calendar around a
 * time, such as 13 minutes the 390 of `XNYS`.
 */
export function dividesDay(ms: number, calendar: Calendar | undefined, time: number | undefined): boolean {
  if (DAY_MS % ms === 0) return true;
  if (calendar === undefined || time === undefined) return false;
  const parts = usualSession(calendar, time);
  return parts.length > 0 && parts.every((part) => part % ms === 0);
}

/** The last usual session of each calendar, since a caller asks for many lengths at one time. */
const found = new WeakMap<Calendar, { readonly day: number; readonly parts: readonly number[] }>();

/** Returns the lengths of the regular hours between breaks of the most frequent session around a time, in milliseconds; empty without sessions. */
function usualSession(calendar: Calendar, time: number): readonly number[] {
  const day = Math.floor(time / DAY_MS);
  const last = found.get(calendar);
  if (last?.day === day) return last.parts;
  const { date, open, close } = calendar.sessions(day - DAYS_AROUND, day + DAYS_AROUND);
  const counts = new Map<string, number>();
  let usual = "";
  for (let place = 0; place < date.length; place++) {
    const breaks = calendar.session(date[place]!)?.breaks ?? [];
    const ends = [open[place]!, ...breaks.flat(), close[place]!];
    const key = ends.flatMap((end, i) => (i % 2 === 1 ? [end - ends[i - 1]!] : [])).join(" ");
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (counts.get(key)! > (counts.get(usual) ?? 0)) usual = key;
  }
  const parts = usual === "" ? [] : usual.split(" ").map(Number);
  found.set(calendar, { day, parts });
  return parts;
}

/**
 * Throws `INTERVAL_UNAVAILABLE` if bars of an interval would leave a rest at the end of each day and of each usual session of the calendar
 * around a time, as 7 minutes do; the error names near intervals that fit. `source` is the interval of the bars that are joined. Without a
 * calendar, only a day counts. Without a time, there are no bars and nothing is checked.
 */
export function checkFits(
  interval: Interval,
  source: Interval,
  calendar: Calendar | undefined,
  time: number | undefined,
): void {
  if (time === undefined || isDailyOrLonger(interval)) return;
  const ms = fixedLength(interval)!;
  if (dividesDay(ms, calendar, time)) return;
  const near = nearFits(interval, source, calendar, time);
  const minutes = calendar === undefined ? [] : usualSession(calendar, time).map((part) => part / 60_000);
  const session = minutes.some((part) => part !== 1440)
    ? ` or the usual session of ${calendar!.name} (${minutes.join(" and ")} minutes)`
    : "";
  throw new HindcastError(
    "INTERVAL_UNAVAILABLE",
    `interval must divide a day${session}, such as ${near.join(" or ")}, was ${interval}`,
    { interval, available: near },
  );
}

/** Returns the nearest shorter and longer intervals that fit, in whole units of the interval's name and of the bars that are joined. */
function nearFits(
  interval: Interval,
  source: Interval,
  calendar: Calendar | undefined,
  time: number,
): readonly Interval[] {
  const ms = fixedLength(interval)!;
  const step = leastCommonMultiple(fixedLength(intervalUnit(interval))!, fixedLength(source)!);
  const near: Interval[] = [];
  let shorter = Math.floor(ms / step) * step;
  while (shorter > 0 && !dividesDay(shorter, calendar, time)) shorter -= step;
  if (shorter > 0) near.push(intradayInterval(shorter)!);
  let longer = Math.ceil(ms / step) * step;
  while (longer < DAY_MS && !dividesDay(longer, calendar, time)) longer += step;
  near.push(longer < DAY_MS ? intradayInterval(longer)! : "1d");
  return near;
}

function intervalUnit(interval: Interval): Interval {
  return `1${interval.at(-1)}` as Interval;
}

function leastCommonMultiple(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}
