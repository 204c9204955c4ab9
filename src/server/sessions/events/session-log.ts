import { lastAtOrBefore } from "../../../primitives/sorted-search.ts";
import type { ClockEvent, PastEvent, SessionEvent, SessionEvents, SessionListener, Wanted } from "../session-event.ts";
import { type EventSource, type Instant, type Mark, ToldMark } from "./marks.ts";
import type { Phase } from "../../../simulation/simulation.ts";
import type { RecordedMarket } from "../../../market/recorded-market.ts";
import type { MarketTape } from "../../../data/view/market-tape.ts";
import type { Interval } from "../../../time/interval.ts";
import type { Accounts } from "../../trading/accounts.ts";
import { AccountEvents } from "./account-events.ts";
import { TapeEvents, type TimedAction } from "./tape-events.ts";

/** The last events of a session, so that a client that was away can go on where it was. */
class EventRing {
  readonly #kept: number;
  #marks: Mark[] = [];
  #offsets: number[] = [];
  /** The place of the first event that is kept. */
  oldest: number;

  constructor(kept: number, oldest: number) {
    this.#kept = kept;
    this.oldest = oldest;
  }

  add(mark: Mark, offset: number): void {
    this.#marks.push(mark);
    this.#offsets.push(offset);
    // Half is dropped at once, so that a drop is rare.
    if (this.#marks.length < 2 * this.#kept) return;
    let cut = this.#kept;
    // Events of one place stay together.
    while (cut < this.#offsets.length && this.#offsets[cut] === this.#offsets[cut - 1]) cut++;
    this.#marks = this.#marks.slice(cut);
    this.#offsets = this.#offsets.slice(cut);
    this.oldest = this.#offsets[0]!;
  }

  /** Events from a place on that are wanted. */
  from(offset: number, source: EventSource, wanted: Wanted | undefined): PastEvent[] {
    const events: PastEvent[] = [];
    const first = lastAtOrBefore(Float64Array.from(this.#offsets), offset - 1, -1) + 1;
    for (let i = first; i < this.#marks.length; i++) {
      const mark = this.#marks[i]!;
      if (wanted === undefined ? mark.counted : mark.isWanted(wanted)) {
        events.push({ event: mark.event(source), offset: this.#offsets[i]! });
      }
    }
    return events;
  }
}

/** Events that are kept for those who were away. */
const KEPT = 65_536;

interface SessionLogOptions {
  readonly market: RecordedMarket;
  readonly tape: MarketTape;
  readonly accounts: Accounts;
  /** Where the transcript begins: after all that happens at that moment. */
  readonly start: number;
  /** Nothing later happens; all that was recorded when left out. */
  readonly end?: number;
  readonly epoch?: number;
  /** Numbers are told as they are, and bars with their factors. */
  readonly exact?: boolean;
  /** Dividends count in the factors of bars, besides splits. */
  readonly dividends?: boolean;
  /** When the splits and dividends of instruments take effect; at the opens of their ex-dates when left out. */
  readonly actions?: ReadonlyMap<string, readonly TimedAction[]>;
  /** Events that are kept. */
  readonly kept?: number;
}

/**
 * Moves the accounts of a session through the recording, and tells in order of everything on the way: at each instant the closes of bars, what they
 * did to orders, corporate actions, and opens with what they did. What is told does not depend on the steps in which it is moved.
 */
export class SessionLog implements SessionEvents {
  readonly epoch: number;
  offset = 0;
  readonly #accounts: Accounts;
  readonly #accountEvents: AccountEvents;
  readonly #tape: TapeEvents;
  readonly #source: EventSource;
  readonly #ring: EventRing;
  readonly #end: number;
  readonly #listeners = new Set<SessionListener>();
  readonly #stop: () => void;
  /** The instant at which it stands before its end, and the last phase of it that is done. */
  #instant: Instant | undefined;
  #done = 0;
  #moving = false;

  /** Stands where the accounts do: what lies between the start and there is counted. */
  constructor({
    market,
    tape,
    accounts,
    start,
    end = Infinity,
    epoch = 1,
    exact = false,
    dividends = false,
    actions,
    kept = KEPT,
  }: SessionLogOptions) {
    this.epoch = epoch;
    this.#end = end;
    this.#accounts = accounts;
    this.#accountEvents = new AccountEvents(accounts, exact);
    this.#source = { tape, exact, dividends };
    this.#tape = new TapeEvents(market, tape, start, actions);
    this.#pass(accounts.time, accounts.phase, false);
    this.offset += this.#accountEvents.before;
    this.#ring = new EventRing(kept, this.offset);
    this.#stop = accounts.onChange(() => {
      if (!this.#moving) this.#tellAccounts();
    });
  }

  get oldest(): number {
    return this.#ring.oldest;
  }

  get completed(): boolean {
    return this.#instant === undefined && (this.#tape.next === Infinity || this.#tape.next > this.#end);
  }

  /** Somebody who is told has too much to read already. */
  get isBusy(): boolean {
    for (const { isBusy } of this.#listeners) if (isBusy === true) return true;
    return false;
  }

  /** When something of the transcript happens next, epoch milliseconds; Infinity when nothing is left. */
  get next(): number {
    return this.#instant?.time ?? Math.min(this.#tape.nextRecorded, this.#accounts.nextEnd);
  }

  listen(listener: SessionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  since(offset: number, wanted?: Wanted): readonly PastEvent[] | undefined {
    if (offset < this.oldest || offset > this.offset) return undefined;
    return this.#ring.from(offset, this.#source, wanted);
  }

  /** From now on also tells of bars of an interval that is built from those recorded. */
  build(symbol: string, interval: Interval): void {
    const { time, phase } = this.#accounts;
    this.#tape.build(symbol, interval, phase === 7 || this.#instant !== undefined ? time : time - 1);
  }

  tellClock(clock: ClockEvent): void {
    for (const listener of this.#listeners) listener.event(clock, this.offset);
  }

  /** Moves the accounts on to a position and tells what happens on the way. */
  advance(time: number, phase: Phase): void {
    this.#moving = true;
    try {
      this.#tellAccounts();
      this.#pass(time, phase, true);
    } finally {
      this.#moving = false;
    }
    for (const listener of this.#listeners) listener.advanced?.();
  }

  /** Tells those who listen that the session goes back, and nothing more after that. */
  restart(): void {
    this.#stop();
    for (const listener of this.#listeners) listener.restarted?.();
    this.#listeners.clear();
  }

  /** Tells those who listen that the session has gone back to what is on disk, and nothing more after that. */
  interrupt(): void {
    this.#stop();
    for (const listener of this.#listeners) listener.interrupted?.();
    this.#listeners.clear();
  }

  /** Tells those who listen that the session is over, and nothing more after that. */
  end(): void {
    this.#stop();
    for (const listener of this.#listeners) listener.ended?.();
    this.#listeners.clear();
  }

  #pass(time: number, phase: Phase, tells: boolean): void {
    for (;;) {
      if (this.#instant === undefined) {
        if (tells) this.#endOrders(Math.min(this.#tape.next, time));
        if (this.#tape.next > time) break;
        this.#instant = this.#tape.take();
        this.#done = 0;
      }
      const { time: at } = this.#instant;
      const until = at < time ? 7 : phase;
      if (tells) this.#tellPhases(this.#instant, until);
      else this.#count(this.#instant, until);
      this.#done = until;
      if (until < 7) return;
      this.#instant = undefined;
    }
    if (!tells) return;
    this.#accounts.advance(time, phase);
    this.#tellAccounts();
  }

  /** Orders whose time passes before an instant end at theirs. */
  #endOrders(before: number): void {
    for (let end = this.#accounts.nextEnd; end < before; end = this.#accounts.nextEnd) this.#move(end, 3);
  }

  /** The phases of an instant up to one. What the recording says comes before what it does to accounts. */
  #tellPhases(instant: Instant, until: Phase): void {
    const { time, closes, actions, opens } = instant;
    const done = this.#done;
    if (done < 1) this.#move(time, 1, closes);
    // A client that adds up money does so in the order in which it was booked: interest comes before what margin calls and ruin do.
    if (done < 3 && this.#source.exact) this.#move(time, Math.min(until, 3) as Phase);
    if (done < 5) this.#move(time, Math.min(until, 5) as Phase);
    if (done < 6 && until >= 6) this.#move(time, 6, actions);
    if (until >= 7) this.#move(time, 7, opens);
  }

  #move(time: number, phase: Phase, marks: readonly Mark[] = []): void {
    this.#accounts.advance(time, phase);
    for (const mark of marks) this.#tell(mark);
    this.#tellAccounts();
  }

  #count({ closes, actions, opens }: Instant, until: Phase): void {
    const done = this.#done;
    const counted = (marks: readonly Mark[]): number => marks.filter((mark) => mark.counted).length;
    if (done < 1) this.offset += counted(closes);
    if (done < 6 && until >= 6) this.offset += counted(actions);
    if (until >= 7) this.offset += counted(opens);
  }

  #tellAccounts(): void {
    const { time, phase } = this.#accounts;
    this.#accountEvents.take((event) => this.#tell(new ToldMark(time, phase, event), event));
  }

  #tell(mark: Mark, made?: SessionEvent): void {
    const offset = this.offset;
    if (mark.counted) this.offset++;
    this.#ring.add(mark, offset);
    let event = made;
    for (const listener of this.#listeners) {
      const { wanted } = listener;
      if (wanted === undefined ? !mark.counted : !mark.isWanted(wanted)) continue;
      event ??= mark.event(this.#source);
      listener.event(event, offset);
    }
  }
}
