import type { IssuedKey, Key, Keys, NewKeyBody } from "../../schemas/key.ts";
import { path } from "./path.ts";
import { ReplayRequests } from "./replay-requests.ts";

/** And the keys of the service, for those who administer it. */
export class KeyRequests extends ReplayRequests {
  /** All keys, revoked ones too. */
  keys(): Promise<Keys> {
    return this.http.ask("GET", "/_admin/keys");
  }

  /** The answer is the only one that ever shows the text of the key. */
  createKey(body: NewKeyBody): Promise<IssuedKey> {
    return this.http.ask("POST", "/_admin/keys", { body });
  }

  /** Ends a key at once. */
  revokeKey(id: string): Promise<Key> {
    return this.http.ask("DELETE", path`/_admin/keys/${id}`);
  }

  /** Ends a key at once, and makes one with its rights and accounts. */
  rotateKey(id: string): Promise<IssuedKey> {
    return this.http.ask("POST", path`/_admin/keys/${id}/rotate`);
  }
}
