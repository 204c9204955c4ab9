import { ApiError } from "../errors/api-error.ts";
import type { ApiKey } from "../keys/api-key.ts";
import type { ReplaySession } from "./session.ts";

/**
 * The sessions of a server: the main one, which requests use by default, and those created by API keys. A created session is open to its
 * owner and to keys with the scope `admin`; other keys get the response for an unknown session. A session without owner is open to all
 * keys.
 */
export class Sessions {
  readonly main: ReplaySession;
  readonly #byId = new Map<string, ReplaySession>();
  readonly #owners = new Map<string, string>();

  constructor(main: ReplaySession) {
    this.main = main;
    this.#byId.set(main.id, main);
  }

  /** Adds a session; `owner` is the owner of the API key that created it. */
  add(session: ReplaySession, owner?: string): void {
    this.#byId.set(session.id, session);
    if (owner !== undefined) this.#owners.set(session.id, owner);
  }

  remove(id: string): boolean {
    if (id === this.main.id) return false;
    this.#owners.delete(id);
    return this.#byId.delete(id);
  }

  list(): readonly ReplaySession[] {
    return [...this.#byId.values()];
  }

  /** Returns the owner of a session; undefined for a session that all keys share, such as the main one. */
  ownerOf({ id }: ReplaySession): string | undefined {
    return this.#owners.get(id);
  }

  /** Returns the sessions that an API key may use. */
  listFor(key: ApiKey): readonly ReplaySession[] {
    return this.list().filter((session) => this.#isOpenTo(key, session));
  }

  /** Returns a session by its id; undefined if it does not exist. */
  find(id: string): ReplaySession | undefined {
    return this.#byId.get(id);
  }

  /** Returns a session by its id. Throws NOT_FOUND if it does not exist. */
  get(id: string): ReplaySession {
    return this.find(id) ?? missing(id);
  }

  /** Returns a session by its id; undefined if it does not exist or the API key may not use it. */
  findFor(key: ApiKey, id: string): ReplaySession | undefined {
    const session = this.find(id);
    return session !== undefined && this.#isOpenTo(key, session) ? session : undefined;
  }

  /** Returns a session by its id. Throws the same NOT_FOUND if it does not exist and if the API key may not use it. */
  getFor(key: ApiKey, id: string): ReplaySession {
    return this.findFor(key, id) ?? missing(id);
  }

  #isOpenTo(key: ApiKey, session: ReplaySession): boolean {
    const owner = this.ownerOf(session);
    return owner === undefined || owner === key.owner || key.scopes.has("admin");
  }
}

function missing(id: string): never {
  throw new ApiError("NOT_FOUND", "no session has this id", { session: id });
}
