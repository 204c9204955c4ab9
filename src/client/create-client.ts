import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { IssuedKey, Key, Keys, NewKeyBody, RotateKeyBody, ServedKey } from "../schemas/key.ts";
import { type ClientOptions, Http, pathOf } from "./http.ts";
import { ReplayRequests } from "./requests/replay-requests.ts";
import { ClientStream } from "./stream.ts";

/** Requests about API keys. All except `accountKey` need the scope `admin`. */
class KeyRequests extends ReplayRequests {
  /** Returns the API key of this client: its tier, scopes, limits and usage. */
  accountKey(): Promise<ServedKey> {
    return this.http.request("GET", "/trading/account/key");
  }

  /** Returns all API keys of the server, including expired and revoked ones, oldest first. */
  keys(): Promise<Keys> {
    return this.http.request("GET", "/_admin/keys");
  }

  /** Creates an API key. Only the response to this request contains the key's text. */
  createKey(body: NewKeyBody): Promise<IssuedKey> {
    return this.http.request("POST", "/_admin/keys", { body });
  }

  /** Revokes an API key immediately. */
  revokeKey(id: string): Promise<Key> {
    return this.http.request("DELETE", pathOf`/_admin/keys/${id}`);
  }

  /** Replaces an API key by a new one with the same rights and accounts. The old key ends immediately, or after `grace_seconds`. */
  rotateKey(id: string, body: RotateKeyBody = {}): Promise<IssuedKey> {
    return this.http.request("POST", pathOf`/_admin/keys/${id}/rotate`, { body });
  }
}

/**
 * Client of the served API, for Node and browsers. Each method sends one request, once; methods that begin with `each` send one request per
 * page. An error response is thrown as a `ClientError`.
 *
 * A method that takes an idempotency key may be called again with the same key if no answer arrived: the service performs it once.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787/v2", apiKey });
 * const { price } = await client.stockQuote("AAPL");
 * await client.placeOrder({ symbol: "AAPL", side: "buy", type: "market", quantity: 10 });
 */
export class Client extends KeyRequests {
  /** Returns a client of the same server for another replay session. */
  withSession(session: string): Client {
    return new Client(this.http.withOptions({ session }));
  }

  /**
   * Returns a client whose requests end when a signal aborts. They then throw the signal's reason, even while waiting for an answer; the
   * service may have performed the request.
   *
   * @example
   * const { price } = await client.withSignal(AbortSignal.timeout(2_000)).stockQuote("AAPL");
   */
  withSignal(signal: AbortSignal | undefined): Client {
    return new Client(this.http.withOptions({ signal }));
  }

  /** Opens the stream of the client's session. */
  stream(): Promise<ClientStream> {
    return ClientStream.open(this.http);
  }
}

const OPTIONS: OptionNames<ClientOptions> = { baseUrl: true, apiKey: true, session: true, signal: true };

/** Creates a client of the service at an address. Throws SETTING_INVALID for an unknown option or an invalid address. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl } = checkOptions("createClient", options, OPTIONS);
  if (!/^https?:\/\//.test(baseUrl)) {
    const message = `baseUrl must be an address such as http://127.0.0.1:8787/v2, was ${formatValue(baseUrl)}`;
    throw new HindcastError("SETTING_INVALID", message, { baseUrl });
  }
  return new Client(new Http(options));
}
