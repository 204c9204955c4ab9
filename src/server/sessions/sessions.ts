import { ApiError } from "../errors/api-error.ts";
import type { ApiKey } from "../keys/api-key.ts";
import type { ReplaySession } from "./session.ts";

/**
 * The sessions of a server: the main one, which a request means that names none, and those that keys made. A session that a key made is open to that
 * key and to keys with the scope `admin`; others get the answer for a session that does not exist. A session without an owner is open to all keys.
 */
export class Sessions {
  readonly main: ReplaySession;
  readonly #byId = new Map<string, ReplaySession>();
  readonly #owners = new Map<string, string>();

  constructor(main: ReplaySession) {
    this.main = main;
    this.#byId.set(main.id, main);
  }

  /** `owner` is that of the key that made it. */
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

  /** The owner of a session; undefined for one that all keys share, as the main one. */
  ownerOf({ id }: ReplaySession): string | undefined {
    return this.#owners.get(id);
  }

  /** Those that a key may use. */
  listFor(key: ApiKey): readonly ReplaySession[] {
    return this.list().filter((session) => this.#isOpenTo(key, session));
  }

  /** The session of a name; undefined for one that is not there. */
  find(id: string): ReplaySession | undefined {
    return this.#byId.get(id);
  }

  /** Like `find`, but NOT_FOUND where there is none. */
  get(id: string): ReplaySession {
    return this.find(id) ?? missing(id);
  }

  /** The session of a name; undefined where none is open to the key. */
  findFor(key: ApiKey, id: string): ReplaySession | undefined {
    const session = this.find(id);
    return session !== undefined && this.#isOpenTo(key, session) ? session : undefined;
  }

  /** Like `findFor`, but throws NOT_FOUND, the same for a session of another key and for none. */
  getFor(key: ApiKey, id: string): ReplaySession {
    return this.findFor(key, id) ?? missing(id);
  }

  #isOpenTo(key: ApiKey, session: ReplaySession): boolean {
    const owner = this.ownerOf(session);
    return owner === undefined || owner === key.owner || key.scopes.has("admin");
  }
}

function missing(id: string): never {
  throw new ApiError("NOT_FOUND", "no session has this name", { session: id });
}
