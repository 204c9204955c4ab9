import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { IssuedKey, Key, Keys, NewKeyBody, RotateKeyBody, ServedKey } from "../schemas/key.ts";
import { type ClientOptions, Http, pathOf } from "./http.ts";
import { ReplayRequests } from "./requests/replay-requests.ts";
import { ClientStream } from "./stream.ts";

/** Requests about API keys. All but `accountKey` need the scope `admin`. */
class KeyRequests extends ReplayRequests {
  /** The key of this client: its tier, scopes, limits and usage. */
  accountKey(): Promise<ServedKey> {
    return this.http.ask("GET", "/trading/account/key");
  }

  /** All keys, expired and revoked ones included, oldest first. */
  keys(): Promise<Keys> {
    return this.http.ask("GET", "/_admin/keys");
  }

  /** Generates a key. The response is the only one that shows its text. */
  createKey(body: NewKeyBody): Promise<IssuedKey> {
    return this.http.ask("POST", "/_admin/keys", { body });
  }

  /** Revokes a key: it is refused from its next request on. */
  revokeKey(id: string): Promise<Key> {
    return this.http.ask("DELETE", pathOf`/_admin/keys/${id}`);
  }

  /** Replaces a key by a new one with its rights and accounts. The old key ends at once, or after `grace_seconds`. */
  rotateKey(id: string, body: RotateKeyBody = {}): Promise<IssuedKey> {
    return this.http.ask("POST", pathOf`/_admin/keys/${id}/rotate`, { body });
  }
}

/**
 * A client of the served API, in Node and in browsers. Each method is one request, sent once, and each that begins with `each` one a page; what the service refuses is thrown as a `ClientError`. A
 * method that takes an idempotency key may be called again with it where no answer came: what it asks for is done once.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787/v2", apiKey });
 * const { price } = await client.stockQuote("AAPL");
 * await client.placeOrder({ symbol: "AAPL", side: "buy", type: "market", quantity: 10 });
 */
export class Client extends KeyRequests {
  /** The same client, asking about another replay session. */
  withSession(session: string): Client {
    return new Client(this.http.of({ session }));
  }

  /**
   * The same client, until a signal is aborted: what it is asked then is thrown with the signal's reason, also where the answer is awaited. The service may have done it.
   *
   * @example
   * const { price } = await client.withSignal(AbortSignal.timeout(2_000)).stockQuote("AAPL");
   */
  withSignal(signal: AbortSignal | undefined): Client {
    return new Client(this.http.of({ signal }));
  }

  /** Opens the stream of the session. */
  stream(): Promise<ClientStream> {
    return ClientStream.open(this.http);
  }
}

const OPTIONS: OptionNames<ClientOptions> = { baseUrl: true, apiKey: true, session: true, signal: true };

/** A client of the service at an address, with a key. Throws `SETTING_INVALID` for an unknown option, and for an address that is none. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl } = checkOptions("createClient", options, OPTIONS);
  if (!/^https?:\/\//.test(baseUrl)) {
    const message = `baseUrl must be an address such as http://127.0.0.1:8787/v2, was ${formatValue(baseUrl)}`;
    throw new HindcastError("SETTING_INVALID", message, { baseUrl });
  }
  return new Client(new Http(options));
}
