import { lastAtOrBefore } from "../../../primitives/sorted-search.ts";
import type {
  ClockEvent,
  PastEvent,
  SessionEvent,
  SessionEvents,
  SessionListener,
  EventFilter,
} from "../session-event.ts";
import { type EventSource, type Instant, type Mark, EventMark } from "./marks.ts";
import type { Phase } from "../../../simulation/simulation.ts";
import type { RecordedMarket } from "../../../market/recorded-market.ts";
import type { MarketHistory } from "../../../data/view/market-history.ts";
import type { Interval } from "../../../time/interval.ts";
import type { Accounts } from "../../trading/accounts.ts";
import { AccountEvents } from "./account-events.ts";
import { RecordedEvents, type TimedAction } from "./recorded-events.ts";

/** The latest events of a session, from which a client can resume after a disconnect. */
class EventRing {
  readonly #maxEvents: number;
  #marks: Mark[] = [];
  #offsets: number[] = [];
  /** Offset of the first event that is still stored. */
  oldest: number;

  constructor(maxEvents: number, oldest: number) {
    this.#maxEvents = maxEvents;
    this.oldest = oldest;
  }

  add(mark: Mark, offset: number): void {
    this.#marks.push(mark);
    this.#offsets.push(offset);
    // Drops half of the events at once, so that dropping is rare.
    if (this.#marks.length < 2 * this.#maxEvents) return;
    let cut = this.#maxEvents;
    // Events with the same offset stay together.
    while (cut < this.#offsets.length && this.#offsets[cut] === this.#offsets[cut - 1]) cut++;
    this.#marks = this.#marks.slice(cut);
    this.#offsets = this.#offsets.slice(cut);
    this.oldest = this.#offsets[0]!;
  }

  /** Returns the selected events from an offset on. */
  from(offset: number, source: EventSource, filter: EventFilter | undefined): PastEvent[] {
    const events: PastEvent[] = [];
    const first = lastAtOrBefore(Float64Array.from(this.#offsets), offset - 1, -1) + 1;
    for (let i = first; i < this.#marks.length; i++) {
      const mark = this.#marks[i]!;
      if (filter === undefined ? mark.counted : mark.isWanted(filter)) {
        events.push({ event: mark.event(source), offset: this.#offsets[i]! });
      }
    }
    return events;
  }
}

/** Number of events stored for clients that resume. */
const KEPT_EVENTS = 65_536;

interface SessionLogOptions {
  readonly market: RecordedMarket;
  readonly marketHistory: MarketHistory;
  readonly accounts: Accounts;
  /** Time at which the transcript begins; it does not contain the events of that time. */
  readonly start: number;
  /** Market time after which nothing happens; the end of the recording by default. */
  readonly end?: number;
  readonly epoch?: number;
  /** Whether numbers have all digits and bars have adjustment factors. */
  readonly exact?: boolean;
  /** Whether the adjustment factors of bars include dividends as well as splits. */
  readonly dividends?: boolean;
  /** Times at which splits and dividends of each symbol take effect; by default at the opens of their ex-dates. */
  readonly actions?: ReadonlyMap<string, readonly TimedAction[]>;
  /** Number of events to store. */
  readonly maxEvents?: number;
}

/**
 * Advances the accounts of a session through the recording, and emits all events in order. At each point in time, bars close, then
 * corporate actions take effect, then bars open; orders react to closes and opens. The events do not depend on the steps in which the
 * session advances.
 */
export class SessionLog implements SessionEvents {
  readonly epoch: number;
  offset = 0;
  readonly #accounts: Accounts;
  readonly #accountEvents: AccountEvents;
  readonly #marketHistory: RecordedEvents;
  readonly #source: EventSource;
  readonly #ring: EventRing;
  readonly #end: number;
  readonly #listeners = new Set<SessionListener>();
  readonly #unlisten: () => void;
  /** The current point in time while it is not complete, and its last completed phase. */
  #instant: Instant | undefined;
  #donePhase = 0;
  #isAdvancing = false;

  /** Starts at the time of the accounts. Events between `start` and that time are counted. */
  constructor({
    market,
    marketHistory,
    accounts,
    start,
    end = Infinity,
    epoch = 1,
    exact = false,
    dividends = false,
    actions,
    maxEvents = KEPT_EVENTS,
  }: SessionLogOptions) {
    this.epoch = epoch;
    this.#end = end;
    this.#accounts = accounts;
    this.#accountEvents = new AccountEvents(accounts, exact);
    this.#source = { marketHistory, exact, dividends };
    this.#marketHistory = new RecordedEvents(market, marketHistory, start, actions);
    this.#passTo(accounts.time, accounts.phase, false);
    this.offset += this.#accountEvents.total;
    this.#ring = new EventRing(maxEvents, this.offset);
    this.#unlisten = accounts.onChange(() => {
      if (!this.#isAdvancing) this.#emitAccountEvents();
    });
  }

  get oldest(): number {
    return this.#ring.oldest;
  }

  get completed(): boolean {
    return (
      this.#instant === undefined && (this.#marketHistory.next === Infinity || this.#marketHistory.next > this.#end)
    );
  }

  /** Whether a listener has too many unread messages. */
  get isBusy(): boolean {
    for (const { isBusy } of this.#listeners) if (isBusy === true) return true;
    return false;
  }

  /** Time of the next event of the transcript in epoch milliseconds; Infinity if there is none. */
  get next(): number {
    return this.#instant?.time ?? Math.min(this.#marketHistory.nextRecorded, this.#accounts.nextEnd);
  }

  listen(listener: SessionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  since(offset: number, filter?: EventFilter): readonly PastEvent[] | undefined {
    if (offset < this.oldest || offset > this.offset) return undefined;
    return this.#ring.from(offset, this.#source, filter);
  }

  /** Starts to emit bars of an interval that is built from recorded bars. */
  build(symbol: string, interval: Interval): void {
    const { time, phase } = this.#accounts;
    this.#marketHistory.build(symbol, interval, phase === 7 || this.#instant !== undefined ? time : time - 1);
  }

  tellClock(clock: ClockEvent): void {
    for (const listener of this.#listeners) listener.event(clock, this.offset);
  }

  /** Advances the accounts to a market time and phase, and emits the events on the way. */
  advance(time: number, phase: Phase): void {
    this.#isAdvancing = true;
    try {
      this.#emitAccountEvents();
      this.#passTo(time, phase, true);
    } finally {
      this.#isAdvancing = false;
    }
    for (const listener of this.#listeners) listener.advanced?.();
  }

  /** Tells all listeners that the session restarts, and removes the listeners. */
  restart(): void {
    this.#unlisten();
    for (const listener of this.#listeners) listener.restarted?.();
    this.#listeners.clear();
  }

  /** Tells all listeners that the session was restored from disk, and removes the listeners. */
  interrupt(): void {
    this.#unlisten();
    for (const listener of this.#listeners) listener.interrupted?.();
    this.#listeners.clear();
  }

  /** Tells all listeners that the session has ended, and removes the listeners. */
  end(): void {
    this.#unlisten();
    for (const listener of this.#listeners) listener.ended?.();
    this.#listeners.clear();
  }

  #passTo(time: number, phase: Phase, emits: boolean): void {
    for (;;) {
      if (this.#instant === undefined) {
        if (emits) this.#endOrders(Math.min(this.#marketHistory.next, time));
        if (this.#marketHistory.next > time) break;
        this.#instant = this.#marketHistory.take();
        this.#donePhase = 0;
      }
      const { time: at } = this.#instant;
      const until = at < time ? 7 : phase;
      if (emits) this.#emitPhases(this.#instant, until);
      else this.#count(this.#instant, until);
      this.#donePhase = until;
      if (until < 7) return;
      this.#instant = undefined;
    }
    if (!emits) return;
    this.#accounts.advance(time, phase);
    this.#emitAccountEvents();
  }

  /** Lets orders expire whose expiry lies before a given time, each at its own expiry. */
  #endOrders(before: number): void {
    for (let end = this.#accounts.nextEnd; end < before; end = this.#accounts.nextEnd) this.#advanceAccounts(end, 3);
  }

  /** Emits the phases of a point in time up to `until`. Events of the market precede their effects on accounts. */
  #emitPhases(instant: Instant, until: Phase): void {
    const { time, closes, actions, opens } = instant;
    const done = this.#donePhase;
    if (done < 1) this.#advanceAccounts(time, 1, closes);
    // Clients of lockstep sessions add up money in the order of booking, so interest comes before margin calls and liquidations.
    if (done < 3 && this.#source.exact) this.#advanceAccounts(time, Math.min(until, 3) as Phase);
    if (done < 5) this.#advanceAccounts(time, Math.min(until, 5) as Phase);
    if (done < 6 && until >= 6) this.#advanceAccounts(time, 6, actions);
    if (until >= 7) this.#advanceAccounts(time, 7, opens);
  }

  #advanceAccounts(time: number, phase: Phase, marks: readonly Mark[] = []): void {
    this.#accounts.advance(time, phase);
    for (const mark of marks) this.#emit(mark);
    this.#emitAccountEvents();
  }

  #count({ closes, actions, opens }: Instant, until: Phase): void {
    const done = this.#donePhase;
    const counted = (marks: readonly Mark[]): number => marks.filter((mark) => mark.counted).length;
    if (done < 1) this.offset += counted(closes);
    if (done < 6 && until >= 6) this.offset += counted(actions);
    if (until >= 7) this.offset += counted(opens);
  }

  #emitAccountEvents(): void {
    const { time, phase } = this.#accounts;
    this.#accountEvents.report((event) => this.#emit(new EventMark(time, phase, event), event));
  }

  #emit(mark: Mark, existing?: SessionEvent): void {
    const offset = this.offset;
    if (mark.counted) this.offset++;
    this.#ring.add(mark, offset);
    let event = existing;
    for (const listener of this.#listeners) {
      const { filter } = listener;
      if (filter === undefined ? !mark.counted : !mark.isWanted(filter)) continue;
      event ??= mark.event(this.#source);
      listener.event(event, offset);
    }
  }
}
