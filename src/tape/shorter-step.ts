import { HindcastError } from "../primitives/errors.ts";
import type { Column } from "../primitives/column.ts";
import { inferInterval } from "../time/infer-interval.ts";
import { type Interval, intervalEnd } from "../time/interval.ts";

/**
 * The usual step between bars where it is shorter than the interval that was given for them: they would overlap. Undefined where it is not,
 * and where it is the length of no interval.
 */
export function shorterStep(time: Column, given: Interval): Interval | undefined {
  const usual = usualStep(time);
  return usual === undefined || intervalEnd(given, 0) <= intervalEnd(usual, 0) ? undefined : usual;
}

function usualStep(time: Column): Interval | undefined {
  try {
    return inferInterval(time);
  } catch (error) {
    if (error instanceof HindcastError) return undefined;
    throw error;
  }
}
