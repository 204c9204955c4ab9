import type { OrderEventKind } from "../../broker/order-record.ts";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type { EntryRecord } from "../../schemas/entry.ts";
import type { FillRecord, OrderRecord } from "../../schemas/order.ts";
import type { StreamBar, StreamClock, StreamOpen, StreamTrail } from "../../schemas/stream-message.ts";
import type { MarketStatus } from "../../time/calendar.ts";
import type { Interval } from "../../time/interval.ts";

/** A new price of an instrument: the open or close of a bar, or a recorded bid and ask. */
export interface QuoteEvent {
  readonly type: "quote";
  readonly symbol: string;
  readonly price: number;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly change: number | null;
  readonly change_percent: number | null;
  readonly volume: number;
  readonly volume_exact?: number;
  readonly market_status: MarketStatus;
  readonly timestamp: string;
}

/** The event that a bar is complete. */
export interface BarEvent {
  readonly type: "bar";
  readonly symbol: string;
  readonly interval: Interval;
  readonly bar: StreamBar;
  readonly timestamp: string;
}

/** An event of an order, with the order as it was after the phase of the event. */
export interface OrderEvent {
  readonly type: "order";
  /** Owner of the account, which is never sent to clients. */
  readonly key: string;
  readonly event: OrderEventKind;
  readonly order: OrderRecord;
  readonly fill?: FillRecord;
  /** True if the event occurred at an open, not at a close. Only lockstep sessions set it. */
  readonly at_open?: true;
  readonly timestamp: string;
}

/** A ledger entry of an account. */
export interface EntryEvent {
  readonly type: "entry";
  readonly key: string;
  readonly entry: EntryRecord;
  readonly timestamp: string;
}

/** The event that a split or a dividend takes effect, at the open of its ex-date. */
export interface CorporateActionEvent {
  readonly type: "corporate_action";
  readonly symbol: string;
  readonly kind: CorporateAction["kind"];
  readonly ratio: number;
  readonly cash: number;
  readonly timestamp: string;
}

/** The event that a market's status changes: open, closed, or extended hours. */
export interface MarketStatusEvent {
  readonly type: "market_status";
  readonly calendar: string;
  readonly status: MarketStatus;
  readonly timestamp: string;
}

/** The event that a request changed the clock or that a step is complete. It is not part of the transcript. */
export type ClockEvent = StreamClock & {
  readonly type: "clock";
  readonly sessions?: string[];
  readonly trails?: StreamTrail[];
  readonly opens?: StreamOpen[];
};

/** An event of a session's transcript as the stream sends it, but without `seq`, `epoch` and `offset`. */
export type TranscriptEvent =
  | QuoteEvent
  | BarEvent
  | OrderEvent
  | EntryEvent
  | CorporateActionEvent
  | MarketStatusEvent;

export type SessionEvent = TranscriptEvent | ClockEvent;

/** Selects the quotes and bars that a listener receives. All other events are always received. */
export interface EventFilter {
  quote(symbol: string): boolean;
  bar(symbol: string, interval: Interval): boolean;
}

/** Receives the events of a session in order, while the session advances. A listener must not advance the session. */
export interface SessionListener {
  /** Selects the events to receive; all if left out. Events that no listener selects are counted but not created. */
  readonly filter?: EventFilter;
  /** Called with an event and its offset in the transcript. Clocks and built bars have the offset of the next event. */
  event(event: SessionEvent, offset: number): void;
  /** Whether the listener has too many unread messages. A session with backpressure `pause` then waits. */
  readonly isBusy?: boolean;
  /** Called when the session has reached the requested time and emitted all events before it. */
  advanced?(): void;
  /** Called when the session has restarted, so that offsets begin at 0 again. */
  restarted?(): void;
  /** Called when the session has ended. */
  ended?(): void;
  /** Called when events could not be stored and were undone. The session continues without these events. */
  interrupted?(): void;
}

/** An event of the past with its offset in the transcript. */
export interface PastEvent {
  readonly event: TranscriptEvent;
  readonly offset: number;
}

/** The events of a session, in the order of time, phase, symbol and sequence. */
export interface SessionEvents {
  /** Number of the epoch, which increases with every restart of the session. */
  readonly epoch: number;
  /** Number of events in the transcript of this epoch, which is the offset of the next event. */
  readonly offset: number;
  /** The first offset from which `since` can return events. */
  readonly oldest: number;
  /** Whether the session has reached its end. */
  readonly completed: boolean;
  /** Adds a listener. Returns a function that removes the listener. */
  listen(listener: SessionListener): () => void;
  /**
   * Returns the selected events from an offset on (all if no filter is given); undefined if these events are no longer stored or do not
   * exist yet.
   */
  since(offset: number, filter?: EventFilter): readonly PastEvent[] | undefined;
  /** Starts to emit bars of an interval that is built from shorter ones. */
  build(symbol: string, interval: Interval): void;
  /** Sends the session's clock to all listeners. */
  tellClock(clock: ClockEvent): void;
}
