import { withFunctions } from "../../broker/own-part.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { digestOf } from "../../primitives/sha256.ts";
import { formatInstant } from "../../time/instant.ts";
import type { AccountSettings } from "../trading/exchange.ts";
import { firstMoment } from "./recorded-range.ts";
import type { SessionOptions, SessionSource } from "./session.ts";
import { lastOf, SERVER } from "./session-terms.ts";
import type { StoredSession } from "../trading/session-store.ts";

/** What is asked for of a session that may have been kept. */
interface Asked {
  readonly start?: number | undefined;
  readonly last?: number | undefined;
  readonly settings?: AccountSettings | undefined;
}

/** The session as it was kept, or a new one. Throws STATE_INVALID when the one that was kept is of another recording, start, end or settings. */
export function storedSession(source: SessionSource, options: SessionOptions): StoredSession {
  const stored = keptSession(source, options);
  return { ...stored, settings: withFunctions(stored.settings, source.models, SERVER) };
}

function keptSession({ market, checksum, store }: SessionSource, options: SessionOptions): StoredSession {
  const { id, settings = {}, end } = options;
  const last = lastOf(market, { end });
  const asked = { ...options, last: end === undefined ? undefined : last };
  const stored = store.session(id);
  if (stored !== undefined) {
    // A session in which nobody has an account may begin elsewhere.
    const empty = store.accounts(id).length === 0;
    if (!empty) checkSame(stored, checksum, asked);
    if (whyOther(stored, checksum, asked) === undefined) {
      if (stored.last !== undefined) return stored;
      store.setLast(id, last);
      return { ...stored, last };
    }
    store.removeSession(id);
  }
  const start = options.start ?? firstMoment(market);
  const made: StoredSession = { id, recording: checksum, start, last, settings, time: start, phase: 7 };
  store.addSession(made);
  return made;
}

/** Throws STATE_INVALID unless a session that was kept is the one that is asked for. */
function checkSame(stored: StoredSession, checksum: string, asked: Asked): void {
  const other = whyOther(stored, checksum, asked);
  if (other === undefined) return;
  const { id } = stored;
  const message = `the session ${id} in the state has another ${other.what}: ${other.was}, not ${other.is}. Serve it with the same, or use another state file`;
  throw new HindcastError("STATE_INVALID", message, { session: id, was: other.was, is: other.is });
}

/** In what a session that was kept is another than the one that is asked for; undefined when in nothing. */
function whyOther(
  stored: StoredSession,
  checksum: string,
  { start, last, settings }: Asked,
): { readonly what: string; readonly was: string; readonly is: string } | undefined {
  if (stored.recording !== checksum) return { what: "recording", was: stored.recording, is: checksum };
  // What its control made of it since is no other session.
  const begun = stored.restarted?.asked ?? stored;
  if (start !== undefined && start !== begun.start)
    return { what: "start", was: formatInstant(begun.start), is: formatInstant(start) };
  if (last !== undefined && stored.last !== undefined && last !== stored.last)
    return { what: "end", was: formatInstant(stored.last), is: formatInstant(last) };
  if (settings !== undefined && digestOf(settings) !== digestOf(begun.settings))
    return { what: "settings", was: JSON.stringify(begun.settings), is: JSON.stringify(settings) };
  return undefined;
}
