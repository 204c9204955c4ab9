import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { ApiError } from "./errors/api-error.ts";
import { countedHeaders, plainHeaders } from "./headers/answer-headers.ts";
import type { ServerContext } from "./server-context.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Answered even when the server is overloaded. */
    evenUnderPressure?: boolean;
  }
}

/** How often the event loop is looked at, and how long a lag counts after it has ended: as long as those that waited for its end come in. */
const LOOK_MS = 10;
/** The longest time of a timer. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * Refuses requests while the event loop lags by more than so many milliseconds: late answers help nobody. The plugin's own measure, a mean over a second,
 * says nothing of most lags, and of others for a second too long. What lags before the server is ready or listens keeps nobody waiting.
 */
export async function refuseUnderPressure(
  app: FastifyInstance,
  { failedAttempts, lifecycle, wallClock, place, clients }: ServerContext,
  maxEventLoopDelayMs: number,
): Promise<void> {
  let last = performance.now();
  const begin = async (): Promise<void> => {
    last = performance.now();
    lifecycle.lagging = false;
  };
  app.addHook("onReady", begin);
  app.addHook("onListen", begin);
  await app.register(underPressure, {
    // Its own measures are not used, and one of them opens a file: without a free descriptor it would end the process.
    sampleInterval: NEVER_MS,
    healthCheckInterval: LOOK_MS,
    healthCheck: () => {
      const before = last;
      last = performance.now();
      lifecycle.lagging = last - before - LOOK_MS > maxEventLoopDelayMs;
      return Promise.resolve(!lifecycle.lagging);
    },
    pressureHandler: (request, reply) => {
      // The plugin keeps the answer of the last look, from before it began as well.
      if (!lifecycle.lagging || request.routeOptions.config.evenUnderPressure === true) return;
      const versioned = place.isVersioned(request.raw.url);
      const window = failedAttempts.of(clients.of(request.raw, request.ip));
      void reply.headers(versioned ? countedHeaders(request.id, window, wallClock()) : plainHeaders(request.id));
      throw busyError();
    },
  });
}

/** The error of a server that has too much to do. */
export function busyError(): ApiError {
  return new ApiError("SERVICE_UNAVAILABLE", "the server is overloaded", {}, { headers: { "retry-after": "1" } });
}
