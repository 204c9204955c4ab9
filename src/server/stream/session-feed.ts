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
import { CLOSE } from "./close-code.ts";
import type { Connection } from "./connection.ts";
import { clockMessage, type DataMessage, eventMessage } from "./data-message.ts";
import { barName } from "./subscriptions.ts";

const NOBODY: ReadonlySet<Connection> = new Set();

/** Who is told of an event, by its type. */
type Audience = {
  readonly [T in SessionEvent["type"]]: (event: Extract<SessionEvent, { type: T }>) => Iterable<Connection>;
};

/** Tells the clients of one session what happens in it: each event is written down once for all of them. */
export class SessionFeed implements SessionListener {
  readonly session: ReplaySession;
  readonly #members = new Set<Connection>();
  readonly #quotes = new Map<string, Set<Connection>>();
  readonly #bars = new Map<string, Set<Connection>>();
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

  join(member: Connection): void {
    this.#members.add(member);
  }

  leave(member: Connection): void {
    this.#members.delete(member);
    for (const symbol of member.subscriptions.quotes.keys()) this.dropQuotes(member, symbol);
    for (const name of member.subscriptions.bars.keys()) this.dropBars(member, name);
  }

  addQuotes(member: Connection, symbol: string): void {
    add(this.#quotes, symbol, member);
  }

  dropQuotes(member: Connection, symbol: string): void {
    drop(this.#quotes, symbol, member);
  }

  addBars(member: Connection, symbol: string, interval: Interval): void {
    this.session.events.build(symbol, interval);
    add(this.#bars, barName(symbol, interval), member);
  }

  dropBars(member: Connection, name: string): void {
    drop(this.#bars, name, member);
  }

  event(event: SessionEvent, offset: number): void {
    const audience = this.#audience[event.type] as (event: SessionEvent) => Iterable<Connection>;
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
    const message = `the session has begun anew, at ${this.session.clock.now}: offsets of before are no longer valid`;
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

  *#ownersOf({ key }: OrderEvent | EntryEvent, symbol: string | null): Generator<Connection> {
    for (const member of this.#members) {
      if (member.owner === key && member.subscriptions.tellsOrders(symbol)) yield member;
    }
  }

  *#followersOf({ symbol }: CorporateActionEvent): Generator<Connection> {
    for (const member of this.#members) if (member.subscriptions.follows(symbol)) yield member;
  }

  *#visitorsOf({ calendar }: MarketStatusEvent): Generator<Connection> {
    for (const member of this.#members) if (member.visits(calendar)) yield member;
  }

  *#clockReaders(): Generator<Connection> {
    for (const member of this.#members) if (member.subscriptions.clock) yield member;
  }
}

function add(map: Map<string, Set<Connection>>, name: string, member: Connection): void {
  const members = map.get(name);
  if (members === undefined) map.set(name, new Set([member]));
  else members.add(member);
}

function drop(map: Map<string, Set<Connection>>, name: string, member: Connection): void {
  const members = map.get(name);
  members?.delete(member);
  if (members?.size === 0) map.delete(name);
}
