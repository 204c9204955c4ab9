import { closeSync, openSync } from "node:fs";

/** The path that keeps a state in memory alone. */
export const IN_MEMORY = ":memory:";

/**
 * Makes a file that is not there for its owner alone, since a state holds digests of keys. SQLite gives the files beside it the same rights. A file that is
 * there keeps the rights that its owner gave it. What cannot be made here is refused by SQLite, with the reason.
 */
export function makePrivate(path: string): void {
  // Also no name that SQLite reads as an address, such as file:state.db.
  if (path === "" || path === IN_MEMORY || /^[a-z]{2,}:/i.test(path)) return;
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch {
    // It is there, or its folder is not.
  }
}
