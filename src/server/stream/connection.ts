import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { ControlMessage } from "../../schemas/stream-message.ts";
import { formatInstant } from "../../time/instant.ts";
import type { KeyCheck } from "../authentication/authenticate.ts";
import type { BacktestService } from "../backtests/backtest-service.ts";
import { ApiError } from "../errors/api-error.ts";
import type { FaultPlans } from "../faults/fault-plan.ts";
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

/** Objects of the server that the stream uses. */
export interface StreamContext extends KeyCheck {
  readonly sessions: Sessions;
  readonly refusals: Refusals;
  readonly faults: FaultPlans;
  readonly backtests: BacktestService;
}

/** The part of the stream hub that a connection uses. */
export interface ConnectionHub {
  readonly context: StreamContext;
  readonly settings: StreamSettings;
  /** Reports an unexpected error. */
  report(error: unknown): void;
  check(known: KnownKey): void;
  move(connection: Connection, known: KnownKey): void;
  admit(connection: Connection, known: KnownKey): void;
  scheduleFlush(connection: Connection): void;
}

/** A client of the stream, with its connection. */
export class Connection implements StreamPeer {
  readonly id: number;
  readonly hub: ConnectionHub;
  feed: SessionFeed;
  /** Id of the requested session. Until the client is authenticated, the connection belongs to the main session. */
  readonly sessionName: string;
  /** Address of the client. */
  readonly address: string;
  readonly subscriptions = new Subscriptions();
  readonly socket: WebSocket;
  known: KnownKey | undefined;
  /** When the client last sent anything, and when it was last pinged, in milliseconds of the computer's clock. */
  lastHeardAt: number;
  lastPingAt: number;
  readonly #outbox: Outbox;
  readonly #pacer: QuotePacer;
  readonly #calendars = new Map<string, string>();
  #slowSince: number | undefined;
  /** Number of unread bytes at which the client is disconnected. */
  #maxUnread = 0;
  #ending = false;

  constructor(
    id: number,
    hub: ConnectionHub,
    feed: SessionFeed,
    sessionName: string,
    socket: WebSocket,
    stream: Duplex,
    address: string,
  ) {
    this.id = id;
    this.hub = hub;
    this.feed = feed;
    this.sessionName = sessionName;
    this.socket = socket;
    this.address = address;
    this.lastHeardAt = this.lastPingAt = hub.context.wallClock();
    this.#outbox = new Outbox(stream, () => this.#faults());
    this.#pacer = new QuotePacer(this.#outbox, () => this.hub.scheduleFlush(this));
    stream.on("drain", () => this.#recover());
  }

  get session(): ReplaySession {
    return this.feed.session;
  }

  /** Id of the client's API key; empty before the client is authenticated. */
  get keyId(): string {
    return this.known?.key.id ?? "";
  }

  get owner(): string {
    return this.known?.key.owner ?? "";
  }

  get seq(): number {
    return this.#outbox.seq;
  }

  /** Bytes that the client has not read yet. */
  get unread(): number {
    return this.#outbox.bytes;
  }

  get isEnding(): boolean {
    return this.#ending;
  }

  /** Whether the client has too many unread bytes. */
  get isBehind(): boolean {
    const { bytes, unwritten } = this.#outbox;
    return bytes + unwritten > this.hub.settings.conflateBytes;
  }

  /**
   * Whether the client has subscribed to a symbol with this calendar. In a lockstep session, symbols may be listed only after the
   * subscription.
   */
  followsCalendar(calendar: string): boolean {
    for (const symbol of this.subscriptions.followed()) {
      if (!this.#calendars.has(symbol)) this.#lookUp(symbol);
      if (this.#calendars.get(symbol) === calendar) return true;
    }
    return false;
  }

  /** Stores the calendar of a symbol to which the client has subscribed. */
  noteCalendar(symbol: string, calendar: string): void {
    this.#calendars.set(symbol, calendar);
  }

  /** Sends a data message, unless it is a quote that is held back for a while. */
  send(message: DataMessage): void {
    if (this.#ending) return;
    const { symbol } = message;
    const conflateMs = symbol === undefined ? 0 : (this.subscriptions.quotes.get(symbol) ?? 0);
    if (conflateMs > 0) this.#pacer.add(message, symbol!, conflateMs);
    else this.#outbox.addData(message);
    this.hub.scheduleFlush(this);
  }

  /** Sends a data message that is never held back, such as a snapshot. */
  sendNow(message: DataMessage): void {
    if (this.#ending) return;
    this.#outbox.addData(message);
    this.hub.scheduleFlush(this);
  }

  forgetQuotes(symbol: string): void {
    this.#pacer.drop(symbol);
  }

  control(message: ControlMessage): void {
    if (this.#ending) return;
    const { type, ...members } = message;
    const timestamp = formatInstant(this.session.accounts.time);
    this.#outbox.addText(JSON.stringify({ type, ...members, timestamp }));
    this.hub.scheduleFlush(this);
  }

  /** Sends the client the id of its session and the session's offset. */
  welcome(authenticated: boolean): void {
    const { id: session, events } = this.session;
    const { epoch, offset } = events;
    const { heartbeatMs } = this.hub.settings;
    this.control({ type: "welcome", session, epoch, offset, authenticated, heartbeat_ms: heartbeatMs });
  }

  /** Reports an invalid message to the client; `id` is the id that the client gave the message. */
  fail(error: ApiError, id?: string): void {
    if (this.#ending) return;
    const { code, message, details } = error;
    this.hub.context.refusals.note(error);
    this.control({ type: "error", code, message, details: { ...details }, ...(id === undefined ? {} : { id }) });
  }

  /** Reports an error to the client and closes the connection. */
  disconnect(code: CloseCode, error: ApiError, id?: string): void {
    this.fail(error, id);
    this.end(code, error.message);
  }

  /** Closes the connection after all messages that were sent so far. */
  end(code: CloseCode, reason: string): void {
    if (this.#ending) return;
    this.#outbox.stop();
    this.#outbox.flush();
    this.#ending = true;
    this.#pacer.stop();
    this.socket.close(code, Buffer.from(reason).subarray(0, MAX_REASON_BYTES).toString());
  }

  /** Closes the connection and discards messages that are not written yet, since their events may never be stored. */
  abort(): void {
    this.drop();
    this.socket.close(CLOSE.internal, "the state cannot be written");
  }

  /** Writes waiting messages. A slow client gets only the last quote of each symbol, and is disconnected if it stays slow. */
  flush(): void {
    const { conflateBytes, closeBytes } = this.hub.settings;
    if (this.#ending) return;
    if (this.session.backpressure === "pause") {
      // With backpressure no quotes are left out, since the clock waits instead. Responses to the client's own messages continue.
      this.#write(this.#outbox.bytes <= conflateBytes, closeBytes);
      return;
    }
    const keptUp = this.#outbox.bytes <= conflateBytes;
    if (this.#slowSince === undefined && !keptUp) {
      this.#slowSince = this.hub.context.wallClock();
      const message = `more than ${conflateBytes} bytes are unread: until you read them, only the last quote of each symbol is sent`;
      this.control({ type: "warning", code: "SLOW_CONSUMER", message });
    }
    if (this.#slowSince !== undefined) this.#outbox.holdQuotes();
    this.#write(keptUp, closeBytes);
  }

  /** Writes waiting messages, and disconnects a client that reads too slowly. */
  #write(keptUp: boolean, closeBytes: number): void {
    this.#outbox.flush();
    // A client cannot read during a long turn of the server. One that had read everything before may have all bytes of that turn unread.
    if (keptUp) this.#maxUnread = Math.max(closeBytes, this.#outbox.bytes);
    else if (this.#outbox.bytes > this.#maxUnread) this.disconnectSlow();
  }

  /** Closes the connection if a timeout has passed. */
  tick(now: number): void {
    const { slowMs, conflateBytes } = this.hub.settings;
    if (this.#slowSince === undefined) return;
    if (this.#outbox.bytes <= conflateBytes / 2) this.#recover();
    else if (now - this.#slowSince >= slowMs) this.disconnectSlow();
  }

  /** Discards messages and timers after the connection has closed. */
  drop(): void {
    this.#ending = true;
    this.#pacer.stop();
    this.#outbox.stop();
  }

  /** Returns the injected faults of the client's messages; undefined if there are none. */
  #faults(): MessageFaults | undefined {
    const plan = this.hub.context.faults.planOf(this.session);
    return plan === undefined ? undefined : (type) => plan.message(this.owner, type);
  }

  #lookUp(symbol: string): void {
    const view = this.session.view();
    if (view.has(symbol)) this.noteCalendar(symbol, view.instrument(symbol).calendar);
  }

  #recover(): void {
    if (this.#slowSince === undefined || this.#ending) return;
    this.#slowSince = undefined;
    this.#outbox.release();
    this.flush();
  }

  /** Disconnects a client that reads too slowly. */
  disconnectSlow(): void {
    const message = "the client reads more slowly than messages arrive";
    const details = { buffered_bytes: this.#outbox.bytes };
    this.disconnect(CLOSE.tryAgain, new ApiError("SERVICE_UNAVAILABLE", message, details));
  }
}

/** Maximum size of the reason in a close frame, in bytes. */
const MAX_REASON_BYTES = 120;
