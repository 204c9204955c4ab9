import { closeSync, openSync } from "node:fs";

/** Path that SQLite understands as a database in memory. */
export const IN_MEMORY = ":memory:";

/**
 * Creates a missing state file that only its owner can access, since it contains digests of API keys. SQLite gives its side files the same
 * permissions. Existing files keep theirs. If the file cannot be created, SQLite reports the reason.
 */
export function makePrivate(path: string): void {
  // Skips databases in memory, and names that SQLite reads as URIs, such as file:state.db.
  if (path === "" || path === IN_MEMORY || /^[a-z]{2,}:/i.test(path)) return;
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch {
    // The file already exists, or its folder does not exist.
  }
}
