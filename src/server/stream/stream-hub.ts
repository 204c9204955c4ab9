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

/** Connections without a key of all addresses, as a multiple of those of one. */
const MOST_UNKNOWN = 10;
/** Bytes that may wait for all clients, as a multiple of those of one. */
const MOST_UNREAD = 8;

/** All clients of the stream, by session and by key. */
export class StreamHub implements ConnectionHub {
  readonly context: StreamContext;
  readonly settings: StreamSettings;
  /** Hears of what nobody foresaw; its client is told only that something went wrong. */
  readonly report: (error: unknown) => void;
  readonly #connections = new Set<Connection>();
  /** Those that have shown no key yet, the oldest first. */
  readonly #unknown = new Set<Connection>();
  readonly #byKey = new Map<string, Set<Connection>>();
  readonly #feeds = new Map<ReplaySession, SessionFeed>();
  readonly #unwritten = new Set<Connection>();
  readonly #awaited = new Set<Promise<void>>();
  #scheduled = false;
  #count = 0;
  /** Data messages written to connections that are gone. */
  #writtenBefore = 0;

  constructor(context: StreamContext, settings: StreamSettings, report: (error: unknown) => void) {
    this.context = context;
    this.settings = settings;
    this.report = report;
  }

  get connections(): ReadonlySet<Connection> {
    return this.#connections;
  }

  /** Data messages written so far. */
  get messages(): number {
    let written = this.#writtenBefore;
    for (const { seq } of this.#connections) written += seq;
    return written;
  }

  /** A number for a new connection. */
  nextId(): number {
    return ++this.#count;
  }

  /** What tells of a session. */
  feed(session: ReplaySession): SessionFeed {
    let feed = this.#feeds.get(session);
    if (feed === undefined) {
      feed = new SessionFeed(session);
      this.#feeds.set(session, feed);
    }
    return feed;
  }

  /** Throws TIER_REQUIRED, INSUFFICIENT_SCOPE, and RATE_LIMIT_EXCEEDED for a key that has as many connections as it may. */
  check({ key }: KnownKey): void {
    checkStreamRights(key);
    const limit = this.settings.connectionsPerKey;
    const connections = this.#byKey.get(key.id)?.size ?? 0;
    if (connections < limit) return;
    const message = `a key may have at most ${limit} connections at a time`;
    throw new ApiError("RATE_LIMIT_EXCEEDED", message, { limit, connections }, { headers: { "retry-after": "10" } });
  }

  /**
   * Lets the oldest connections go that have shown no key, of an address and of all, where there are too many: a browser shows its key in a moment, and
   * must not be kept out by those who never do.
   */
  makeRoom(address: string): void {
    const { unknownConnections: most } = this.settings;
    const ofAddress = [...this.#unknown].filter((one) => one.address === address);
    const [oldest] =
      ofAddress.length >= most ? ofAddress : this.#unknown.size >= MOST_UNKNOWN * most ? this.#unknown : [];
    if (oldest === undefined) return;
    const message = "too many connections have not sent a key: send yours sooner";
    oldest.letGo(CLOSE.tryAgain, new ApiError("SERVICE_UNAVAILABLE", message));
    this.#unknown.delete(oldest);
  }

  add(connection: Connection): void {
    this.#connections.add(connection);
    this.#unknown.add(connection);
    connection.feed.join(connection);
  }

  /** A connection has shown its key: it comes to the session that it is for. Throws NOT_FOUND. */
  move(connection: Connection, { key }: KnownKey): void {
    const session = this.context.sessions.getFor(key, connection.named);
    if (session === connection.session) return;
    this.#leave(connection);
    connection.feed = this.feed(session);
    connection.feed.join(connection);
  }

  /** A connection has shown its key. Throws what the gate of a lockstep session throws. */
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

  /** A connection has something to write: it is written at the end of this turn. */
  wrote(connection: Connection): void {
    this.#unwritten.add(connection);
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.flush();
    });
  }

  /** Writes what all connections were told; what orders came to only when it is on disk. */
  flush(): void {
    for (const connection of this.#unwritten) {
      const { journal } = connection.session.accounts;
      const { settled } = journal;
      if (settled !== undefined) {
        this.#await(settled, journal);
        continue;
      }
      this.#unwritten.delete(connection);
      connection.flush();
    }
  }

  /** Tells clients of one of their backtests. */
  tellBacktest(owner: string, backtest: BacktestRecord): void {
    for (const connection of this.#connections) {
      if (connection.owner !== owner || !connection.subscriptions.backtests) continue;
      connection.tell(backtestMessage(backtest, connection.session));
    }
  }

  /** Ends the connections of a key that may no longer be used. */
  dismiss(keyId: string): void {
    const error = new ApiError("INVALID_API_KEY", "the key of this connection was revoked or has expired");
    for (const connection of this.#byKey.get(keyId) ?? []) connection.letGo(CLOSE.unauthenticated, error);
  }

  /** Looks after what only time changes. */
  tick(): void {
    const now = this.context.wallClock();
    const { heartbeatMs, silenceMs } = this.settings;
    for (const feed of this.#feeds.values()) feed.tick();
    for (const connection of this.#connections) {
      const { known, heard, asked } = connection;
      if (known !== undefined && known.key.expiresAt <= now) this.dismiss(known.key.id);
      if (now - heard >= silenceMs) {
        connection.end(CLOSE.timeout, "nothing was heard for too long");
        connection.socket.terminate();
      } else if (now - asked >= heartbeatMs) {
        connection.asked = now;
        connection.control({ type: "heartbeat" });
        connection.socket.ping();
      }
      connection.tick(now);
    }
    this.#letSlowestGo();
  }

  /** Lets those go for whom the most waits, where too much waits for all. */
  #letSlowestGo(): void {
    let unread = 0;
    for (const connection of this.#connections) unread += connection.unread;
    const most = MOST_UNREAD * this.settings.closeBytes;
    if (unread <= most) return;
    for (const connection of [...this.#connections].toSorted((one, other) => other.unread - one.unread)) {
      if (unread <= most) return;
      unread -= connection.unread;
      connection.letGoSlow();
    }
  }

  #leave(connection: Connection): void {
    const { feed, session } = connection;
    feed.leave(connection);
    if (!feed.isEmpty) return;
    feed.close();
    this.#feeds.delete(session);
  }

  #await(settled: Promise<void>, journal: Journal): void {
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
        connection.breakOff();
      }
      this.flush();
    });
  }
}
