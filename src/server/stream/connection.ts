import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { ControlMessage } from "../../schemas/stream-message.ts";
import { formatInstant } from "../../time/instant.ts";
import type { KeyCheck } from "../authentication/authenticate.ts";
import type { BacktestDesk } from "../backtests/backtest-desk.ts";
import { ApiError } from "../errors/api-error.ts";
import type { FaultDesk } from "../faults/fault-plan.ts";
import type { KnownKey } from "../keys/key-ring.ts";
import type { Refusals } from "../limits/rate-limits.ts";
import type { ReplaySession, StreamPeer } from "../sessions/session.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { CLOSE, type CloseCode } from "./close-code.ts";
import type { DataMessage } from "./data-message.ts";
import { type MessageFaults, Outbox, QuotePacer } from "./outbox.ts";
import type { SessionFeed } from "./session-feed.ts";
import type { StreamSettings } from "./stream-settings.ts";
import { Subscriptions } from "./subscriptions.ts";

/** What the stream shares with the rest of its server. */
export interface StreamContext extends KeyCheck {
  readonly sessions: Sessions;
  readonly refusals: Refusals;
  readonly faults: FaultDesk;
  readonly backtests: BacktestDesk;
}

/** What a client needs of the hub of all clients. */
export interface ConnectionHub {
  readonly context: StreamContext;
  readonly settings: StreamSettings;
  /** Reports what nobody foresaw. */
  report(error: unknown): void;
  check(known: KnownKey): void;
  move(connection: Connection, known: KnownKey): void;
  admit(connection: Connection, known: KnownKey): void;
  wrote(connection: Connection): void;
}

/** One client of the stream. */
export class Connection implements StreamPeer {
  readonly id: number;
  readonly hub: ConnectionHub;
  feed: SessionFeed;
  /** The name of the session that it is for; it is on the main one until it has shown a key. */
  readonly named: string;
  /** Address of the client. */
  readonly address: string;
  readonly subscriptions = new Subscriptions();
  readonly socket: WebSocket;
  known: KnownKey | undefined;
  /** When the client last said anything, and when it was last asked to, by the wall clock. */
  heard: number;
  asked: number;
  readonly #outbox: Outbox;
  readonly #pacer: QuotePacer;
  readonly #calendars = new Map<string, string>();
  #slowSince: number | undefined;
  /** Bytes that may wait for it before it is let go. */
  #most = 0;
  #ending = false;

  constructor(
    id: number,
    hub: ConnectionHub,
    feed: SessionFeed,
    named: string,
    socket: WebSocket,
    stream: Duplex,
    address: string,
  ) {
    this.id = id;
    this.hub = hub;
    this.feed = feed;
    this.named = named;
    this.socket = socket;
    this.address = address;
    this.heard = this.asked = hub.context.wallClock();
    this.#outbox = new Outbox(stream, () => this.#faults());
    this.#pacer = new QuotePacer(this.#outbox, () => this.hub.wrote(this));
    stream.on("drain", () => this.#recover());
  }

  get session(): ReplaySession {
    return this.feed.session;
  }

  /** Empty before it has shown a key. */
  get keyId(): string {
    return this.known?.key.id ?? "";
  }

  get owner(): string {
    return this.known?.key.owner ?? "";
  }

  get seq(): number {
    return this.#outbox.seq;
  }

  /** Bytes that the client has not read. */
  get unread(): number {
    return this.#outbox.bytes;
  }

  get isEnding(): boolean {
    return this.#ending;
  }

  /** More waits for it than it should. */
  get isBehind(): boolean {
    const { bytes, unwritten } = this.#outbox;
    return bytes + unwritten > this.hub.settings.conflateBytes;
  }

  /** Whether anything that it follows is traded by a calendar: of what lists later in a lockstep session, from then on. */
  visits(calendar: string): boolean {
    for (const symbol of this.subscriptions.followed()) {
      if (!this.#calendars.has(symbol)) this.#lookUp(symbol);
      if (this.#calendars.get(symbol) === calendar) return true;
    }
    return false;
  }

  /** Notes by which calendar a symbol that it follows is traded. */
  notes(symbol: string, calendar: string): void {
    this.#calendars.set(symbol, calendar);
  }

  /** Hands on a data message. */
  tell(message: DataMessage): void {
    if (this.#ending) return;
    const { symbol } = message;
    const conflateMs = symbol === undefined ? 0 : (this.subscriptions.quotes.get(symbol) ?? 0);
    if (conflateMs > 0) this.#pacer.add(message, symbol!, conflateMs);
    else this.#outbox.addData(message);
    this.hub.wrote(this);
  }

  /** Hands on a data message that is no news: it is not held back. */
  tellNow(message: DataMessage): void {
    if (this.#ending) return;
    this.#outbox.addData(message);
    this.hub.wrote(this);
  }

  forgetQuotes(symbol: string): void {
    this.#pacer.drop(symbol);
  }

  control(message: ControlMessage): void {
    if (this.#ending) return;
    const { type, ...members } = message;
    const timestamp = formatInstant(this.session.accounts.time);
    this.#outbox.addText(JSON.stringify({ type, ...members, timestamp }));
    this.hub.wrote(this);
  }

  /** Says on which session it is, and where that stands. */
  welcome(authenticated: boolean): void {
    const { id: session, events } = this.session;
    const { epoch, offset } = events;
    const { heartbeatMs } = this.hub.settings;
    this.control({ type: "welcome", session, epoch, offset, authenticated, heartbeat_ms: heartbeatMs });
  }

  /** Says what is wrong with a message; `id` is the client's name of it. */
  fail(error: ApiError, id?: string): void {
    if (this.#ending) return;
    const { code, message, details } = error;
    this.hub.context.refusals.note(error);
    this.control({ type: "error", code, message, details: { ...details }, ...(id === undefined ? {} : { id }) });
  }

  /** Says why, and ends the connection. */
  letGo(code: CloseCode, error: ApiError, id?: string): void {
    this.fail(error, id);
    this.end(code, error.message);
  }

  /** Ends the connection after what was told so far. */
  end(code: CloseCode, reason: string): void {
    if (this.#ending) return;
    this.#outbox.stop();
    this.#outbox.flush();
    this.#ending = true;
    this.#pacer.stop();
    this.socket.close(code, Buffer.from(reason).subarray(0, MOST_REASON).toString());
  }

  /** Ends the connection without what was told and not written: it may never be on disk. */
  breakOff(): void {
    this.drop();
    this.socket.close(CLOSE.internal, "the state cannot be written");
  }

  /** Writes what was told. A client that does not keep up is told the last quote of each symbol, and let go if that does not help. */
  flush(): void {
    const { conflateBytes, closeBytes } = this.hub.settings;
    if (this.#ending) return;
    if (this.session.backpressure === "pause") {
      // Nothing is left out; the clock waits, but answers to what the client asks for do not.
      this.#write(this.#outbox.bytes <= conflateBytes, closeBytes);
      return;
    }
    const keptUp = this.#outbox.bytes <= conflateBytes;
    if (this.#slowSince === undefined && !keptUp) {
      this.#slowSince = this.hub.context.wallClock();
      const message = `more than ${conflateBytes} bytes are unread: until they are read, only the last quote of each symbol is sent`;
      this.control({ type: "warning", code: "SLOW_CONSUMER", message });
    }
    if (this.#slowSince !== undefined) this.#outbox.holdQuotes();
    this.#write(keptUp, closeBytes);
  }

  /** Writes what waits, and lets a client go that reads too slowly. */
  #write(keptUp: boolean, closeBytes: number): void {
    this.#outbox.flush();
    // Nobody can read what one turn brings, such as a long advance, before it is over: who kept up until then is given the time for it.
    if (keptUp) this.#most = Math.max(closeBytes, this.#outbox.bytes);
    else if (this.#outbox.bytes > this.#most) this.letGoSlow();
  }

  /** Looks after what only time changes. */
  tick(now: number): void {
    const { slowMs, conflateBytes } = this.hub.settings;
    if (this.#slowSince === undefined) return;
    if (this.#outbox.bytes <= conflateBytes / 2) this.#recover();
    else if (now - this.#slowSince >= slowMs) this.letGoSlow();
  }

  /** Forgets everything: the connection is gone. */
  drop(): void {
    this.#ending = true;
    this.#pacer.stop();
    this.#outbox.stop();
  }

  /** What its messages meet because somebody asked for faults. */
  #faults(): MessageFaults | undefined {
    const plan = this.hub.context.faults.of(this.session);
    return plan === undefined ? undefined : (type) => plan.message(this.owner, type);
  }

  #lookUp(symbol: string): void {
    const view = this.session.view();
    if (view.has(symbol)) this.notes(symbol, view.instrument(symbol).calendar);
  }

  #recover(): void {
    if (this.#slowSince === undefined || this.#ending) return;
    this.#slowSince = undefined;
    this.#outbox.release();
    this.flush();
  }

  /** Ends the connection of a client that reads too slowly. */
  letGoSlow(): void {
    const message = "the client reads more slowly than messages arrive";
    const details = { buffered_bytes: this.#outbox.bytes };
    this.letGo(CLOSE.tryAgain, new ApiError("SERVICE_UNAVAILABLE", message, details));
  }
}

/** Bytes of a reason that a close frame has room for. */
const MOST_REASON = 120;
