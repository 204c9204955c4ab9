import type { ApiErrorBody } from "../schemas/api-error.ts";
import { ClientError } from "./client-error.ts";

/** Where the service is and who asks. */
export interface ClientOptions {
  /** Such as `http://127.0.0.1:8787/v2`; the version may be left out. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The replay session that is meant; the main one when left out. */
  readonly session?: string | undefined;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface RequestParts {
  readonly query?: Query | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Asks the service over HTTP: JSON there and back. */
export class Http {
  /** Without the version. */
  readonly root: string;
  readonly apiKey: string;
  readonly session: string | undefined;

  constructor({ baseUrl, apiKey, session }: ClientOptions) {
    this.root = baseUrl.replace(/\/+$/, "").replace(/\/v2$/, "");
    this.apiKey = apiKey;
    this.session = session;
  }

  /** The same service, asked about another session. */
  of(session: string | undefined): Http {
    return new Http({ baseUrl: this.root, apiKey: this.apiKey, session });
  }

  /** The answer to a request; paths that begin with `/_` stand beside the version. Throws ClientError. */
  async ask<Answer>(
    method: string,
    path: string,
    { query = {}, body, headers = {} }: RequestParts = {},
  ): Promise<Answer> {
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
    });
    const json = (await answer.json()) as Answer | ApiErrorBody;
    if (answer.ok) return json as Answer;
    const { code, message, details } = (json as ApiErrorBody).error;
    throw new ClientError(code, message, answer.status, details, answer.headers.get("x-request-id") ?? "");
  }
}
