import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import { HindcastError } from "../primitives/errors.ts";
import { plainHeaders } from "./headers/answer-headers.ts";

/** Lets pages of one origin call the API. */
export async function allowOrigin(app: FastifyInstance, origin: string): Promise<void> {
  if (app.hasRequestDecorator("corsPreflightEnabled")) {
    const message = `corsOrigin must be left out, since the application registered @fastify/cors around the service; was ${origin}`;
    throw new HindcastError("SETTING_INVALID", message, { setting: "corsOrigin", value: origin });
  }
  // What asks beforehand is answered by the plugin, which comes to no handler that would set them.
  app.addHook("onRequest", async ({ method, id }, reply) => {
    if (method === "OPTIONS") reply.headers(plainHeaders(id));
  });
  await app.register(cors, {
    origin,
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: ["Authorization", "Content-Type", "Idempotency-Key", "X-As-Of", "X-Replay-Session", "X-Request-Id"],
    exposedHeaders: [
      "Allow",
      "Idempotent-Replayed",
      "Location",
      "Retry-After",
      "X-Injected-Fault",
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset",
      "X-Request-Id",
    ],
    maxAge: 600,
    strictPreflight: false,
  });
}
