import { hostname } from "node:os";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { pino } from "pino";
import type { LogSettings } from "../server-settings.ts";
import { hideKeys } from "./hide-keys.ts";
import { LogLines } from "./log-lines.ts";

/**
 * Adds a log to a server. Returns the access log if requests are logged. Fastify gets the logger afterwards, since with a logger from the
 * start it would add listeners to every response.
 */
export function addLog(
  app: FastifyInstance,
  { level, output = process.stdout, joinMs = 0 }: LogSettings,
): AccessLog | undefined {
  const lines = new LogLines(output, joinMs);
  const log = pino({ level }, lines);
  lines.onLost = (lost) => log.error({ lost }, "log lines were lost because they were not read");
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
    /** Time at which the request arrived, in `performance.now()` milliseconds; 0 without an access log. */
    hindcastArrivedAt: number;
  }
}

/** Data for one line of the access log. */
export interface AccessLine {
  readonly requestId: string;
  /** Method of the request; like `url` undefined if nothing could be parsed. */
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** HTTP status of the response. */
  readonly status: number;
  /** Time at which the request arrived, in `performance.now()` milliseconds. */
  readonly since: number;
  /** Id of the request's API key, if there is one. */
  readonly key?: string | undefined;
}

/** Number that the logger Pino uses for the level `info`. */
const LEVEL = 30;

/** Writes a line of JSON per request, in the format of the logger's other lines. */
class AccessLog {
  readonly #lines: LogLines;
  readonly #start = `{"level":${LEVEL},"time":`;
  readonly #process = `,"pid":${process.pid},"hostname":${JSON.stringify(hostname())},"reqId":"`;

  constructor(lines: LogLines) {
    this.#lines = lines;
  }

  note({ requestId, method, url, status, since, key }: AccessLine): void {
    const ms = Math.round((performance.now() - since) * 10) / 10;
    // The line is built by hand. Its names and numbers need no escaping, and checking whether they do would take most of the time.
    const methodText = method === undefined ? "null" : `"${method}"`;
    const address = url === undefined ? "null" : JSON.stringify(hideKeys(url));
    const keyMember = key === undefined ? "" : `,"key":"${key}"`;
    this.#lines.add(
      `${this.#start}${Date.now()}${this.#process}${requestId}","method":${methodText},"url":${address},"status":${status},"ms":${ms}${keyMember}}\n`,
    );
  }
}

/**
 * Logs every request when its response is ready to be sent. Logging later, or through the logger, would add listeners to each response,
 * which costs more than validating a request.
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
 * The logger of one request, created on first use: nearly all requests log nothing, and creating a logger costs more than validating a
 * request.
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
    this.#logger.fatal(...line);
  }

  error(...line: Line): void {
    this.#logger.error(...line);
  }

  warn(...line: Line): void {
    this.#logger.warn(...line);
  }

  info(...line: Line): void {
    this.#logger.info(...line);
  }

  debug(...line: Line): void {
    this.#logger.debug(...line);
  }

  trace(...line: Line): void {
    this.#logger.trace(...line);
  }

  silent(...line: Line): void {
    this.#logger.silent(...line);
  }

  child(...settings: Parameters<FastifyBaseLogger["child"]>): FastifyBaseLogger {
    return this.#logger.child(...settings);
  }

  get #logger(): FastifyBaseLogger {
    return (this.#log ??= this.#parent.child(this.#bindings, this.#options));
  }
}
