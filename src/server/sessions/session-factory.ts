import type { ReplaySessionRecord, SessionBody } from "../../schemas/replay.ts";
import { ApiError } from "../errors/api-error.ts";
import { StateStore } from "../store/state-store.ts";
import { Journal } from "../trading/journal.ts";
import { SessionStore } from "../trading/session-store.ts";
import { firstMoment } from "./recorded-range.ts";
import { LockstepSession } from "./lockstep-session.ts";
import { MarketSession } from "./market-session.ts";
import type { ReplaySession, SessionSource } from "./session.ts";
import { checkRange, termsOf } from "./session-terms.ts";
import type { Sessions } from "./sessions.ts";

/** Maximum number of sessions in addition to the main one. */
const MAX_SESSIONS = 100;

/** Default number of sessions per API key. It leaves room for others when a few clients forget to delete their sessions. */
export const SESSIONS_PER_KEY = 25;

/** A request with an `Idempotency-Key` that created a session, and its response. */
export interface CreateRequest {
  /** Owner of the API key that sent the request. */
  readonly owner: string;
  readonly key: string;
  readonly digest: string;
  readonly answer: ReplaySessionRecord;
}

/** Creates sessions with clocks and accounts of their own. They are kept in memory only. */
export class SessionFactory {
  readonly #source: Omit<SessionSource, "store" | "journal">;
  readonly #sessions: Sessions;
  readonly #maxPerKey: number;
  readonly #stores = new Map<string, StateStore>();
  /** Requests that created sessions, by the id of the session. */
  readonly #requests = new Map<string, CreateRequest>();
  #count = 0;

  constructor(source: Omit<SessionSource, "store" | "journal">, sessions: Sessions, maxPerKey: number) {
    this.#source = source;
    this.#sessions = sessions;
    this.#maxPerKey = maxPerKey;
  }

  get source(): Omit<SessionSource, "store" | "journal"> {
    return this.#source;
  }

  /** Creates a session. Throws INVALID_PARAMETERS, SYMBOL_UNKNOWN, SETTING_INVALID, and REPLAY_STATE if there are too many sessions. */
  create(body: SessionBody, owner: string): ReplaySession {
    return this.#addSession(owner, (source, id) =>
      body.mode === "lockstep" ? new LockstepSession(source, id, body) : this.#free(source, id, body),
    );
  }

  #addSession(owner: string, make: (source: SessionSource, id: string) => ReplaySession): ReplaySession {
    const sessions = this.#sessionsOf(owner);
    const limit = this.#maxPerKey;
    if (sessions.length >= limit) {
      const message = `a key may have at most ${limit} sessions: end unused ones with DELETE /_replay/sessions/{id}`;
      throw new ApiError("REPLAY_STATE", message, { limit, sessions });
    }
    if (this.#stores.size >= MAX_SESSIONS) {
      const message = `at most ${MAX_SESSIONS} sessions may be open in addition to the main one: end unused ones with DELETE /_replay/sessions/{id}`;
      throw new ApiError("REPLAY_STATE", message, { limit: MAX_SESSIONS, sessions });
    }
    const id = `s${this.#count + 1}`;
    const store = new StateStore();
    const source = { ...this.#source, store: new SessionStore(store), journal: new Journal(store) };
    let session: ReplaySession;
    try {
      session = make(source, id);
    } catch (error) {
      store.close();
      throw error;
    }
    this.#count++;
    this.#stores.set(id, store);
    this.#sessions.add(session, owner);
    return session;
  }

  /** Returns the ids of an owner's sessions that still exist. */
  #sessionsOf(owner: string): string[] {
    const own = this.#sessions.list().filter((session) => this.#sessions.ownerOf(session) === owner);
    return own.map(({ id }) => id);
  }

  /**
   * Creates a copy of a session at the same market time, with its accounts and commands. Throws REPLAY_STATE if there are too many
   * sessions.
   */
  fork(origin: ReplaySession, owner: string): ReplaySession {
    return this.#addSession(owner, (source, id) => origin.fork(source, id));
  }

  /** Returns the request that created a session with this idempotency key, if the session still exists. */
  requestOf(owner: string, key: string): CreateRequest | undefined {
    return [...this.#requests.values()].find((request) => request.owner === owner && request.key === key);
  }

  /** Remembers the request that created a session, as long as the session exists. */
  remember(session: string, request: CreateRequest): void {
    this.#requests.set(session, request);
  }

  /** Deletes a session. Throws REPLAY_STATE for the main session. */
  remove(session: ReplaySession): void {
    const { id } = session;
    if (session === this.#sessions.main)
      throw new ApiError("REPLAY_STATE", "the main session cannot be deleted", { session: id });
    this.#sessions.remove(id);
    session.close();
    this.#stores.get(id)?.close();
    this.#stores.delete(id);
    this.#requests.delete(id);
  }

  /** Closes the databases of all sessions. Close the sessions first. */
  close(): void {
    for (const store of this.#stores.values()) store.close();
    this.#stores.clear();
  }

  #free(source: SessionSource, id: string, body: SessionBody): MarketSession {
    const terms = termsOf(source, body);
    checkRange(source.market, terms.start ?? firstMoment(source.market), terms.end, terms);
    return new MarketSession(source, { ...terms, id, speed: terms.speed ?? 0 });
  }
}
