import type { ViewPhase } from "../../market/market-view.ts";

/**
 * A point in market time as upper bounds: an event is known if its time is at or before its bound.
 *
 * At one instant bars close in phase 1, splits take effect in phase 6, and bars open in phase 7. Recorded quotes, snapshots and facts of an instant
 * count as opens, so that they are not known before phase 7.
 */
export interface ViewPosition {
  /** Epoch milliseconds; bound of closes. */
  readonly now: number;
  readonly phase: ViewPhase;
  /** Bound of opens, quotes, snapshots and facts. */
  readonly openBound: number;
  /** Bound of session opens. */
  readonly sessionBound: number;
}

/** Half a millisecond, which separates an instant from all earlier events, since times are whole milliseconds. */
const BEFORE = 0.5;

/** Returns the position after the given phase of an instant. */
export function positionOf(now: number, phase: ViewPhase): ViewPosition {
  return { now, phase, openBound: phase >= 7 ? now : now - BEFORE, sessionBound: phase >= 6 ? now : now - BEFORE };
}

/** Returns a bound just before an instant. */
export function before(instant: number): number {
  return instant - BEFORE;
}
