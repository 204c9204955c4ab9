import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { Calendar } from "./calendar.ts";
import { DAY_MS, type Interval, intervalEnd, intradayInterval, isInterval } from "./interval.ts";
import { dividesDay } from "./interval-fit.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const YEAR_1971 = Date.UTC(1971, 0, 1);

/**
 * Infers the interval of bars from the most frequent step between their starts; of two equally frequent steps, the shorter.
 *
 * Weekends, holidays, nights and missing bars make longer steps, which do not matter while they are fewer. Days may have
 * 23 or 25 hours. A month may have 28 to 33 days and a quarter 88 to 95, since many files stamp it with its first trading
 * day. A shorter step must divide a day, or the usual session of `calendar`. An hour is `1h`. Throws `INTERVAL_UNKNOWN` for
 * fewer than two bars, for any other step, and for seconds in 1970, which are usually no times.
 *
 * @example
 * inferInterval(Float64Array.of(0, 300_000, 600_000)); // "5m"
 */
export function inferInterval(time: Column, calendar?: Calendar): Interval {
  const usual = usualStep(time, calendar);
  if (typeof usual?.step === "string") {
    if (usual.length >= MINUTE_MS || time.at(-1)! >= YEAR_1971) return usual.step;
    const message = `interval must be given for bars of ${usual.step} in 1970, since their times may be row numbers, days or years`;
    throw new HindcastError("INTERVAL_UNKNOWN", message, { bars: time.length, stepMs: usual.length });
  }
  throw new HindcastError(
    "INTERVAL_UNKNOWN",
    usual === undefined
      ? `interval must be given if there are fewer than two bars; there are ${time.length}`
      : `the usual step between bars must be the length of an interval, was ${stepText(usual)}${isInterval(intradayInterval(usual.length)) ? ", which do not divide a day" : ""}; give the interval`,
    { bars: time.length, stepMs: usual?.step },
  );
}

/** The most frequent step between the starts of bars. */
export interface UsualStep {
  /** The step as an interval, or in milliseconds if it is none. */
  readonly step: Interval | number;
  /** Length of the step, in milliseconds. */
  readonly length: number;
  /** Number of times that the step occurs. */
  readonly count: number;
  /** Shortest step between any two bars, in milliseconds. */
  readonly shortest: number;
}

/** Finds the most frequent step between bars; undefined for fewer than two bars. */
export function usualStep(time: Column, calendar?: Calendar): UsualStep | undefined {
  const counts = new Map<Interval | number, number>();
  const steps = stepCounts(time);
  for (const [length, count] of steps) {
    const kind = intervalOfStep(length, calendar, time[0]!) ?? length;
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  let usual: UsualStep | undefined;
  for (const [step, count] of counts) {
    if (count <= (usual?.count ?? 0)) continue;
    const length = typeof step === "string" ? intervalEnd(step, 0) : step;
    usual = { step, length, count, shortest: steps[0]![0] };
  }
  return usual;
}

export function stepText({ step }: UsualStep): string {
  return typeof step === "string" ? step : `${step / 1000} seconds`;
}

/** Counts the occurrences of each step, shortest step first. */
function stepCounts(time: Column): [step: number, count: number][] {
  const counts = new Map<number, number>();
  let run = 0;
  for (let i = 1; i < time.length; i++) {
    const step = time[i]! - time[i - 1]!;
    run++;
    const next = time[i + 1]! - time[i]!;
    if (next === step) continue;
    counts.set(step, (counts.get(step) ?? 0) + run);
    run = 0;
  }
  return [...counts].toSorted(([a], [b]) => a - b);
}

function intervalOfStep(step: number, calendar: Calendar | undefined, first: number): Interval | undefined {
  const days = Math.round(step / DAY_MS);
  if (Math.abs(step - days * DAY_MS) > HOUR_MS || days === 0)
    return dividesDay(step, calendar, first) ? intradayInterval(step) : undefined;
  if (days === 1) return "1d";
  if (days === 5) return "5d";
  if (days === 7) return "1wk";
  if (days >= 28 && days <= 33) return "1mo";
  if (days >= 88 && days <= 95) return "3mo";
  return undefined;
}
