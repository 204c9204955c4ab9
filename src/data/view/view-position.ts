import type { ViewPhase } from "../../market/market-view.ts";

/**
 * A moment of the market as bounds on the times of events: what happened at or before its bound is known.
 *
 * At one instant bars close in the first phase, sessions take their new units in the sixth and bars open in the seventh. Recorded quotes, snapshots
 * and facts of an instant come with the opens, so that no strategy reads them a phase early.
 */
export interface ViewPosition {
  /** Epoch milliseconds; the bound of closes. */
  readonly now: number;
  readonly phase: ViewPhase;
  /** The bound of opens, quotes, snapshots and facts. */
  readonly openBound: number;
  /** The bound of the opens of sessions. */
  readonly sessionBound: number;
}

/** Times are whole milliseconds: half of one before an instant lies behind all that happened earlier. */
const BEFORE = 0.5;

/** The position after all events of the instants up to `time`, as a phase of it. */
export function positionOf(now: number, phase: ViewPhase): ViewPosition {
  return { now, phase, openBound: phase >= 7 ? now : now - BEFORE, sessionBound: phase >= 6 ? now : now - BEFORE };
}

/** The last moment before an instant, as a bound. */
export function before(instant: number): number {
  return instant - BEFORE;
}
