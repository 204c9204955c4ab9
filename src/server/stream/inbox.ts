import { ApiError, choiceReason, invalidParameters } from "../errors/api-error.ts";
import { apiErrorOf } from "../errors/error-of.ts";
import type { KnownKey } from "../keys/key-ring.ts";
import { repeatedMember } from "../validation/json-body.ts";
import { actions } from "./actions.ts";
import { CLOSE, type CloseCode } from "./close-code.ts";
import type { Connection } from "./connection.ts";

const SECOND = 1000;

/** Close codes for refused API keys, by HTTP status of the error. */
const CLOSE_CODES: Readonly<Record<number, CloseCode>> = {
  401: CLOSE.unauthenticated,
  404: CLOSE.notFound,
  429: CLOSE.tooMany,
};

/** Handles the messages of one stream client, in order. */
export class Inbox {
  readonly #connection: Connection;
  #deadline: NodeJS.Timeout | undefined;
  #faults = 0;
  /** Number of messages that the client may send now, and when this number was computed. */
  #credit: number;
  #credited: number;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#credit = connection.hub.settings.messagesPerSecond;
    this.#credited = connection.hub.context.wallClock();
  }

  /** Closes the connection unless an API key arrives in time. */
  awaitKey(): void {
    const connection = this.#connection;
    const { authTimeoutMs } = connection.hub.settings;
    this.#deadline = setTimeout(() => {
      const message = `the first message must be auth with a valid API key, within ${authTimeoutMs / SECOND} seconds`;
      connection.disconnect(CLOSE.unauthenticated, new ApiError("INVALID_API_KEY", message));
    }, authTimeoutMs).unref();
  }

  /** Accepts a valid API key. */
  admit(known: KnownKey, id?: string): void {
    const connection = this.#connection;
    this.stop();
    try {
      connection.hub.admit(connection, known);
    } catch (error) {
      connection.disconnect(CLOSE.forbidden, apiErrorOf(error, String(connection.id)), id);
      return;
    }
    const { tier, scopes } = known.key;
    const idMember = id === undefined ? {} : { id };
    connection.control({ type: "authenticated", tier, scopes: [...scopes], ...idMember });
  }

  /** Refuses an API key and closes the connection. */
  refuse(error: ApiError, id?: string): void {
    this.#connection.disconnect(CLOSE_CODES[error.status] ?? CLOSE.forbidden, error, id);
  }

  stop(): void {
    clearTimeout(this.#deadline);
  }

  handle(data: Buffer, isBinary: boolean): void {
    const connection = this.#connection;
    if (connection.isEnding) return;
    if (isBinary) {
      connection.disconnect(CLOSE.unsupported, malformed("must be text"));
      return;
    }
    const text = data.toString();
    const message = parsed(text);
    const sentId = message?.["id"];
    const id = typeof sentId === "string" && sentId.length <= MAX_ID ? sentId : undefined;
    try {
      this.#do(message, text);
    } catch (thrown) {
      const error = apiErrorOf(thrown, String(connection.id));
      if (error.status >= 500 && error !== thrown) connection.hub.report(thrown);
      this.#fail(error, id);
    }
  }

  #do(message: Readonly<Record<string, unknown>> | undefined, text: string): void {
    const idMember = message?.["action"];
    // Only texts are looked up: converting an object to text may throw.
    const action = typeof idMember === "string" ? actions.get(idMember) : undefined;
    if (action?.counted !== false && !this.count()) return;
    if (message === undefined) throw malformed("must be one JSON object");
    const repeated = repeatedMember(text);
    if (repeated !== undefined) throw malformed("must be given once", repeated);
    if (action === undefined) throw unknownAction(idMember);
    if (this.#connection.known === undefined && !action.beforeAuth) throw keyMissing();
    action.handle(this.#connection, this, message);
  }

  /** Counts a message of the client. If there were too many, closes the connection and returns false. */
  count(): boolean {
    const connection = this.#connection;
    const { messagesPerSecond } = connection.hub.settings;
    const now = connection.hub.context.wallClock();
    const gained = (Math.max(0, now - this.#credited) / SECOND) * messagesPerSecond;
    this.#credit = Math.min(messagesPerSecond, this.#credit + gained) - 1;
    this.#credited = now;
    if (this.#credit >= 0) return true;
    const message = `at most ${messagesPerSecond} messages a second are accepted`;
    const details = { limit: messagesPerSecond, window_seconds: 1, retry_after: 1 };
    connection.disconnect(CLOSE.tooMany, new ApiError("RATE_LIMIT_EXCEEDED", message, details));
    return false;
  }

  #fail(error: ApiError, id: string | undefined): void {
    const connection = this.#connection;
    if (connection.known === undefined) {
      connection.disconnect(CLOSE.unauthenticated, error, id);
      return;
    }
    connection.fail(error, id);
    if (error.status === 400 && ++this.#faults >= connection.hub.settings.faults) {
      connection.disconnect(CLOSE.malformed, malformed("must be valid: the client sent too many invalid messages"));
    }
  }
}

/** Maximum number of characters in an id that a client gives a message. */
const MAX_ID = 64;

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function malformed(reason: string, parameter = ""): ApiError {
  return invalidParameters([{ in: "body", parameter, reason }]);
}

function unknownAction(value: unknown): ApiError {
  const allowed = [...actions.keys()];
  const sentId = value === undefined ? {} : { value };
  const reason = value === undefined ? "must be given" : choiceReason(allowed);
  return invalidParameters([{ in: "body", parameter: "action", ...sentId, reason, allowed }]);
}

function keyMissing(): ApiError {
  const message = "the request must carry a valid API key, or the first message must be auth with one";
  return new ApiError("INVALID_API_KEY", message);
}
