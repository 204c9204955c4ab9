import type { Output } from "../terminal.ts";

/** How long the end of a log waits for its reader. */
const PATIENCE_MS = 2_000;

/** Ends the process soon, though a reader does not take what it was given: that would keep it alive, and who told it to end waits. */
export function endUnread({ writableLength = 0 }: Output): void {
  if (writableLength > 0) setTimeout(() => process.exit(), PATIENCE_MS).unref();
}
