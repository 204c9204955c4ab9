import type { OrderEventKind } from "../../broker/order-record.ts";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type { EntryRecord } from "../../schemas/entry.ts";
import type { FillRecord, OrderRecord } from "../../schemas/order.ts";
import type { StreamBar, StreamClock, StreamOpen, StreamTrail } from "../../schemas/stream-message.ts";
import type { MarketStatus } from "../../time/calendar.ts";
import type { Interval } from "../../time/interval.ts";

/** A price of an instrument came to be known: the open or close of a bar, or a recorded bid and ask. */
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

/** A bar is complete. */
export interface BarEvent {
  readonly type: "bar";
  readonly symbol: string;
  readonly interval: Interval;
  readonly bar: StreamBar;
  readonly timestamp: string;
}

/** Something happened to an order of a key. The order is as it stood after the phase in which it happened. */
export interface OrderEvent {
  readonly type: "order";
  /** Whose account it is: the `owner` of a key. It is never sent. */
  readonly key: string;
  readonly event: OrderEventKind;
  readonly order: OrderRecord;
  readonly fill?: FillRecord;
  /** Where numbers are told as they are: it happened as bars and sessions opened, not as they closed. */
  readonly at_open?: true;
  readonly timestamp: string;
}

/** An entry of the ledger of a key's account. */
export interface EntryEvent {
  readonly type: "entry";
  readonly key: string;
  readonly entry: EntryRecord;
  readonly timestamp: string;
}

/** A split or a dividend, at the open of its ex-date. */
export interface CorporateActionEvent {
  readonly type: "corporate_action";
  readonly symbol: string;
  readonly kind: CorporateAction["kind"];
  readonly ratio: number;
  readonly cash: number;
  readonly timestamp: string;
}

/** A market opens, closes, or begins or ends to trade before or after hours. */
export interface MarketStatusEvent {
  readonly type: "market_status";
  readonly calendar: string;
  readonly status: MarketStatus;
  readonly timestamp: string;
}

/** The clock was moved by more than time passing, or a step of it is done. It is no part of the transcript. */
export type ClockEvent = StreamClock & {
  readonly type: "clock";
  readonly sessions?: string[];
  readonly trails?: StreamTrail[];
  readonly opens?: StreamOpen[];
};

/** What is part of a session's transcript, as the wire shows it but for `seq`, `epoch` and `offset`. */
export type TranscriptEvent =
  | QuoteEvent
  | BarEvent
  | OrderEvent
  | EntryEvent
  | CorporateActionEvent
  | MarketStatusEvent;

export type SessionEvent = TranscriptEvent | ClockEvent;

/** What of the recording somebody wants to be told of; all else is always told. */
export interface Wanted {
  quote(symbol: string): boolean;
  bar(symbol: string, interval: Interval): boolean;
}

/** Who is told of the events of a session, in their order, synchronously while it advances. It must not move the session. */
export interface SessionListener {
  /** Everything when left out. What nobody wants is counted but never made. */
  readonly wanted?: Wanted;
  /** `offset` is the event's place in the transcript; of a clock and of a bar that is not recorded but built, the place of the event that comes next. */
  event(event: SessionEvent, offset: number): void;
  /** Somebody who is told has so much to read already that a session which waits for its readers must wait. */
  readonly isBusy?: boolean;
  /** The session has come to where it was to go; all events on the way were told. */
  advanced?(): void;
  /** The session begins anew, as it does at an earlier moment: offsets begin at 0 again. */
  restarted?(): void;
  /** The session is over. */
  ended?(): void;
  /** Some of what was about to be told is not on disk, and was undone. The session goes on without it. */
  interrupted?(): void;
}

/** An event that was told before, with its place. */
export interface PastEvent {
  readonly event: TranscriptEvent;
  readonly offset: number;
}

/** What happens in a session, in the total order of (time, phase, symbol, sequence), before delivery. */
export interface SessionEvents {
  /** Rises when the session begins anew. */
  readonly epoch: number;
  /** How many events the transcript of this epoch has: the place of the next one. */
  readonly offset: number;
  /** The first place from which `since` still knows all. */
  readonly oldest: number;
  /** Nothing is left to happen in it. */
  readonly completed: boolean;
  /** What is given back ends the telling. */
  listen(listener: SessionListener): () => void;
  /** The events from a place on that are wanted (all when left out); undefined when they are no longer kept, or not there yet. */
  since(offset: number, wanted?: Wanted): readonly PastEvent[] | undefined;
  /** From now on tells those who want them of bars of an interval that is not recorded but built from finer ones. */
  build(symbol: string, interval: Interval): void;
  /** Tells everybody of the clock. */
  tellClock(clock: ClockEvent): void;
}
