import { ApiError, invalidParameters, stateUnwritable } from "./api-error.ts";
import { fromLibraryError } from "./from-library-error.ts";

/** What Fastify's errors carry, and Node's. */
interface CodedError {
  readonly code?: unknown;
  readonly statusCode?: unknown;
  readonly message?: unknown;
}

/** Anything that was thrown, as the failure that a client is told of. What nobody foresaw is an INTERNAL_ERROR that says nothing of itself. */
export function apiErrorOf(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  const known = fromLibraryError(error) ?? fromCodedError(error);
  return known ?? new ApiError("INTERNAL_ERROR", "something went wrong in the server", { request_id: requestId });
}

/** Whether an error comes from a hook of the application, which has its own answer to it: it names a status, and neither we nor Fastify threw it. */
export function isOfApplication(error: unknown): boolean {
  if (error instanceof ApiError || fromLibraryError(error) !== undefined) return false;
  const { code, statusCode } = (error ?? {}) as CodedError;
  return typeof statusCode === "number" && code !== "ECONNRESET" && !String(code).startsWith("FST_ERR_");
}

function fromCodedError(error: unknown): ApiError | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, statusCode, message } = error as CodedError;
  switch (code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new ApiError("PAYLOAD_TOO_LARGE", "the body must have at most 65536 bytes", { limit_bytes: BODY_LIMIT });
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new ApiError("UNSUPPORTED_MEDIA_TYPE", "the body must be application/json", {
        allowed: ["application/json"],
      });
    case "FST_ERR_BAD_URL":
      return invalidParameters([{ in: "path", parameter: "", reason: "must have an address that is a valid URL" }]);
    case "ECONNRESET":
      // Of a body that was being read. Nobody gets the answer, and no status of HTTP is meant for the log; this one is what other servers write there.
      if (statusCode === 400)
        return invalidParameters([{ in: "body", parameter: "", reason: "must arrive whole" }], {}, { status: 499 });
      break;
    case "SQLITE_BUSY": {
      const text = "another program has the state locked, so nothing was done";
      return new ApiError("SERVICE_UNAVAILABLE", text, {}, { headers: { "retry-after": "1" } });
    }
    default:
  }
  if (UNWRITABLE.test(String(code))) return stateUnwritable(String(message));
  const status = typeof statusCode === "number" ? statusCode : 500;
  if (status < 400 || status >= 500) return undefined;
  return invalidParameters([{ in: "body", parameter: "", reason: `must be a valid HTTP message: ${String(message)}` }]);
}

/** What SQLite says of a disk that is full, fails or may only be read. */
const UNWRITABLE = /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)/;

/** The most bytes of a body. */
export const BODY_LIMIT = 65_536;
