import { setTimeout as wait } from "node:timers/promises";
import { formatValue } from "../../primitives/check.ts";
import { type ErrorCode, HindcastError } from "../../primitives/errors.ts";
import { groupThousands } from "../../primitives/words.ts";

/** How a source is reached. */
export interface WebOptions {
  /** Replaces the `fetch` of Node, such as by one that uses a proxy. */
  readonly fetch?: typeof globalThis.fetch;
  /** Address that replaces that of the source, such as of a mirror. */
  readonly baseUrl?: string;
  /** Shortest pause between two requests, in milliseconds. Default: that of the source. */
  readonly pauseMs?: number;
  /** Pause before the first repetition of a failed request, in milliseconds; each further one is twice as long. Default: 1000. */
  readonly retryMs?: number;
  /** How many times a failed request is repeated. Default: 4. */
  readonly retries?: number;
}

/** An answer with a status that is not repeated: success, or a rejection by the source. */
export interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly text: string;
  /** The parsed text; undefined if it is not JSON. */
  readonly json: unknown;
}

/** Time after which an unanswered request counts as failed. */
const TIMEOUT_MS = 60_000;
/** Longest wait that a source may ask for. */
const LONGEST_WAIT_MS = 10 * 60_000;
/** Size limit of an answer, so that a wrong server cannot fill the memory. */
const LARGEST_ANSWER = 256 * 2 ** 20;

/** Codes of network errors that a repetition seconds later does not change. */
const LASTING: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name cannot be resolved",
  EAI_AGAIN: "its name cannot be resolved",
  ECONNREFUSED: "the connection was refused",
  ENETUNREACH: "the network is unreachable",
  EHOSTUNREACH: "the host is unreachable",
};

/** A failure that may be over soon, and the wait that the source asks for. */
class Passing extends Error {
  readonly waitMs: number | undefined;

  constructor(message: string, waitMs?: number, cause?: unknown) {
    super(message, { cause });
    this.waitMs = waitMs;
  }
}

/**
 * Requests answers of a source one after the other, with pauses. Repeats requests after network errors, answers that are cut off or not
 * what they should be, and statuses that mean overload, and waits as long as the source asks for.
 */
export class WebClient {
  readonly source: string;
  readonly fetch: typeof globalThis.fetch;
  readonly #options: Required<Omit<WebOptions, "fetch" | "baseUrl">>;
  readonly #signal: AbortSignal | undefined;
  #isFirst = true;

  constructor(source: string, pauseMs: number, options: WebOptions, signal?: AbortSignal) {
    this.source = source;
    this.fetch = options.fetch ?? globalThis.fetch;
    this.#options = {
      pauseMs: options.pauseMs ?? pauseMs,
      retryMs: options.retryMs ?? 1000,
      retries: options.retries ?? 4,
    };
    this.#signal = signal;
  }

  /**
   * Requests a JSON document. Throws `SOURCE_UNAVAILABLE` if the source cannot be reached, or its answer is not JSON. A rejection by the
   * source is an answer.
   */
  json(url: URL, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.attempt(async () => {
      const answer = await this.#get(url, headers);
      if (answer.ok && answer.json === undefined)
        throw new Passing(`answered with ${shownText(answer.text)}, not JSON`);
      return answer;
    }, url);
  }

  /** Requests a text. Throws `SOURCE_UNAVAILABLE` if the source cannot be reached, or its answer is a page instead. */
  text(url: URL): Promise<Answer> {
    return this.attempt(async () => {
      const answer = await this.#get(url, {});
      if (answer.ok && isPage(answer.text)) throw new Passing(`answered with ${shownText(answer.text)}, not data`);
      return answer;
    }, url);
  }

  /** Runs a request until it succeeds, fails for good, or was repeated too often. Other clients pass their errors through `passing`. */
  async attempt<T>(request: () => Promise<T>, url: URL | undefined): Promise<T> {
    const { pauseMs, retryMs, retries } = this.#options;
    const place = url === undefined ? "" : ` at ${url.origin}${url.pathname}`;
    for (let failures = 0; ; failures++) {
      if (!this.#isFirst && failures === 0) await this.#wait(pauseMs);
      this.#isFirst = false;
      try {
        return await request();
      } catch (error) {
        this.#signal?.throwIfAborted();
        if (!(error instanceof Passing)) throw error;
        const waitMs = error.waitMs ?? retryMs * 2 ** failures;
        if (failures < retries && waitMs <= LONGEST_WAIT_MS) {
          await this.#wait(waitMs);
          continue;
        }
        const asked =
          waitMs <= LONGEST_WAIT_MS ? "" : `, and asks to wait ${groupThousands(Math.ceil(waitMs / 1000))} s`;
        const times = failures === 0 ? "" : ` (${failures + 1} times)`;
        throw this.failure("SOURCE_UNAVAILABLE", `${error.message}${times}${asked}${place}`, { cause: error.cause });
      }
    }
  }

  /** Creates an error about the source: `binance answered with status 500`. */
  failure(code: ErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}): HindcastError {
    return new HindcastError(code, `${this.source} ${message}`, { source: this.source, ...details });
  }

  /** Creates the error for a request that the source rejected, with its words. */
  rejection({ status, text }: Pick<Answer, "status" | "text">, words: unknown, hint = ""): HindcastError {
    const said = typeof words === "string" && words !== "" ? quoted(words) : shownText(text);
    return this.failure("SOURCE_REFUSED", `rejected the request with status ${status}: ${said}${hint}`, { status });
  }

  /** Creates the error for a symbol that the source does not have. */
  unknownSymbol(symbol: string, words?: unknown): HindcastError {
    const said = typeof words === "string" && words !== "" ? `: ${quoted(words)}` : "";
    return this.failure("SYMBOL_UNKNOWN", `has no symbol ${formatValue(symbol)}${said}`, { symbol });
  }

  /** Creates the error of a request that `attempt` repeats. */
  passing(message: string, waitMs?: number, cause?: unknown): Error {
    return new Passing(message, waitMs, cause);
  }

  async #get(url: URL, headers: Readonly<Record<string, string>>): Promise<Answer> {
    try {
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      const signal = this.#signal === undefined ? timeout : AbortSignal.any([timeout, this.#signal]);
      // Headers may contain keys, which must not follow a redirection to another host.
      const redirect = Object.keys(headers).length > 0 ? "error" : "follow";
      const response = await this.fetch(url, { headers: { "user-agent": USER_AGENT, ...headers }, redirect, signal });
      const text = await bodyOf(response);
      const { status, ok } = response;
      if (status === 429 || status === 418 || status >= 500)
        throw new Passing(`answered with status ${status}: ${shownText(text)}`, retryAfterOf(response.headers));
      return { status, ok, text, json: parsed(text) };
    } catch (error) {
      if (error instanceof Passing) throw error;
      const code = codeOf(error);
      const reason = LASTING[code];
      if (reason === undefined) throw new Passing(`cannot be read (${code})`, undefined, error);
      const message = `cannot be reached at ${url.origin}: ${reason} (${code}). Check the network connection`;
      throw this.failure("SOURCE_UNAVAILABLE", message, { cause: error });
    }
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0) await wait(ms, undefined, { signal: this.#signal }).catch(() => this.#signal?.throwIfAborted());
  }
}

/** Some sources reject clients whose name does not begin like that of a browser. */
const USER_AGENT = "Mozilla/5.0 (compatible; hindcast)";

async function bodyOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > LARGEST_ANSWER) throw new Error(`an answer above ${LARGEST_ANSWER} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Returns the wait in `Retry-After`, in milliseconds: seconds, or a date that is compared with the date of the answer. */
export function retryAfterOf(headers: Pick<Headers, "get">): number | undefined {
  const asked = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  const waitMs = Date.parse(asked) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

/** Returns the code of a network error, which `fetch` puts into the cause; else its message. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { readonly cause?: { readonly code?: unknown; readonly errors?: readonly unknown[] } };
  const first = cause?.errors?.[0] as { readonly code?: unknown } | undefined;
  const code = cause?.code ?? first?.code ?? (error as { readonly code?: unknown }).code;
  return typeof code === "string" ? code : cause instanceof Error ? cause.message : error.message;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a text is a page for people, such as a form of consent. */
function isPage(text: string): boolean {
  return /^\s*<(?:!doctype|html|\?xml)/i.test(text);
}

const SHOWN = 200;

/** Text in quotes and on one line, without its end if it is long. */
function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return JSON.stringify(line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line);
}

/** Beginning of an answer for a message. */
function shownText(text: string): string {
  if (text.trim() === "") return "an empty text";
  return isPage(text) ? `an HTML page, ${quoted(text)}` : quoted(text);
}
