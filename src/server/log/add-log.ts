import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { pino } from "pino";
import type { LogSettings } from "../server-settings.ts";
import { AccessLog, logRequests } from "./access-log.ts";
import { LogLines } from "./log-lines.ts";
import { RequestLog } from "./request-log.ts";

/**
 * Gives a server its log; of requests too where it has their lines, which is then what comes back. Fastify is not told of it at the start: with a logger of its own it listens to each answer, for lines that ours does not have.
 */
export function addLog(
  app: FastifyInstance,
  { level, output = process.stdout, joinMs = 0 }: LogSettings,
): AccessLog | undefined {
  const lines = new LogLines(output, joinMs);
  const log = pino({ level }, lines);
  lines.onLost = (lost) => log.error({ lost }, "lines of this log were lost: nobody read it");
  (app as { log: FastifyBaseLogger }).log = log;
  app.setChildLoggerFactory(
    (_, bindings, options) => new RequestLog(log, bindings, options) as unknown as FastifyBaseLogger,
  );
  app.addHook("onClose", async () => lines.close());
  if (level !== "info") return undefined;
  const accessLog = new AccessLog(lines);
  logRequests(app, accessLog);
  return accessLog;
}
