import type { Column } from "../primitives/column.ts";
import { stepText, usualStep } from "../time/infer-interval.ts";
import { type Interval, intervalEnd } from "../time/interval.ts";

/**
 * The usual step between bars where it is shorter than the interval that was given for them: they would overlap. Undefined where it is not.
 */
export function shorterStep(time: Column, given: Interval): string | undefined {
  const usual = usualStep(time);
  if (usual === undefined) return undefined;
  const length = intervalEnd(given, 0);
  // A step that is no interval may be chance, unless most steps are such; of bars over half of which overlap, their span says more.
  const isChance = usual.count < time.length / 2 || usual.length < length / 2;
  if (typeof usual.step === "number" && isChance) return undefined;
  return usual.length >= length ? undefined : stepText(usual);
}
