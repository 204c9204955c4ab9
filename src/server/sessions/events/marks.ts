import type { CorporateAction } from "../../../market/corporate-action.ts";
import type { ViewPhase } from "../../../market/market-view.ts";
import type { MarketHistory } from "../../../data/view/market-history.ts";
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

/** Data from which the events of a session are created. */
export interface EventSource {
  readonly marketHistory: MarketHistory;
  /** Whether numbers have all digits and bars have adjustment factors, for clients that compute as a backtest does. */
  readonly exact: boolean;
  /** Whether the adjustment factors of bars include dividends as well as splits. */
  readonly dividends: boolean;
}

/**
 * Something that happened at a market time and phase. Its event can be created at any later time with the same result, since the recording
 * as of that time and phase does not change.
 */
export interface Mark {
  readonly time: number;
  readonly phase: ViewPhase;
  /** Whether the event has an offset in the session's transcript. */
  readonly counted: boolean;
  isWanted(filter: EventFilter): boolean;
  event(source: EventSource): TranscriptEvent;
}

/** Everything that happens at one point in time, by phase. */
export interface Instant {
  readonly time: number;
  /** Phase 1: bars close. */
  readonly closes: Mark[];
  /** Phase 6: corporate actions. */
  readonly actions: Mark[];
  /** Phase 7: sessions and bars open, and quotes arrive. */
  readonly opens: Mark[];
}

/** A sequence of one kind of events in the recording. */
export interface Lane {
  /** Time of the next event of this sequence in epoch milliseconds; Infinity at the end. */
  readonly next: number;
  /** Adds the events at `instant`, which must be the time of the next event, and moves past them. */
  addTo(instant: Instant): void;
}

/** The event that an instrument has a new price. */
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

  event({ marketHistory, exact }: EventSource): QuoteEvent {
    return streamQuote(marketHistory.at(this.time, this.phase), this.symbol, exact);
  }
}

/**
 * Adds a quote of a symbol once per phase, since series of several intervals have prices at the same time. Sequences of the same symbol
 * follow each other.
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

/** The event that a split or dividend takes effect. */
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

/** The event that a market changes its status, such as from closed to open. */
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

/** An event that already exists, such as one of an account. */
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
