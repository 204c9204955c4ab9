import type { FastifyBaseLogger } from "fastify";

type Line = [object: unknown, message?: string];

/**
 * The log of one request. Nearly every request writes nothing to it, so that the logger that names the request in its lines is made with the first
 * one: that costs more than all that is checked of a request.
 */
export class RequestLog {
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
