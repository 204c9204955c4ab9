import { hostname } from "node:os";
import type { FastifyInstance } from "fastify";
import { hideKeys } from "./hide-keys.ts";
import type { LogLines } from "./log-lines.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** When it came, milliseconds of `performance.now()`; 0 where there is no access log. */
    hindcastArrivedAt: number;
  }
}

/** What a line tells of a request. */
export interface AccessLine {
  readonly requestId: string;
  /** Left out, as the address is, where nothing could be read. */
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Of its answer. */
  readonly status: number;
  /** When it came, milliseconds of `performance.now()`. */
  readonly since: number;
  /** Id of the key that asked, if any. */
  readonly key?: string | undefined;
}

/** The level `info` of the log's other lines. */
const LEVEL = 30;

/** A line of JSON for each request, in the form of the log's other lines. */
export class AccessLog {
  readonly #lines: LogLines;
  readonly #start = `{"level":${LEVEL},"time":`;
  readonly #who = `,"pid":${process.pid},"hostname":${JSON.stringify(hostname())},"reqId":"`;

  constructor(lines: LogLines) {
    this.#lines = lines;
  }

  note({ requestId, method, url, status, since, key }: AccessLine): void {
    const ms = Math.round((performance.now() - since) * 10) / 10;
    // Written out: the names and numbers among them need no escapes, and to look for those takes most of the time.
    const asked = method === undefined ? "null" : `"${method}"`;
    const address = url === undefined ? "null" : JSON.stringify(hideKeys(url));
    const by = key === undefined ? "" : `,"key":"${key}"`;
    this.#lines.add(
      `${this.#start}${Date.now()}${this.#who}${requestId}","method":${asked},"url":${address},"status":${status},"ms":${ms}${by}}\n`,
    );
  }
}

/**
 * Writes a line for every request when its answer is ready to be sent. Not through the logger, and not when the answer has gone: Fastify would listen to
 * each answer for that, and both cost more than all that is checked of a request.
 */
export function logRequests(app: FastifyInstance, log: AccessLog): void {
  app.decorateRequest("hindcastArrivedAt", 0);
  app.addHook("onRequest", (request, _, done) => {
    request.hindcastArrivedAt = performance.now();
    done();
  });
  app.addHook("onSend", ({ id, raw, hindcastArrivedAt, hindcastAdmission }, { statusCode }, _, done) => {
    const { method, url } = raw;
    const key = hindcastAdmission?.known.key.id;
    log.note({ requestId: id, method, url, status: statusCode, since: hindcastArrivedAt, key });
    done();
  });
}
