import { ApiError } from "../errors/api-error.ts";
import type { ReplaySession } from "./session.ts";

/** The sessions of a server: the main one, which a request means that names none, and those that were made beside it. */
export class Sessions {
  readonly main: ReplaySession;
  readonly #byId = new Map<string, ReplaySession>();

  constructor(main: ReplaySession) {
    this.main = main;
    this.#byId.set(main.id, main);
  }

  add(session: ReplaySession): void {
    this.#byId.set(session.id, session);
  }

  remove(id: string): boolean {
    return id !== this.main.id && this.#byId.delete(id);
  }

  list(): readonly ReplaySession[] {
    return [...this.#byId.values()];
  }

  /** The session of a name; undefined for one that is not there. */
  find(id: string): ReplaySession | undefined {
    return this.#byId.get(id);
  }

  /** Like `find`, but NOT_FOUND where there is none. */
  get(id: string): ReplaySession {
    const session = this.#byId.get(id);
    if (session === undefined) throw new ApiError("NOT_FOUND", "there is no session of this name", { session: id });
    return session;
  }
}
