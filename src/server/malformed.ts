import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { type ApiError, invalidParameters } from "./errors/api-error.ts";
import { countedHeaders, plainHeaders } from "./headers/answer-headers.ts";
import type { ServerContext } from "./server-context.ts";

/** Refuses messages that HTTP forbids and Node lets through, whatever they ask for. */
export function refuseMalformed(app: FastifyInstance, context: ServerContext): void {
  const { failedAttempts, wallClock, place, hosts, clients } = context;
  app.addHook("onRequest", (request, reply, done) => {
    const wrong = malformed(request.raw) ?? hosts(request.raw.headers.host ?? authority(request.raw), app.server);
    if (wrong !== undefined) {
      const versioned = place.isVersioned(request.raw.url);
      const window = failedAttempts.of(clients.of(request.raw, request.ip));
      void reply.headers(versioned ? countedHeaders(request.id, window, wallClock()) : plainHeaders(request.id));
    }
    done(wrong);
  });
}

/** What HTTP/2 has in the place of a host. */
function authority({ headers }: IncomingMessage): string | undefined {
  const value = headers[":authority"];
  return typeof value === "string" ? value : undefined;
}

/** What HTTP forbids of a message: not one host, two keys or types, more lines than Node keeps, or a query that cannot be read. Of paths the router says so. */
export function malformed(request: IncomingMessage): ApiError | undefined {
  const { headers, rawHeaders, httpVersion, url = "" } = request;
  if (rawHeaders.length >= 2 * linesKept(request)) return wrongHeader("", "must have fewer lines");
  // Only HTTP/1.0 needs none.
  if (headers.host === undefined && httpVersion === "1.1") return wrongHeader("Host", "must be given");
  // Node keeps the first of several alone, and a proxy may have gone by the other (RFC 9112, 3.2; RFC 9110, 5.3).
  let given = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const single = singleOf(rawHeaders[i]!);
    if (single < 0) continue;
    if ((given & (1 << single)) !== 0) return wrongHeader(SINGLE[single]!, "must be given once");
    given |= 1 << single;
  }
  const query = url.includes("%") ? url.indexOf("?") : -1;
  if (query < 0 || isReadable(url.slice(query))) return undefined;
  const reason = "must have an address whose escapes are bytes of UTF-8, such as %C3%A9";
  return invalidParameters([{ in: "query", parameter: "", reason }]);
}

/** Headers of which Node keeps the first alone, by the length of their names: few others are as long as one of them. */
const SINGLE = [
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
const BY_LENGTH: (readonly [name: string, single: number][] | undefined)[] = [];
for (const [single, name] of SINGLE.entries())
  BY_LENGTH[name.length] = [...(BY_LENGTH[name.length] ?? []), [name.toLowerCase(), single]];

/** Which of them a header is; -1 for any other. */
function singleOf(name: string): number {
  const candidates = BY_LENGTH[name.length];
  if (candidates === undefined) return -1;
  const lower = name.toLowerCase();
  for (const [candidate, single] of candidates) if (candidate === lower) return single;
  return -1;
}

/** Header lines that Node keeps where nothing else was set; it drops the rest without a word. */
const LINES_KEPT = 1000;

function linesKept({ socket }: IncomingMessage): number {
  // Its types do not know the server of a socket.
  const { server } = socket as { readonly server?: { readonly maxHeadersCount?: number | null } };
  const count = server?.maxHeadersCount ?? LINES_KEPT;
  return count === 0 ? Infinity : count;
}

function wrongHeader(parameter: string, reason: string): ApiError {
  return invalidParameters([{ in: "header", parameter, reason }]);
}

/** Else members would be taken as they are written, escapes and all. */
function isReadable(query: string): boolean {
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}
