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

/** Sessions beside the main one that there may be at once. */
const MOST = 100;

/** Those of one key, when nothing else is said: a few clients that forget theirs leave room for others. */
export const SESSIONS_PER_KEY = 25;

/** A request that made a session and is known by its `Idempotency-Key`, and what it was answered. */
export interface MakingRequest {
  /** Whose key it is. */
  readonly owner: string;
  readonly key: string;
  readonly digest: string;
  readonly answer: ReplaySessionRecord;
}

/** Makes sessions with a clock and accounts of their own. What happens in them is kept in memory and gone when they are. */
export class SessionFactory {
  readonly #source: Omit<SessionSource, "store" | "journal">;
  readonly #sessions: Sessions;
  readonly #mostPerKey: number;
  readonly #stores = new Map<string, StateStore>();
  /** Of sessions that are there, by their names. */
  readonly #requests = new Map<string, MakingRequest>();
  #count = 0;

  constructor(source: Omit<SessionSource, "store" | "journal">, sessions: Sessions, mostPerKey: number) {
    this.#source = source;
    this.#sessions = sessions;
    this.#mostPerKey = mostPerKey;
  }

  get source(): Omit<SessionSource, "store" | "journal"> {
    return this.#source;
  }

  /** A session of an owner of a key. Throws INVALID_PARAMETERS, SYMBOL_UNKNOWN, SETTING_INVALID, and REPLAY_STATE when there are too many. */
  create(body: SessionBody, owner: string): ReplaySession {
    return this.#made(owner, (source, id) =>
      body.mode === "lockstep" ? new LockstepSession(source, id, body) : this.#free(source, id, body),
    );
  }

  #made(owner: string, make: (source: SessionSource, id: string) => ReplaySession): ReplaySession {
    const sessions = this.#sessionsOf(owner);
    const limit = this.#mostPerKey;
    if (sessions.length >= limit) {
      const message = `a key may have at most ${limit} sessions: end unused ones with DELETE /_replay/sessions/{id}`;
      throw new ApiError("REPLAY_STATE", message, { limit, sessions });
    }
    if (this.#stores.size >= MOST) {
      const message = `at most ${MOST} sessions may be open in addition to the main one: end unused ones with DELETE /_replay/sessions/{id}`;
      throw new ApiError("REPLAY_STATE", message, { limit: MOST, sessions });
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

  /** The names of the sessions that an owner's key made and that are still there. */
  #sessionsOf(owner: string): string[] {
    const own = this.#sessions.list().filter((session) => this.#sessions.ownerOf(session) === owner);
    return own.map(({ id }) => id);
  }

  /** A session of an owner that stands where another does, with the accounts and commands that led there. Throws REPLAY_STATE when there are too many. */
  fork(origin: ReplaySession, owner: string): ReplaySession {
    return this.#made(owner, (source, id) => origin.fork(source, id));
  }

  /** The request of an owner that made a session which is still there; undefined for a key that made none. */
  requestOf(owner: string, key: string): MakingRequest | undefined {
    return [...this.#requests.values()].find((request) => request.owner === owner && request.key === key);
  }

  /** Knows the request that made a session for as long as the session is there. */
  remember(session: string, request: MakingRequest): void {
    this.#requests.set(session, request);
  }

  /** Ends a session that was made. Throws REPLAY_STATE for the main one. */
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

  /** Closes what the sessions kept. They are closed themselves before. */
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
