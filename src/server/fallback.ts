import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { BASE_PATH } from "./base-path.ts";
import { invalidParameters } from "./errors/api-error.ts";
import { admit } from "./guard.ts";
import { plainHeaders } from "./headers/answer-headers.ts";
import { KnownPaths } from "./known-paths.ts";
import type { Route } from "./route.ts";
import type { ServerContext } from "./server-context.ts";

/** The path of the stream. */
export const STREAM_PATH = `${BASE_PATH}/stream`;

/**
 * Answers what no route takes: an unknown path, a method that a path does not have, a plain request for the stream. Those who show no key are told of
 * nothing else, and no body is read.
 */
export function addFallback(app: FastifyInstance, context: ServerContext, routes: readonly Route[]): void {
  const paths = new KnownPaths(routes);
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const { method, url = "" } = request.raw;
    const refusal = isStream(url) && method === "GET" ? upgradeRequired() : paths.refusal(method!, url);
    const versioned = isUnder(BASE_PATH, url);
    if (versioned || url.startsWith("/_")) {
      admit(context, request, reply, versioned, () => {
        throw refusal;
      });
    } else {
      reply.headers(plainHeaders(request.id));
    }
    throw refusal;
  };
  app.route({
    method: app.supportedMethods.filter((method) => method !== "OPTIONS" && method !== "TRACE"),
    url: "*",
    schema: { hide: true } as object,
    onRequest: (request, reply, done) => {
      try {
        refuse(request, reply);
      } catch (error) {
        done(error as Error);
      }
    },
    handler: refuse,
  });
  app.setNotFoundHandler(refuse);
}

function isUnder(root: string, url: string): boolean {
  return url === root || url.startsWith(`${root}/`) || url.startsWith(`${root}?`);
}

function isStream(url: string): boolean {
  return url === STREAM_PATH || url.startsWith(`${STREAM_PATH}?`);
}

function upgradeRequired(): Error {
  return invalidParameters(
    [{ in: "header", parameter: "Upgrade", reason: "must be websocket: the stream is a WebSocket" }],
    {},
    { status: 426, headers: { upgrade: "websocket", connection: "upgrade" } },
  );
}
