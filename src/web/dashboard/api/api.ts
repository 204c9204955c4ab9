/** Body of an error response. */
interface ErrorBody {
  readonly error?: { readonly code?: string; readonly message?: string; readonly details?: RequestError["details"] };
}

/** A failed request; `status` is 0 if there was no answer. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: {
    readonly errors?: readonly { readonly parameter: string; readonly reason: string }[];
    readonly retry_after?: number;
  };

  constructor(status: number, { error }: ErrorBody) {
    super(error?.message ?? "the server did not answer");
    this.status = status;
    this.code = error?.code ?? "NO_ANSWER";
    this.details = error?.details ?? {};
  }
}

/** Returns the URL of a path of the service, relative to the dashboard's page. */
export function addressOf(path: string): URL {
  return new URL(`.${path}`, location.href);
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Sends requests to the server with an API key, which is kept in memory only. */
export class Api {
  readonly key: string;
  #remaining = Infinity;
  #resetAt = 0;

  constructor(key: string) {
    this.key = key;
  }

  /** Returns the milliseconds between rounds of this many requests with which the key's remaining requests last until its hour ends. */
  pace(requests: number): number {
    const left = Math.max(0, this.#resetAt - Date.now());
    return this.#remaining === Infinity ? 0 : (left * requests) / Math.max(1, this.#remaining - 20);
  }

  get<Answer>(path: string, query: Query = {}): Promise<Answer> {
    const definedQuery = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(definedQuery.map(([name, value]) => [name, String(value)])).toString();
    return this.#send("GET", search === "" ? path : `${path}?${search}`);
  }

  post<Answer>(path: string, body: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#send("POST", path, body, headers);
  }

  patch<Answer>(path: string, body: object): Promise<Answer> {
    return this.#send("PATCH", path, body);
  }

  delete<Answer>(path: string): Promise<Answer> {
    return this.#send("DELETE", path);
  }

  async #send<Answer>(method: string, path: string, body?: object, more?: Readonly<Record<string, string>>) {
    const headers: Record<string, string> = { authorization: `Bearer ${this.key}`, ...more };
    if (body !== undefined) headers["content-type"] = "application/json";
    const init = { method, headers, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" } as const;
    let answer: Response;
    try {
      answer = await fetch(addressOf(path), body === undefined ? init : { ...init, body: JSON.stringify(body) });
    } catch {
      throw new RequestError(0, {});
    }
    this.#readLimits(answer.headers);
    const json = (await answer.json().catch(() => ({}))) as unknown;
    if (!answer.ok) throw new RequestError(answer.status, json as ErrorBody);
    return json as Answer;
  }

  #readLimits(headers: Headers): void {
    const remaining = headers.get("x-ratelimit-remaining");
    if (remaining === null) return;
    this.#remaining = Number(remaining);
    this.#resetAt = Number(headers.get("x-ratelimit-reset")) * 1000;
  }
}
