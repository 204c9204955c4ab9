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
import { barName, type Subscriptions } from "./subscriptions.ts";

/** A client of the stream as the feed of its session sees it. */
interface FeedMember {
  readonly owner: string;
  readonly subscriptions: Subscriptions;
  /** More waits for it than it should. */
  readonly isBehind: boolean;
  visits(calendar: string): boolean;
  tell(message: DataMessage): void;
  control(message: ControlMessage): void;
  forgetQuotes(symbol: string): void;
  breakOff(): void;
  end(code: CloseCode, reason: string): void;
}

const NOBODY: ReadonlySet<FeedMember> = new Set();

/** Who is told of an event, by its type. */
type Audience = {
  readonly [T in SessionEvent["type"]]: (event: Extract<SessionEvent, { type: T }>) => Iterable<FeedMember>;
};

/** Tells the clients of one session what happens in it: each event is written down once for all of them. */
export class SessionFeed implements SessionListener {
  readonly session: ReplaySession;
  readonly #members = new Set<FeedMember>();
  readonly #quotes = new Map<string, Set<FeedMember>>();
  readonly #bars = new Map<string, Set<FeedMember>>();
  readonly wanted = {
    quote: (symbol: string): boolean => this.#quotes.has(symbol),
    bar: (symbol: string, interval: Interval): boolean => this.#bars.has(barName(symbol, interval)),
  };
  readonly #audience: Audience = {
    quote: ({ symbol }) => this.#quotes.get(symbol) ?? NOBODY,
    bar: ({ symbol, interval }) => this.#bars.get(barName(symbol, interval)) ?? NOBODY,
    order: (event) => this.#ownersOf(event, event.order.symbol),
    entry: (event) => this.#ownersOf(event, event.entry.symbol),
    corporate_action: (event) => this.#followersOf(event),
    market_status: (event) => this.#visitorsOf(event),
    clock: () => this.#clockReaders(),
  };
  #stop: () => void;
  #completed: boolean;
  /** The clock as it was when somebody was last told, or when the first reader came. */
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
    add(this.#bars, barName(symbol, interval), member);
  }

  dropBars(member: FeedMember, name: string): void {
    drop(this.#bars, name, member);
  }

  event(event: SessionEvent, offset: number): void {
    const audience = this.#audience[event.type] as (event: SessionEvent) => Iterable<FeedMember>;
    let message: DataMessage | undefined;
    for (const member of audience(event)) {
      message ??= this.#messageOf(event, offset);
      member.tell(message);
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
      // Quotes that are held back are of moments which have not been yet.
      for (const symbol of member.subscriptions.quotes.keys()) member.forgetQuotes(symbol);
      for (const { symbol, interval } of member.subscriptions.bars.values()) events.build(symbol, interval);
      member.control({ type: "warning", code: "SESSION_RESTARTED", message });
    }
  }

  /** The clients come back and go on from the offset that they have. */
  interrupted(): void {
    this.#stop = this.session.events.listen(this);
    this.#completed = this.session.events.completed;
    for (const member of this.#members) member.breakOff();
  }

  ended(): void {
    for (const member of this.#members) member.end(CLOSE.ended, "the session is over");
  }

  /** Tells what time it is, where it has changed. In lockstep each step has told it: told again, it would be taken for another step. */
  tick(): void {
    if (this.session.lockstep) return;
    const readers = [...this.#clockReaders()];
    if (readers.length === 0) return;
    const { clock } = this.session;
    if (JSON.stringify(clock) === this.#lastClock) return;
    const message = this.#clockMessage(clock);
    for (const member of readers) member.tell(message);
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

  *#ownersOf({ key }: OrderEvent | EntryEvent, symbol: string | null): Generator<FeedMember> {
    for (const member of this.#members) {
      if (member.owner === key && member.subscriptions.tellsOrders(symbol)) yield member;
    }
  }

  *#followersOf({ symbol }: CorporateActionEvent): Generator<FeedMember> {
    for (const member of this.#members) if (member.subscriptions.follows(symbol)) yield member;
  }

  *#visitorsOf({ calendar }: MarketStatusEvent): Generator<FeedMember> {
    for (const member of this.#members) if (member.visits(calendar)) yield member;
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
