import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import { HindcastError } from "../primitives/errors.ts";
import { plainHeaders } from "./headers/answer-headers.ts";

/** Allows web pages of one origin to call the API. */
export async function allowCrossOrigin(app: FastifyInstance, origin: string): Promise<void> {
  if (app.hasRequestDecorator("corsPreflightEnabled")) {
    const message = `corsOrigin must be left out: the application has already registered @fastify/cors for the service. It was ${origin}`;
    throw new HindcastError("SETTING_INVALID", message, { setting: "corsOrigin", value: origin });
  }
  // The CORS plugin answers preflight requests itself, before a handler could set these headers.
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
