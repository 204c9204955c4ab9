import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { ApiError } from "./errors/api-error.ts";
import { countedHeaders, plainHeaders } from "./headers/answer-headers.ts";
import type { ServerContext } from "./server-context.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the route is answered even while the server is overloaded. */
    evenUnderPressure?: boolean;
  }
}

/**
 * Milliseconds between measurements of the event loop. A delay counts for one more interval after it ends, while queued requests arrive.
 */
const CHECK_MS = 10;
/** The longest delay of a Node timer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Refuses requests while the event loop is delayed by more than `maxEventLoopDelayMs`. Delays before the server is ready or listening are
 * ignored. The pressure plugin's own measure is a mean over a second: it misses short delays and reports others too long.
 */
export async function refuseUnderPressure(
  app: FastifyInstance,
  { failedAttempts, lifecycle, wallClock, paths, clients }: ServerContext,
  maxEventLoopDelayMs: number,
): Promise<void> {
  let last = performance.now();
  const startMeasuring = async (): Promise<void> => {
    last = performance.now();
    lifecycle.lagging = false;
  };
  app.addHook("onReady", startMeasuring);
  app.addHook("onListen", startMeasuring);
  await app.register(underPressure, {
    // Turns off the plugin's own measurements. One of them opens a file, which would crash the process if no file descriptor is free.
    sampleInterval: LONGEST_TIMER_MS,
    healthCheckInterval: CHECK_MS,
    healthCheck: () => {
      const previous = last;
      last = performance.now();
      lifecycle.lagging = last - previous - CHECK_MS > maxEventLoopDelayMs;
      return Promise.resolve(!lifecycle.lagging);
    },
    pressureHandler: (request, reply) => {
      // The plugin also remembers checks from before the server was ready, so this checks again.
      if (!lifecycle.lagging || request.routeOptions.config.evenUnderPressure === true) return;
      const versioned = paths.isVersioned(request.raw.url);
      const window = failedAttempts.windowOf(clients.addressOf(request.raw, request.ip));
      void reply.headers(versioned ? countedHeaders(request.id, window, wallClock()) : plainHeaders(request.id));
      throw busyError();
    },
  });
}

/** Returns the error of an overloaded server. */
export function busyError(): ApiError {
  return new ApiError("SERVICE_UNAVAILABLE", "the server is overloaded", {}, { headers: { "retry-after": "1" } });
}
