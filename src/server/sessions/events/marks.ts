import type { CorporateAction } from "../../../market/corporate-action.ts";
import type { ViewPhase } from "../../../market/market-view.ts";
import type { MarketTape } from "../../../data/view/market-tape.ts";
import type { MarketStatus } from "../../../time/calendar.ts";
import { formatInstant } from "../../../time/instant.ts";
import type { CorporateActionEvent, MarketStatusEvent, QuoteEvent, TranscriptEvent, Wanted } from "../session-event.ts";
import { streamQuote } from "./stream-quote.ts";

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

/** A price came to be known. */
class QuoteMark implements Mark {
  readonly time: number;
  readonly phase: ViewPhase;
  readonly symbol: string;
  readonly counted = true;

  constructor(time: number, phase: ViewPhase, symbol: string) {
    this.time = time;
    this.phase = phase;
    this.symbol = symbol;
  }

  isWanted(wanted: Wanted): boolean {
    return wanted.quote(this.symbol);
  }

  event({ tape, exact }: EventSource): QuoteEvent {
    return streamQuote(tape.at(this.time, this.phase), this.symbol, exact);
  }
}

/** Adds the quote of a symbol, once in a phase: series of several lengths speak at the same instants. Lanes of one symbol follow one another. */
export function addQuote(marks: Mark[], { time }: Instant, phase: ViewPhase, symbol: string): void {
  for (let i = marks.length - 1; i >= 0; i--) {
    const mark = marks[i]!;
    if (mark instanceof QuoteMark) {
      if (mark.symbol === symbol) return;
      break;
    }
  }
  marks.push(new QuoteMark(time, phase, symbol));
}

export type ActionTerms = Pick<CorporateAction, "kind" | "ratio" | "cash">;

/** A split or dividend takes effect. */
export class ActionMark implements Mark {
  readonly time: number;
  readonly phase = 6;
  readonly counted = true;
  readonly #symbol: string;
  readonly #terms: ActionTerms;

  constructor(time: number, symbol: string, terms: ActionTerms) {
    this.time = time;
    this.#symbol = symbol;
    this.#terms = terms;
  }

  isWanted(): boolean {
    return true;
  }

  event(): CorporateActionEvent {
    const { kind, ratio, cash } = this.#terms;
    return { type: "corporate_action", symbol: this.#symbol, kind, ratio, cash, timestamp: formatInstant(this.time) };
  }
}

/** A market begins to do something else. */
export class StatusMark implements Mark {
  readonly time: number;
  readonly phase: ViewPhase;
  readonly counted = true;
  readonly #calendar: string;
  readonly #status: MarketStatus;

  constructor(time: number, phase: ViewPhase, calendar: string, status: MarketStatus) {
    this.time = time;
    this.phase = phase;
    this.#calendar = calendar;
    this.#status = status;
  }

  isWanted(): boolean {
    return true;
  }

  event(): MarketStatusEvent {
    const calendar = this.#calendar;
    return { type: "market_status", calendar, status: this.#status, timestamp: formatInstant(this.time) };
  }
}

/** An event that was made already, such as one of an account. */
export class ToldMark implements Mark {
  readonly time: number;
  readonly phase: ViewPhase;
  readonly counted = true;
  readonly #event: TranscriptEvent;

  constructor(time: number, phase: ViewPhase, event: TranscriptEvent) {
    this.time = time;
    this.phase = phase;
    this.#event = event;
  }

  isWanted(): boolean {
    return true;
  }

  event(): TranscriptEvent {
    return this.#event;
  }
}
