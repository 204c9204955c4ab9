import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ApiErrorBody } from "../../schemas/api-error.ts";
import { formatInstant } from "../../time/instant.ts";
import { plainHeaders } from "../headers/answer-headers.ts";
import type { ApiError } from "./api-error.ts";

/**
 * Returns the body of an error response. `now` is market time. Errors of the server contain the request id, by which the log can be
 * searched.
 */
export function errorBody({ code, message, details, status }: ApiError, now: number, requestId: string): ApiErrorBody {
  const named = status >= 500 ? { request_id: requestId } : {};
  return { error: { code, message, details: { ...details, ...named } }, timestamp: formatInstant(now) };
}

/** Writes an error response to a bare socket and closes the socket. Returns false if the socket is no longer writable. */
export function answerRaw(
  socket: Duplex,
  error: ApiError,
  now: number,
  requestId: string,
  more: Readonly<Record<string, string>> = {},
): boolean {
  if (!socket.writable) {
    socket.destroy();
    return false;
  }
  const body = JSON.stringify(errorBody(error, now, requestId));
  const headers: Record<string, string> = {
    ...plainHeaders(requestId),
    ...more,
    ...error.headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    date: new Date(Date.now()).toUTCString(),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ""}\r\n`;
  socket.end(`${status}${lines.join("")}\r\n${body}`);
  return true;
}

/** Answers a request that was not processed with an error, once earlier requests have their responses, and closes the connection. */
export function answerUnstarted(answer: ServerResponse, error: ApiError, now: number, requestId: string): void {
  const body = JSON.stringify(errorBody(error, now, requestId));
  // Makes Node add the header `Connection: close`.
  answer.shouldKeepAlive = false;
  answer.writeHead(error.status, {
    ...plainHeaders(requestId),
    ...error.headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  answer.end(body);
}
