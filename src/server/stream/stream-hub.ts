import type { BacktestRecord } from "../../schemas/backtest.ts";
import { ApiError } from "../errors/api-error.ts";
import type { KnownKey } from "../keys/key-ring.ts";
import type { ReplaySession } from "../sessions/session.ts";
import type { Journal } from "../trading/journal.ts";
import { CLOSE } from "./close-code.ts";
import type { Connection, ConnectionHub, StreamContext } from "./connection.ts";
import { backtestMessage } from "./data-message.ts";
import { checkStreamRights } from "./rights.ts";
import { SessionFeed } from "./session-feed.ts";
import type { StreamSettings } from "./stream-settings.ts";

/** How many times the limit per address all addresses together may have in unauthenticated connections. */
const UNKNOWN_FACTOR = 10;
/** How many times the limit per client all clients together may have in unread bytes. */
const UNREAD_FACTOR = 8;

/** All clients of the stream, by session and by API key. */
export class StreamHub implements ConnectionHub {
  readonly context: StreamContext;
  readonly settings: StreamSettings;
  /** Reports unexpected errors to the server. Clients only learn that something failed. */
  readonly report: (error: unknown) => void;
  readonly #connections = new Set<Connection>();
  /** Unauthenticated connections, oldest first. */
  readonly #unknown = new Set<Connection>();
  readonly #byKey = new Map<string, Set<Connection>>();
  readonly #feeds = new Map<ReplaySession, SessionFeed>();
  readonly #unwritten = new Set<Connection>();
  readonly #awaited = new Set<Promise<void>>();
  #scheduled = false;
  #count = 0;
  /** Number of data messages written to connections that are closed by now. */
  #writtenBefore = 0;

  constructor(context: StreamContext, settings: StreamSettings, report: (error: unknown) => void) {
    this.context = context;
    this.settings = settings;
    this.report = report;
  }

  get connections(): ReadonlySet<Connection> {
    return this.#connections;
  }

  /** Number of data messages written so far. */
  get messages(): number {
    let written = this.#writtenBefore;
    for (const { seq } of this.#connections) written += seq;
    return written;
  }

  /** Returns a number for a new connection. */
  nextId(): number {
    return ++this.#count;
  }

  /** Returns the feed of a session. */
  feed(session: ReplaySession): SessionFeed {
    let feed = this.#feeds.get(session);
    if (feed === undefined) {
      feed = new SessionFeed(session);
      this.#feeds.set(session, feed);
    }
    return feed;
  }

  /** Throws TIER_REQUIRED or INSUFFICIENT_SCOPE, and RATE_LIMIT_EXCEEDED for an API key with too many connections. */
  check({ key }: KnownKey): void {
    checkStreamRights(key);
    const limit = this.settings.connectionsPerKey;
    const connections = this.#byKey.get(key.id)?.size ?? 0;
    if (connections < limit) return;
    const message = `a key may have at most ${limit} connections at a time`;
    throw new ApiError("RATE_LIMIT_EXCEEDED", message, { limit, connections }, { headers: { "retry-after": "10" } });
  }

  /**
   * Disconnects the oldest unauthenticated connection if an address has too many, or all addresses together have. Browsers authenticate at
   * once, and clients that never do must not keep them out.
   */
  makeRoom(address: string): void {
    const { unknownConnections: max } = this.settings;
    const ofAddress = [...this.#unknown].filter((one) => one.address === address);
    const [oldest] =
      ofAddress.length >= max ? ofAddress : this.#unknown.size >= UNKNOWN_FACTOR * max ? this.#unknown : [];
    if (oldest === undefined) return;
    const message = "too many connections have not sent an API key: send the key of this connection sooner";
    oldest.disconnect(CLOSE.tryAgain, new ApiError("SERVICE_UNAVAILABLE", message));
    this.#unknown.delete(oldest);
  }

  add(connection: Connection): void {
    this.#connections.add(connection);
    this.#unknown.add(connection);
    connection.feed.join(connection);
  }

  /** Moves an authenticated connection to the session that it requested. Throws NOT_FOUND. */
  move(connection: Connection, { key }: KnownKey): void {
    const session = this.context.sessions.getFor(key, connection.sessionName);
    if (session === connection.session) return;
    this.#leave(connection);
    connection.feed = this.feed(session);
    connection.feed.join(connection);
  }

  /** Registers an authenticated connection. Throws if it may not advance its lockstep session. */
  admit(connection: Connection, known: KnownKey): void {
    connection.known = known;
    this.#unknown.delete(connection);
    const { id } = known.key;
    const members = this.#byKey.get(id);
    if (members === undefined) this.#byKey.set(id, new Set([connection]));
    else members.add(connection);
    connection.session.gate?.attach(connection);
  }

  remove(connection: Connection): void {
    const { keyId, session } = connection;
    connection.drop();
    this.#unknown.delete(connection);
    if (this.#connections.delete(connection)) this.#writtenBefore += connection.seq;
    this.#unwritten.delete(connection);
    const members = this.#byKey.get(keyId);
    members?.delete(connection);
    if (members?.size === 0) this.#byKey.delete(keyId);
    this.#leave(connection);
    if (connection.known !== undefined) session.gate?.detach(connection);
  }

  /** Schedules that a connection's messages are written at the end of this turn of the event loop. */
  scheduleFlush(connection: Connection): void {
    this.#unwritten.add(connection);
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.flush();
    });
  }

  /** Writes the messages of all connections once the events in them are on disk. */
  flush(): void {
    for (const connection of this.#unwritten) {
      const { journal } = connection.session.accounts;
      const { settled } = journal;
      if (settled !== undefined) {
        this.#flushWhenSettled(settled, journal);
        continue;
      }
      this.#unwritten.delete(connection);
      connection.flush();
    }
  }

  /** Sends the state of a backtest to the stream clients of its owner. */
  sendBacktest(owner: string, backtest: BacktestRecord): void {
    for (const connection of this.#connections) {
      if (connection.owner !== owner || !connection.subscriptions.backtests) continue;
      connection.send(backtestMessage(backtest, connection.session));
    }
  }

  /** Disconnects the clients of an API key that was revoked or has expired. */
  disconnectKey(keyId: string): void {
    const error = new ApiError("INVALID_API_KEY", "the key of this connection was revoked or has expired");
    for (const connection of this.#byKey.get(keyId) ?? []) connection.disconnect(CLOSE.unauthenticated, error);
  }

  /** Closes connections whose timeouts have passed. */
  tick(): void {
    const now = this.context.wallClock();
    const { heartbeatMs, silenceMs } = this.settings;
    for (const feed of this.#feeds.values()) feed.tick();
    for (const connection of this.#connections) {
      const { known, lastHeardAt, lastPingAt } = connection;
      if (known !== undefined && known.key.expiresAt <= now) this.disconnectKey(known.key.id);
      if (now - lastHeardAt >= silenceMs) {
        connection.end(CLOSE.timeout, "the client sent nothing for too long");
        connection.socket.terminate();
      } else if (now - lastPingAt >= heartbeatMs) {
        connection.lastPingAt = now;
        connection.control({ type: "heartbeat" });
        connection.socket.ping();
      }
      connection.tick(now);
    }
    this.#disconnectSlowest();
  }

  /** If all clients together have too many unread bytes, disconnects those with the most. */
  #disconnectSlowest(): void {
    let unread = 0;
    for (const connection of this.#connections) unread += connection.unread;
    const max = UNREAD_FACTOR * this.settings.closeBytes;
    if (unread <= max) return;
    for (const connection of [...this.#connections].toSorted((one, other) => other.unread - one.unread)) {
      if (unread <= max) return;
      unread -= connection.unread;
      connection.disconnectSlow();
    }
  }

  #leave(connection: Connection): void {
    const { feed, session } = connection;
    feed.leave(connection);
    if (!feed.isEmpty) return;
    feed.close();
    this.#feeds.delete(session);
  }

  #flushWhenSettled(settled: Promise<void>, journal: Journal): void {
    if (this.#awaited.has(settled)) return;
    this.#awaited.add(settled);
    const done = (): void => {
      this.#awaited.delete(settled);
      this.flush();
    };
    settled.then(done, () => {
      this.#awaited.delete(settled);
      for (const connection of this.#connections) {
        if (connection.session.accounts.journal !== journal) continue;
        this.#unwritten.delete(connection);
        connection.abort();
      }
      this.flush();
    });
  }
}
