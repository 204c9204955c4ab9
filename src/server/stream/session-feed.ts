import type { ReplaySession } from "../sessions/session.ts";
import type {
  ClockEvent,
  CorporateActionEvent,
  EntryEvent,
  MarketStatusEvent,
  OrderEvent,
  SessionEvent,
  SessionListener,
} from "../sessions/session-event.ts";
import type { Interval } from "../../time/interval.ts";
import type { ControlMessage } from "../../schemas/stream-message.ts";
import { CLOSE, type CloseCode } from "./close-code.ts";
import { clockMessage, type DataMessage, eventMessage } from "./data-message.ts";
import { barKey, type Subscriptions } from "./subscriptions.ts";

/** A stream client, as the feed of its session sees it. */
interface FeedMember {
  readonly owner: string;
  readonly subscriptions: Subscriptions;
  /** Whether the client has too many unread bytes. */
  readonly isBehind: boolean;
  followsCalendar(calendar: string): boolean;
  send(message: DataMessage): void;
  control(message: ControlMessage): void;
  forgetQuotes(symbol: string): void;
  abort(): void;
  end(code: CloseCode, reason: string): void;
}

const NO_MEMBERS: ReadonlySet<FeedMember> = new Set();

/** For each type of event, a function that returns the clients that receive an event. */
type Audience = {
  readonly [T in SessionEvent["type"]]: (event: Extract<SessionEvent, { type: T }>) => Iterable<FeedMember>;
};

/** Sends the events of one session to its stream clients. Each event is serialized once. */
export class SessionFeed implements SessionListener {
  readonly session: ReplaySession;
  readonly #members = new Set<FeedMember>();
  readonly #quotes = new Map<string, Set<FeedMember>>();
  readonly #bars = new Map<string, Set<FeedMember>>();
  readonly filter = {
    quote: (symbol: string): boolean => this.#quotes.has(symbol),
    bar: (symbol: string, interval: Interval): boolean => this.#bars.has(barKey(symbol, interval)),
  };
  readonly #audience: Audience = {
    quote: ({ symbol }) => this.#quotes.get(symbol) ?? NO_MEMBERS,
    bar: ({ symbol, interval }) => this.#bars.get(barKey(symbol, interval)) ?? NO_MEMBERS,
    order: (event) => this.#accountMembers(event, event.order.symbol),
    entry: (event) => this.#accountMembers(event, event.entry.symbol),
    corporate_action: (event) => this.#symbolFollowers(event),
    market_status: (event) => this.#calendarFollowers(event),
    clock: () => this.#clockReaders(),
  };
  #stop: () => void;
  #completed: boolean;
  /** The clock as it was last sent; at first, the clock at the time when the feed was created. */
  #lastClock: string;

  constructor(session: ReplaySession) {
    this.session = session;
    this.#stop = session.events.listen(this);
    this.#completed = session.events.completed;
    this.#lastClock = JSON.stringify(session.clock);
  }

  get isBusy(): boolean {
    for (const member of this.#members) if (member.isBehind) return true;
    return false;
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  join(member: FeedMember): void {
    this.#members.add(member);
  }

  leave(member: FeedMember): void {
    this.#members.delete(member);
    for (const symbol of member.subscriptions.quotes.keys()) this.dropQuotes(member, symbol);
    for (const name of member.subscriptions.bars.keys()) this.dropBars(member, name);
  }

  addQuotes(member: FeedMember, symbol: string): void {
    add(this.#quotes, symbol, member);
  }

  dropQuotes(member: FeedMember, symbol: string): void {
    drop(this.#quotes, symbol, member);
  }

  addBars(member: FeedMember, symbol: string, interval: Interval): void {
    this.session.events.build(symbol, interval);
    add(this.#bars, barKey(symbol, interval), member);
  }

  dropBars(member: FeedMember, name: string): void {
    drop(this.#bars, name, member);
  }

  event(event: SessionEvent, offset: number): void {
    const audience = this.#audience[event.type] as (event: SessionEvent) => Iterable<FeedMember>;
    let message: DataMessage | undefined;
    for (const member of audience(event)) {
      message ??= this.#messageOf(event, offset);
      member.send(message);
    }
  }

  advanced(): void {
    const { completed, offset } = this.session.events;
    if (completed && !this.#completed) {
      for (const member of this.#members) member.control({ type: "replay_completed", offset });
    }
    this.#completed = completed;
  }

  restarted(): void {
    const { events } = this.session;
    this.#stop = events.listen(this);
    this.#completed = events.completed;
    const message = `the session restarted at ${this.session.clock.now}: earlier offsets are no longer valid`;
    for (const member of this.#members) {
      // Held quotes belong to the time before the restart.
      for (const symbol of member.subscriptions.quotes.keys()) member.forgetQuotes(symbol);
      for (const { symbol, interval } of member.subscriptions.bars.values()) events.build(symbol, interval);
      member.control({ type: "warning", code: "SESSION_RESTARTED", message });
    }
  }

  /** Disconnects the clients, which can resume from their last offset. */
  interrupted(): void {
    this.#stop = this.session.events.listen(this);
    this.#completed = this.session.events.completed;
    for (const member of this.#members) member.abort();
  }

  ended(): void {
    for (const member of this.#members) member.end(CLOSE.ended, "the session has ended");
  }

  /**
   * Sends the clock if it has changed. In lockstep sessions every step sends the clock itself, and a second message would look like another
   * step.
   */
  tick(): void {
    if (this.session.lockstep) return;
    const readers = [...this.#clockReaders()];
    if (readers.length === 0) return;
    const { clock } = this.session;
    if (JSON.stringify(clock) === this.#lastClock) return;
    const message = this.#clockMessage(clock);
    for (const member of readers) member.send(message);
  }

  close(): void {
    this.#stop();
  }

  #messageOf(event: SessionEvent, offset: number): DataMessage {
    const { epoch } = this.session.events;
    return event.type === "clock" ? this.#clockMessage(event) : eventMessage(event, epoch, offset);
  }

  #clockMessage(clock: ClockEvent): DataMessage {
    this.#lastClock = JSON.stringify(clock);
    return clockMessage(clock, this.session.events.epoch);
  }

  *#accountMembers({ key }: OrderEvent | EntryEvent, symbol: string | null): Generator<FeedMember> {
    for (const member of this.#members) {
      if (member.owner === key && member.subscriptions.includesOrders(symbol)) yield member;
    }
  }

  *#symbolFollowers({ symbol }: CorporateActionEvent): Generator<FeedMember> {
    for (const member of this.#members) if (member.subscriptions.follows(symbol)) yield member;
  }

  *#calendarFollowers({ calendar }: MarketStatusEvent): Generator<FeedMember> {
    for (const member of this.#members) if (member.followsCalendar(calendar)) yield member;
  }

  *#clockReaders(): Generator<FeedMember> {
    for (const member of this.#members) if (member.subscriptions.clock) yield member;
  }
}

function add(map: Map<string, Set<FeedMember>>, name: string, member: FeedMember): void {
  const members = map.get(name);
  if (members === undefined) map.set(name, new Set([member]));
  else members.add(member);
}

function drop(map: Map<string, Set<FeedMember>>, name: string, member: FeedMember): void {
  const members = map.get(name);
  members?.delete(member);
  if (members?.size === 0) map.delete(name);
}
