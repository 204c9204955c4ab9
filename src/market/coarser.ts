import { HindcastError } from "../primitives/errors.ts";
import { fixedLength, type Interval, INTERVALS, isDailyOrLonger } from "../time/interval.ts";

const FROM_DAYS: readonly Interval[] = ["5d", "1wk", "1mo", "3mo"];

/**
 * The intervals of which bars can be made from bars of one interval, itself included, from short to long. Minutes and hours must be
 * multiples; days join to all longer bars; months to quarters; five days, weeks and quarters to nothing longer.
 *
 * @example
 * coarserIntervals("30m"); // 30m, 60m, 90m, 1h, 4h, 1d, 5d, 1wk, 1mo, 3mo
 */
export function coarserIntervals(source: Interval): readonly Interval[] {
  return INTERVALS.filter((interval) => isMadeFrom(interval, source));
}

/** Throws INTERVAL_UNAVAILABLE unless bars of an interval can be made from bars of another one. */
export function checkCoarser(interval: Interval, source: Interval): void {
  if (isMadeFrom(interval, source)) return;
  const available = coarserIntervals(source);
  throw new HindcastError(
    "INTERVAL_UNAVAILABLE",
    `interval must be one that ${source} bars can be joined to, ${available.join(", ")}, was ${interval}`,
    { interval, recorded: source, available },
  );
}

function isMadeFrom(interval: Interval, source: Interval): boolean {
  if (interval === source) return true;
  if (source === "1d") return FROM_DAYS.includes(interval);
  if (isDailyOrLonger(source)) return source === "1mo" && interval === "3mo";
  return isDailyOrLonger(interval) || lengthOf(interval) % lengthOf(source) === 0;
}

function lengthOf(interval: Interval): number {
  return fixedLength(interval) ?? NaN;
}
