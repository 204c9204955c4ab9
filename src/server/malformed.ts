import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { BASE_PATH } from "./base-path.ts";
import { type ApiError, invalidParameters } from "./errors/api-error.ts";
import { countedHeaders, plainHeaders } from "./headers/answer-headers.ts";
import type { ServerContext } from "./server-context.ts";

/** Refuses messages that HTTP forbids and Node lets through, whatever they ask for. */
export function refuseMalformed(app: FastifyInstance, { failedAttempts, wallClock }: ServerContext): void {
  app.addHook("onRequest", (request, reply, done) => {
    const wrong = malformed(request.raw);
    if (wrong !== undefined) {
      const versioned = request.raw.url?.startsWith(BASE_PATH) === true;
      const window = failedAttempts.of(request.ip);
      void reply.headers(versioned ? countedHeaders(request.id, window, wallClock()) : plainHeaders(request.id));
    }
    done(wrong);
  });
}

/** What HTTP forbids of a message: not one host, or a query that cannot be read. Of paths the router says so. */
export function malformed({ headers, rawHeaders, httpVersion, url = "" }: IncomingMessage): ApiError | undefined {
  // Only HTTP/1.0 needs none.
  if (headers.host === undefined && httpVersion === "1.1") return wrongHost("must be given");
  // Node keeps the first of several alone, and a proxy may have gone by the other (RFC 9112, 3.2).
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  if (hosts > 1) return wrongHost("must be given once");
  const query = url.includes("%") ? url.indexOf("?") : -1;
  if (query < 0 || isReadable(url.slice(query))) return undefined;
  const reason = "must have an address whose escapes are bytes of UTF-8, such as %C3%A9";
  return invalidParameters([{ in: "query", parameter: "", reason }]);
}

function wrongHost(reason: string): ApiError {
  return invalidParameters([{ in: "header", parameter: "Host", reason }]);
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
