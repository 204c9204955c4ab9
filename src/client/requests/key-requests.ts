import type { IssuedKey, Key, Keys, NewKeyBody, RotateKeyBody, ServedKey } from "../../schemas/key.ts";
import { path } from "./path.ts";
import { ReplayRequests } from "./replay-requests.ts";

/** Requests about API keys. All but `accountKey` need the scope `admin`. */
export class KeyRequests extends ReplayRequests {
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
    return this.http.ask("DELETE", path`/_admin/keys/${id}`);
  }

  /** Replaces a key by a new one with its rights and accounts. The old key ends at once, or after `grace_seconds`. */
  rotateKey(id: string, body: RotateKeyBody = {}): Promise<IssuedKey> {
    return this.http.ask("POST", path`/_admin/keys/${id}/rotate`, { body });
  }
}
