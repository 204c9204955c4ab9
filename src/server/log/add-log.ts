import { hostname } from "node:os";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { pino } from "pino";
import type { LogSettings } from "../server-settings.ts";
import { hideKeys } from "./hide-keys.ts";
import { LogLines } from "./log-lines.ts";

/**
 * Gives a server its log; of requests too where it has their lines, which is then what comes back. Fastify is not told of it at the start: with a logger of its own it listens to each answer, for lines that ours does not have.
 */
export function addLog(
  app: FastifyInstance,
  { level, output = process.stdout, joinMs = 0 }: LogSettings,
): AccessLog | undefined {
  const lines = new LogLines(output, joinMs);
  const log = pino({ level }, lines);
  lines.onLost = (lost) => log.error({ lost }, "lines of this log were lost: they were not read");
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
class AccessLog {
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
function logRequests(app: FastifyInstance, log: AccessLog): void {
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

type Line = [object: unknown, message?: string];

/**
 * The log of one request. Nearly every request writes nothing to it, so that the logger that names the request in its lines is made with the first
 * one: that costs more than all that is checked of a request.
 */
class RequestLog {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Record<string, unknown>;
  readonly #options: Parameters<FastifyBaseLogger["child"]>[1];
  #log: FastifyBaseLogger | undefined;

  constructor(
    parent: FastifyBaseLogger,
    bindings: Record<string, unknown>,
    options: Parameters<FastifyBaseLogger["child"]>[1],
  ) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get level(): string {
    return this.#parent.level;
  }

  fatal(...line: Line): void {
    this.#own.fatal(...line);
  }

  error(...line: Line): void {
    this.#own.error(...line);
  }

  warn(...line: Line): void {
    this.#own.warn(...line);
  }

  info(...line: Line): void {
    this.#own.info(...line);
  }

  debug(...line: Line): void {
    this.#own.debug(...line);
  }

  trace(...line: Line): void {
    this.#own.trace(...line);
  }

  silent(...line: Line): void {
    this.#own.silent(...line);
  }

  child(...settings: Parameters<FastifyBaseLogger["child"]>): FastifyBaseLogger {
    return this.#own.child(...settings);
  }

  get #own(): FastifyBaseLogger {
    return (this.#log ??= this.#parent.child(this.#bindings, this.#options));
  }
}
