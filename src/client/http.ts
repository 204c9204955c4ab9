import type { ApiErrorBody } from "../schemas/api-error.ts";
import { ClientError } from "./client-error.ts";

/** Where the service is and who asks. */
export interface ClientOptions {
  /** Such as `http://127.0.0.1:8787/v2`; the version may be left out. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The replay session that is meant; the main one when left out. */
  readonly session?: string | undefined;
  /** When it is aborted, requests that wait for an answer end, and no more are sent. */
  readonly signal?: AbortSignal | undefined;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface RequestParts {
  readonly query?: Query | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Asks the service over HTTP. */
export class Http {
  /** Without the version. */
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

  /** The same service, asked about another session or until another signal. */
  of(other: Pick<ClientOptions, "session" | "signal">): Http {
    const { root: baseUrl, apiKey, session, signal } = this;
    return new Http({ baseUrl, apiKey, session, signal, ...other });
  }

  /** The answer to a request, of JSON; paths that begin with `/_` stand beside the version. Throws ClientError, SERVICE_UNAVAILABLE for what the service cannot have answered. */
  async ask<Answer>(method: string, path: string, parts?: RequestParts): Promise<Answer> {
    return (await jsonOf(await this.#answer(method, path, parts))) as Answer;
  }

  /** The same of an answer that is text. */
  async read(method: string, path: string, parts?: RequestParts): Promise<string> {
    return (await this.#answer(method, path, parts)).text();
  }

  async #answer(
    method: string,
    path: string,
    { query = {}, body, headers = {} }: RequestParts = {},
  ): Promise<Response> {
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
    const told = (await jsonOf(answer)) as Partial<ApiErrorBody> | null;
    if (told?.error?.code === undefined) throw notOfService(answer);
    const { code, message, details } = told.error;
    throw new ClientError(code, message, answer.status, details, answer.headers.get("x-request-id") ?? "");
  }
}

async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (error) {
    throw error instanceof SyntaxError ? notOfService(answer) : error;
  }
}

/** A proxy before the service answered, or there is another service. */
function notOfService({ url, status, headers }: Response): ClientError {
  const { origin, pathname } = new URL(url);
  const message = `another program than Hindcast answers at ${origin}${pathname}: ${status} ${headers.get("content-type") ?? "without a type"}`;
  return new ClientError("SERVICE_UNAVAILABLE", message, status);
}

/** What of a query is given: the service has defaults for the rest. */
export type Asked<WholeQuery> = { readonly [Name in keyof WholeQuery]?: WholeQuery[Name] | undefined };

/** The same request with the same key is done once. */
export function idempotencyHeader(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { "idempotency-key": key };
}

/**
 * A path, with what is put into it written so that it stays one part.
 *
 * @example
 * pathOf`/trading/positions/${"^GSPC"}`; // "/trading/positions/%5EGSPC"
 */
export function pathOf(around: TemplateStringsArray, ...parts: readonly string[]): string {
  return String.raw({ raw: around }, ...parts.map(encodeURIComponent));
}

/** A page of a list, which says of the next one. */
type Page<Name extends string, Entry> = { readonly next_page_token?: string | null } & Readonly<
  Record<Name, readonly Entry[]>
>;

/**
 * All entries of a list, which each page has under a name: a page is asked for when the one before is used up, so who stops early asks for
 * no more.
 */
export async function* eachEntry<Name extends string, PageQuery extends Query, Entry>(
  name: Name,
  query: PageQuery,
  ask: (query: PageQuery) => Promise<Page<Name, Entry>>,
): AsyncGenerator<Entry, void, undefined> {
  let asked = query;
  for (;;) {
    const page = await ask(asked);
    yield* page[name];
    if (typeof page.next_page_token !== "string") return;
    asked = { ...query, page_token: page.next_page_token };
  }
}

/** A key that no other request has, so that one that is sent twice is done once. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}
