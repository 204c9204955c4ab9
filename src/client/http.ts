import type { ApiErrorBody } from "../schemas/api-error.ts";
import { ClientError } from "./client-error.ts";

/** Options of a client. */
export interface ClientOptions {
  /** Address of the service, such as `http://127.0.0.1:8787/v2`; the version may be omitted. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Replay session; the main one by default. */
  readonly session?: string | undefined;
  /** Signal that ends requests in progress and prevents further ones. */
  readonly signal?: AbortSignal | undefined;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface RequestParts {
  readonly query?: Query | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Sends requests to the service. */
export class Http {
  /** Address of the service without the API version. */
  readonly root: string;
  readonly apiKey: string;
  readonly session: string | undefined;
  readonly signal: AbortSignal | undefined;

  constructor({ baseUrl, apiKey, session, signal }: ClientOptions) {
    this.root = baseUrl.replace(/\/+$/, "").replace(/\/v2$/, "");
    this.apiKey = apiKey;
    this.session = session;
    this.signal = signal;
  }

  /** Returns a copy of this object for another session or signal. */
  withOptions(other: Pick<ClientOptions, "session" | "signal">): Http {
    const { root: baseUrl, apiKey, session, signal } = this;
    return new Http({ baseUrl, apiKey, session, signal, ...other });
  }

  /**
   * Sends a request and returns its JSON answer. Paths that begin with `/_` have no version. Throws ClientError; SERVICE_UNAVAILABLE for an
   * answer that is not from the service.
   */
  async request<Answer>(method: string, path: string, parts?: RequestParts): Promise<Answer> {
    return (await jsonOf(await this.#send(method, path, parts))) as Answer;
  }

  /** Sends a request and returns the response as text. */
  async requestText(method: string, path: string, parts?: RequestParts): Promise<string> {
    return (await this.#send(method, path, parts)).text();
  }

  async #send(method: string, path: string, { query = {}, body, headers = {} }: RequestParts = {}): Promise<Response> {
    const address = new URL(`${this.root}${path.startsWith("/_") ? "" : "/v2"}${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value));
    const answer = await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${this.apiKey}`,
        ...(this.session === undefined ? {} : { "x-replay-session": this.session }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(this.signal === undefined ? {} : { signal: this.signal }),
    });
    if (answer.ok) return answer;
    const errorBody = (await jsonOf(answer)) as Partial<ApiErrorBody> | null;
    if (errorBody?.error?.code === undefined) throw foreignAnswerError(answer);
    const { code, message, details } = errorBody.error;
    throw new ClientError(code, message, answer.status, details, answer.headers.get("x-request-id") ?? "");
  }
}

async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (error) {
    throw error instanceof SyntaxError ? foreignAnswerError(answer) : error;
  }
}

/** Error for a response that a proxy or another program at this address sent. */
function foreignAnswerError({ url, status, headers }: Response): ClientError {
  const { origin, pathname } = new URL(url);
  const message = `the answer at ${origin}${pathname} is not from a Hindcast server: ${status} ${headers.get("content-type") ?? "without a content type"}`;
  return new ClientError("SERVICE_UNAVAILABLE", message, status);
}

/** Type of a query in which every field is optional, since the service has defaults. */
export type PartialQuery<WholeQuery> = { readonly [Name in keyof WholeQuery]?: WholeQuery[Name] | undefined };

/** Header with an idempotency key: the service performs requests with the same key only once. */
export function idempotencyHeader(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { "idempotency-key": key };
}

/**
 * Builds a path in which each inserted value is escaped.
 *
 * @example
 * pathOf`/trading/positions/${"^GSPC"}`; // "/trading/positions/%5EGSPC"
 */
export function pathOf(texts: TemplateStringsArray, ...parts: readonly string[]): string {
  return String.raw({ raw: texts }, ...parts.map(encodeURIComponent));
}

/** A page of a list of entries, with the token of the next page. */
type Page<Name extends string, Entry> = { readonly next_page_token?: string | null } & Readonly<
  Record<Name, readonly Entry[]>
>;

/**
 * Yields all entries of a list, whose pages have them under `name`. A page is requested when the previous one is used up, so stopping early
 * sends no further requests.
 */
export async function* eachEntry<Name extends string, PageQuery extends Query, Entry>(
  name: Name,
  query: PageQuery,
  fetchPage: (query: PageQuery) => Promise<Page<Name, Entry>>,
): AsyncGenerator<Entry, void, undefined> {
  let next = query;
  for (;;) {
    const page = await fetchPage(next);
    yield* page[name];
    if (typeof page.next_page_token !== "string") return;
    next = { ...query, page_token: page.next_page_token };
  }
}

/** Creates a unique idempotency key, so that a request that is sent twice is performed once. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}
