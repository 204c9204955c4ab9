import type { Column } from "../primitives/column.ts";
import { stepText, usualStep } from "../time/infer-interval.ts";
import { type Interval, intervalEnd } from "../time/interval.ts";

/**
 * The usual step between bars where it is shorter than the interval that was given for them: they would overlap. Undefined where it is not.
 */
export function shorterStep(time: Column, given: Interval): string | undefined {
  const usual = usualStep(time);
  if (usual === undefined) return undefined;
  // A step that is no interval may be chance, unless most steps are such.
  if (typeof usual.step === "number" && usual.count < time.length / 2) return undefined;
  return usual.length >= intervalEnd(given, 0) ? undefined : stepText(usual);
}
