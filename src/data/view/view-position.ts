import type { ViewPhase } from "../../market/market-view.ts";

/**
 * A point in market time, given as the latest time of known events: one limit each for closes, opens and sessions.
 *
 * At one instant bars close in phase 1, splits take effect in phase 6, and bars open in phase 7. Recorded quotes, snapshots and facts of an instant
 * are treated like opens, so that they are not known before phase 7.
 */
export interface ViewPosition {
  /** Latest time of known closes, in epoch milliseconds. */
  readonly now: number;
  readonly phase: ViewPhase;
  /** Latest time of known opens, quotes, snapshots and facts. */
  readonly openBound: number;
  /** Latest opening time of sessions that have started. */
  readonly sessionBound: number;
}

/** Half a millisecond. Subtracted from an instant, it excludes events of the instant but no earlier ones, which are whole milliseconds. */
const BEFORE = 0.5;

/** Returns the point in time after the given phase of an instant. */
export function positionOf(now: number, phase: ViewPhase): ViewPosition {
  return { now, phase, openBound: phase >= 7 ? now : now - BEFORE, sessionBound: phase >= 6 ? now : now - BEFORE };
}

/** Returns a time just before an instant, after all earlier events. */
export function before(instant: number): number {
  return instant - BEFORE;
}
