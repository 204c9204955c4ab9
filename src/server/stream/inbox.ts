import { ApiError, choiceReason, invalidParameters } from "../errors/api-error.ts";
import { apiErrorOf } from "../errors/error-of.ts";
import type { KnownKey } from "../keys/key-ring.ts";
import { repeatedMember } from "../validation/json-body.ts";
import { actions } from "./actions.ts";
import { CLOSE, type CloseCode } from "./close-code.ts";
import type { Connection } from "./connection.ts";

const SECOND = 1000;

/** Why a client is let go whose key is refused, by the status of the refusal. */
const REFUSED: Readonly<Record<number, CloseCode>> = {
  401: CLOSE.unauthenticated,
  404: CLOSE.notFound,
  429: CLOSE.tooMany,
};

/** What one client says: each message is read, checked and done before the next one. */
export class Inbox {
  readonly #connection: Connection;
  #deadline: NodeJS.Timeout | undefined;
  #faults = 0;
  /** Messages that may come at once, and when that was worked out. */
  #credit: number;
  #credited: number;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#credit = connection.hub.settings.messagesPerSecond;
    this.#credited = connection.hub.context.wallClock();
  }

  /** Ends the connection unless a key comes in time. */
  awaitKey(): void {
    const connection = this.#connection;
    const { authTimeoutMs } = connection.hub.settings;
    this.#deadline = setTimeout(() => {
      const message = `the first message must be auth with a valid API key, within ${authTimeoutMs / SECOND} seconds`;
      connection.letGo(CLOSE.unauthenticated, new ApiError("INVALID_API_KEY", message));
    }, authTimeoutMs).unref();
  }

  /** The client has shown a key that may open the stream. */
  admit(known: KnownKey, id?: string): void {
    const connection = this.#connection;
    this.stop();
    try {
      connection.hub.admit(connection, known);
    } catch (error) {
      connection.letGo(CLOSE.forbidden, apiErrorOf(error, String(connection.id)), id);
      return;
    }
    const { tier, scopes } = known.key;
    const named = id === undefined ? {} : { id };
    connection.control({ type: "authenticated", tier, scopes: [...scopes], ...named });
  }

  /** Refuses a key and ends the connection. */
  refuse(error: ApiError, id?: string): void {
    this.#connection.letGo(REFUSED[error.status] ?? CLOSE.forbidden, error, id);
  }

  stop(): void {
    clearTimeout(this.#deadline);
  }

  take(data: Buffer, isBinary: boolean): void {
    const connection = this.#connection;
    if (connection.isEnding) return;
    if (isBinary) {
      connection.letGo(CLOSE.unsupported, malformed("must be text"));
      return;
    }
    const text = data.toString();
    const message = parsed(text);
    const given = message?.["id"];
    const id = typeof given === "string" && given.length <= MOST_ID ? given : undefined;
    try {
      this.#do(message, text);
    } catch (thrown) {
      const error = apiErrorOf(thrown, String(connection.id));
      if (error.status >= 500 && error !== thrown) connection.hub.report(thrown);
      this.#fail(error, id);
    }
  }

  #do(message: Readonly<Record<string, unknown>> | undefined, text: string): void {
    const named = message?.["action"];
    // Only a text can name one. What else a client sends is never turned into a text: an object may not let itself be.
    const action = typeof named === "string" ? actions.get(named) : undefined;
    if (action?.counted !== false && !this.count()) return;
    if (message === undefined) throw malformed("must be one JSON object");
    const repeated = repeatedMember(text);
    if (repeated !== undefined) throw malformed("must be given once", repeated);
    if (action === undefined) throw unknownAction(named);
    if (this.#connection.known === undefined && !action.first) throw keyMissing();
    action.take(this.#connection, this, message);
  }

  /** Counts something that a client sent; false when that was too much, and the connection ends. */
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
    connection.letGo(CLOSE.tooMany, new ApiError("RATE_LIMIT_EXCEEDED", message, details));
    return false;
  }

  #fail(error: ApiError, id: string | undefined): void {
    const connection = this.#connection;
    if (connection.known === undefined) {
      connection.letGo(CLOSE.unauthenticated, error, id);
      return;
    }
    connection.fail(error, id);
    if (error.status === 400 && ++this.#faults >= connection.hub.settings.faults) {
      connection.letGo(CLOSE.malformed, malformed("must be valid; too many were not"));
    }
  }
}

/** Letters of a client's name of a message. */
const MOST_ID = 64;

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
  const given = value === undefined ? {} : { value };
  const reason = value === undefined ? "must be given" : choiceReason(allowed);
  return invalidParameters([{ in: "body", parameter: "action", ...given, reason, allowed }]);
}

function keyMissing(): ApiError {
  const message = "the request must carry a valid API key, or the first message must be auth with one";
  return new ApiError("INVALID_API_KEY", message);
}
