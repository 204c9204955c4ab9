import { withFunctions } from "../../broker/custom-part.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { digestOf } from "../../primitives/sha256.ts";
import { formatInstant } from "../../time/instant.ts";
import type { AccountSettings } from "../trading/exchange.ts";
import { firstMoment } from "./recorded-range.ts";
import type { SessionOptions, SessionSource } from "./session.ts";
import { sessionEnd, SERVER_NAME } from "./session-terms.ts";
import type { StoredSession } from "../trading/session-store.ts";

/** The parameters with which a server starts a session. */
interface RequestedSession {
  readonly start?: number | undefined;
  readonly last?: number | undefined;
  readonly settings?: AccountSettings | undefined;
}

/** Returns the stored session, or a new one. Throws STATE_INVALID if the stored session has another recording, start, end or settings. */
export function storedSession(source: SessionSource, options: SessionOptions): StoredSession {
  const stored = loadSession(source, options);
  return { ...stored, settings: withFunctions(stored.settings, source.models, SERVER_NAME) };
}

function loadSession({ market, checksum, store }: SessionSource, options: SessionOptions): StoredSession {
  const { id, settings = {}, end } = options;
  const last = sessionEnd(market, { end });
  const requested = { ...options, last: end === undefined ? undefined : last };
  const stored = store.session(id);
  if (stored !== undefined) {
    // A session without accounts may be replaced by a new one.
    const empty = store.accounts(id).length === 0;
    if (!empty) checkSame(stored, checksum, requested);
    if (differenceOf(stored, checksum, requested) === undefined) {
      if (stored.last !== undefined) return stored;
      store.setEnd(id, last);
      return { ...stored, last };
    }
    store.removeSession(id);
  }
  const start = options.start ?? firstMoment(market);
  const created: StoredSession = { id, recording: checksum, start, last, settings, time: start, phase: 7 };
  store.addSession(created);
  return created;
}

/** Throws STATE_INVALID unless the stored session matches the request. */
function checkSame(stored: StoredSession, checksum: string, requested: RequestedSession): void {
  const difference = differenceOf(stored, checksum, requested);
  if (difference === undefined) return;
  const { id } = stored;
  const message = `the session ${id} in the state has another ${difference.what}: ${difference.was}, not ${difference.is}. Start the server with the stored value, or use another state file`;
  throw new HindcastError("STATE_INVALID", message, { session: id, was: difference.was, is: difference.is });
}

/** Returns how the stored session differs from the requested one; undefined if they are equal. */
function differenceOf(
  stored: StoredSession,
  checksum: string,
  { start, last, settings }: RequestedSession,
): { readonly what: string; readonly was: string; readonly is: string } | undefined {
  if (stored.recording !== checksum) return { what: "recording", was: stored.recording, is: checksum };
  // Restarts by later requests do not matter, so the original parameters are compared.
  const original = stored.restarted?.asked ?? stored;
  if (start !== undefined && start !== original.start)
    return { what: "start", was: formatInstant(original.start), is: formatInstant(start) };
  if (last !== undefined && stored.last !== undefined && last !== stored.last)
    return { what: "end", was: formatInstant(stored.last), is: formatInstant(last) };
  if (settings !== undefined && digestOf(settings) !== digestOf(original.settings))
    return { what: "settings", was: JSON.stringify(original.settings), is: JSON.stringify(settings) };
  return undefined;
}
