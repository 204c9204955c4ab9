import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { type ApiError, invalidParameters } from "./errors/api-error.ts";
import { countedHeaders, plainHeaders } from "./headers/answer-headers.ts";
import type { ServerContext } from "./server-context.ts";

/** Refuses messages that HTTP forbids and Node lets through, whatever they ask for. */
export function refuseMalformed(app: FastifyInstance, { failedAttempts, wallClock, place }: ServerContext): void {
  app.addHook("onRequest", (request, reply, done) => {
    const wrong = malformed(request.raw);
    if (wrong !== undefined) {
      const versioned = place.isVersioned(request.raw.url);
      const window = failedAttempts.of(request.ip);
      void reply.headers(versioned ? countedHeaders(request.id, window, wallClock()) : plainHeaders(request.id));
    }
    done(wrong);
  });
}

/** What HTTP forbids of a message: not one host, two keys or types, or a query that cannot be read. Of paths the router says so. */
export function malformed({ headers, rawHeaders, httpVersion, url = "" }: IncomingMessage): ApiError | undefined {
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

/** Headers of which a message has one at most. */
const SINGLE = ["Host", "Content-Type", "Authorization"] as const;

/** Which of them a header is; -1 for any other. Asked of every header: few are as long as one of them. */
function singleOf(name: string): number {
  switch (name.length) {
    case 4:
      return name.toLowerCase() === "host" ? 0 : -1;
    case 12:
      return name.toLowerCase() === "content-type" ? 1 : -1;
    case 13:
      return name.toLowerCase() === "authorization" ? 2 : -1;
    default:
      return -1;
  }
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
