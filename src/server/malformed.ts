import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { type ApiError, invalidParameters } from "./errors/api-error.ts";
import { countedHeaders, plainHeaders } from "./headers/answer-headers.ts";
import type { ServerContext } from "./server-context.ts";

/** Refuses requests that HTTP forbids but Node accepts, and hosts that the server does not allow. */
export function refuseMalformed(app: FastifyInstance, context: ServerContext): void {
  const { failedAttempts, wallClock, paths, hostRule, clients } = context;
  app.addHook("onRequest", (request, reply, done) => {
    const error =
      malformedError(request.raw) ?? hostRule(request.raw.headers.host ?? authority(request.raw), app.server);
    if (error !== undefined) {
      const versioned = paths.isVersioned(request.raw.url);
      const window = failedAttempts.windowOf(clients.addressOf(request.raw, request.ip));
      void reply.headers(versioned ? countedHeaders(request.id, window, wallClock()) : plainHeaders(request.id));
    }
    done(error);
  });
}

/** Returns the host of an HTTP/2 request. */
function authority({ headers }: IncomingMessage): string | undefined {
  const value = headers[":authority"];
  return typeof value === "string" ? value : undefined;
}

/**
 * Returns the error for a request that HTTP forbids: no host, a header repeated that may occur once, more header lines than Node keeps, or
 * an invalid query. The router checks the path.
 */
export function malformedError(request: IncomingMessage): ApiError | undefined {
  const { headers, rawHeaders, httpVersion, url = "" } = request;
  if (rawHeaders.length >= 2 * maxHeaderLines(request)) return headerError("", "must have fewer header lines");
  // Only HTTP/1.0 requests may omit the header Host.
  if (headers.host === undefined && httpVersion === "1.1") return headerError("Host", "must be given");
  // Node keeps only the first of repeated headers, while a proxy may have used another (RFC 9112, 3.2; RFC 9110, 5.3).
  let seen = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const single = singleHeaderIndex(rawHeaders[i]!);
    if (single < 0) continue;
    if ((seen & (1 << single)) !== 0) return headerError(SINGLE_HEADERS[single]!, "must be given once");
    seen |= 1 << single;
  }
  const query = url.includes("%") ? url.indexOf("?") : -1;
  if (query < 0 || isReadable(url.slice(query))) return undefined;
  const reason = "must encode its query as UTF-8, such as %C3%A9 for é";
  return invalidParameters([{ in: "query", parameter: "", reason }]);
}

/** Headers that may occur once, of which Node keeps only the first. */
const SINGLE_HEADERS = [
  "Host",
  "Authorization",
  "Content-Type",
  "Content-Length",
  "User-Agent",
  "Referer",
  "From",
  "If-Modified-Since",
  "If-Unmodified-Since",
  "Max-Forwards",
  "Proxy-Authorization",
  "Age",
  "ETag",
  "Expires",
  "Last-Modified",
  "Location",
  "Retry-After",
  "Server",
] as const;
const SINGLE_HEADERS_BY_LENGTH: (readonly [name: string, single: number][] | undefined)[] = [];
for (const [single, name] of SINGLE_HEADERS.entries())
  SINGLE_HEADERS_BY_LENGTH[name.length] = [
    ...(SINGLE_HEADERS_BY_LENGTH[name.length] ?? []),
    [name.toLowerCase(), single],
  ];

/** Returns the index of a header in `SINGLE_HEADERS`; -1 if it is not listed. */
function singleHeaderIndex(name: string): number {
  const candidates = SINGLE_HEADERS_BY_LENGTH[name.length];
  if (candidates === undefined) return -1;
  const lower = name.toLowerCase();
  for (const [candidate, single] of candidates) if (candidate === lower) return single;
  return -1;
}

/** Number of header lines that Node keeps by default. It drops further lines silently. */
const DEFAULT_HEADER_LINES = 1000;

function maxHeaderLines({ socket }: IncomingMessage): number {
  // Node's types do not declare the `server` of a socket.
  const { server } = socket as { readonly server?: { readonly maxHeadersCount?: number | null } };
  const count = server?.maxHeadersCount ?? DEFAULT_HEADER_LINES;
  return count === 0 ? Infinity : count;
}

function headerError(parameter: string, reason: string): ApiError {
  return invalidParameters([{ in: "header", parameter, reason }]);
}

/** Whether the escapes in a query can be decoded. Node would otherwise use them undecoded. */
function isReadable(query: string): boolean {
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}
