import { closingError } from "./guard.ts";
import { busyError } from "./pressure.ts";
import type { ServerContext } from "./server-context.ts";

/** Throws SERVICE_UNAVAILABLE while requests are not taken. */
export function checkReady({ lifecycle, sessions, store }: ServerContext): void {
  if (lifecycle.closing) throw closingError();
  if (lifecycle.lagging) throw busyError();
  sessions.main.accounts.journal.checkWritable();
  void store.foreignVersion;
}
