import type { ViewPhase } from "../../../market/market-view.ts";
import type { MarketTape } from "../../../tape/view/market-tape.ts";
import type { TranscriptEvent, Wanted } from "../session-event.ts";

/** Where events are read from. */
export interface EventSource {
  readonly tape: MarketTape;
  /** Numbers are told as they are, and bars with their factors: for those who compute on as a batch run would. */
  readonly exact: boolean;
  /** Dividends count in the factors of bars, besides splits. */
  readonly dividends: boolean;
}

/**
 * Something that happened at a position. What is told of it is made when somebody wants it, at once or later: the recording as of that position
 * says the same at any time.
 */
export interface Mark {
  readonly time: number;
  readonly phase: ViewPhase;
  /** It is part of the transcript and has a place in it. */
  readonly counted: boolean;
  isWanted(wanted: Wanted): boolean;
  event(source: EventSource): TranscriptEvent;
}

/** What happens at one instant, by the phases in which the recording speaks. */
export interface Instant {
  readonly time: number;
  /** Phase 1: bars close. */
  readonly closes: Mark[];
  /** Phase 6: corporate actions. */
  readonly actions: Mark[];
  /** Phase 7: sessions and bars open, quotes come in. */
  readonly opens: Mark[];
}

/** A row of moments of one kind in the recording. */
export interface Lane {
  /** When it speaks next, epoch milliseconds; Infinity when it is at its end. */
  readonly next: number;
  /** Adds what happens at the instant, which is its next, and goes on. */
  take(instant: Instant): void;
}
