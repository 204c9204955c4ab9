import type { CorporateAction } from "../../../market/corporate-action.ts";
import type { ViewPhase } from "../../../market/market-view.ts";
import type { MarketTape } from "../../../data/view/market-tape.ts";
import type { MarketStatus } from "../../../time/calendar.ts";
import { formatInstant } from "../../../time/instant.ts";
import type {
  CorporateActionEvent,
  MarketStatusEvent,
  QuoteEvent,
  TranscriptEvent,
  EventFilter,
} from "../session-event.ts";
import { streamQuote } from "./stream-quote.ts";

/** Data from which events are created. */
export interface EventSource {
  readonly tape: MarketTape;
  /** Whether numbers have all digits and bars have factors, for clients that compute as a backtest does. */
  readonly exact: boolean;
  /** Whether the factors of bars include dividends as well as splits. */
  readonly dividends: boolean;
}

/**
 * Something that happened at a position, which is a time and a phase. Its event can be created at any later time with the same result,
 * because the recording as of that position does not change.
 */
export interface Mark {
  readonly time: number;
  readonly phase: ViewPhase;
  /** Whether the event has a place in the transcript. */
  readonly counted: boolean;
  isWanted(filter: EventFilter): boolean;
  event(source: EventSource): TranscriptEvent;
}

/** Everything that happens at one instant, by phase. */
export interface Instant {
  readonly time: number;
  /** Phase 1: bars close. */
  readonly closes: Mark[];
  /** Phase 6: corporate actions. */
  readonly actions: Mark[];
  /** Phase 7: sessions and bars open, and quotes arrive. */
  readonly opens: Mark[];
}

/** A sequence of events of one kind in the recording. */
export interface Lane {
  /** Time of the lane's next event, epoch milliseconds; Infinity at the end. */
  readonly next: number;
  /** Adds the lane's events at `instant`, which must be its next one, and moves past them. */
  addTo(instant: Instant): void;
}

/** A new price. */
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

  isWanted(filter: EventFilter): boolean {
    return filter.quote(this.symbol);
  }

  event({ tape, exact }: EventSource): QuoteEvent {
    return streamQuote(tape.at(this.time, this.phase), this.symbol, exact);
  }
}

/**
 * Adds a quote of a symbol once per phase, since series of several intervals have prices at the same instant. Lanes of one symbol are
 * adjacent.
 */
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

/** A market changes its status. */
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

/** An event that was created before, such as one of an account. */
export class EventMark implements Mark {
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
