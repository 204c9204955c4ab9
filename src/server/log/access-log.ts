import { hostname } from "node:os";
import type { FastifyInstance } from "fastify";
import { hideKeys } from "./hide-keys.ts";
import type { LogLines } from "./log-lines.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** When it came, milliseconds of `performance.now()`; 0 where there is no access log. */
    arrivedAt: number;
  }
}

/** The level `info` of the log's other lines. */
const LEVEL = 30;

/**
 * Writes a line for every request when its answer is ready to be sent, in the form of the log's other lines. Not through the logger, and not when
 * the answer has gone: Fastify would listen to each answer for that, and both cost more than all that is checked of a request.
 */
export function addAccessLog(app: FastifyInstance, lines: LogLines): void {
  const start = `{"level":${LEVEL},"time":`;
  const who = `,"pid":${process.pid},"hostname":${JSON.stringify(hostname())},"reqId":"`;
  app.addHook("onRequest", (request, _, done) => {
    request.arrivedAt = performance.now();
    done();
  });
  app.addHook("onSend", (request, { statusCode: status }, _, done) => {
    const { method, url = "" } = request.raw;
    const ms = Math.round((performance.now() - request.arrivedAt) * 10) / 10;
    const known = request.admission?.known.key.id;
    const key = known === undefined ? "" : `,"key":"${known}"`;
    // Written out: the names and numbers among them need no escapes, and to look for those takes most of the time.
    lines.add(
      `${start}${Date.now()}${who}${request.id}","method":"${method}","url":${JSON.stringify(hideKeys(url))},"status":${status},"ms":${ms}${key}}\n`,
    );
    done();
  });
}
