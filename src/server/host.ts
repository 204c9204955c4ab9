import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { BASE_PATH } from "./base-path.ts";
import { type ApiError, invalidParameters } from "./errors/api-error.ts";
import { countedHeaders, plainHeaders } from "./headers/answer-headers.ts";
import type { ServerContext } from "./server-context.ts";

/**
 * Refuses requests without a host, or with several, whatever they ask for (RFC 9112, 3.2): of two hosts a proxy may mean the one and the server the
 * other.
 */
export function refuseWrongHost(app: FastifyInstance, { failedAttempts, wallClock }: ServerContext): void {
  app.addHook("onRequest", (request, reply, done) => {
    const wrong = hostProblem(request.raw);
    if (wrong !== undefined) {
      const versioned = request.raw.url?.startsWith(BASE_PATH) === true;
      const window = failedAttempts.of(request.ip);
      void reply.headers(versioned ? countedHeaders(request.id, window, wallClock()) : plainHeaders(request.id));
    }
    done(wrong);
  });
}

/** What is wrong with the host of a request, if anything. HTTP/1.0 needs none. */
export function hostProblem({ headers, rawHeaders, httpVersion }: IncomingMessage): ApiError | undefined {
  if (headers.host === undefined) return httpVersion === "1.1" ? refused("must be given") : undefined;
  // Node keeps the first of several alone.
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1 ? refused("must be given once") : undefined;
}

function refused(reason: string): ApiError {
  return invalidParameters([{ in: "header", parameter: "Host", reason }]);
}
