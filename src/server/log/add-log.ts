import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { pino } from "pino";
import type { LogSettings } from "../server-settings.ts";
import { addAccessLog } from "./access-log.ts";
import { LogLines } from "./log-lines.ts";
import { RequestLog } from "./request-log.ts";

/**
 * Gives a server its log. Fastify is not told of it at the start: with a logger of its own it listens to each answer, for lines that ours does not have.
 */
export function addLog(app: FastifyInstance, { level, output = process.stdout, joinMs = 0 }: LogSettings): void {
  const lines = new LogLines(output, joinMs);
  const log = pino({ level }, lines);
  (app as { log: FastifyBaseLogger }).log = log;
  app.setChildLoggerFactory(
    (_, bindings, options) => new RequestLog(log, bindings, options) as unknown as FastifyBaseLogger,
  );
  if (level === "info") addAccessLog(app, lines);
  app.addHook("onClose", async () => lines.close());
}
