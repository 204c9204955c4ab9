import { timingSafeEqual } from "node:crypto";
import { TIERS } from "../../schemas/tier.ts";
import { RequestWindow } from "../limits/request-window.ts";
import type { StateStore } from "../store/state-store.ts";
import type { ApiKey, IssuedKey, NewKey } from "./api-key.ts";
import { keyDigest, keyIdOf, newKeyId, newKeyText } from "./key-text.ts";
import { KeyTable, type StoredKey } from "./key-table.ts";

/** A key that can be used, and what the server remembers of it while it runs. */
export interface KnownKey {
  readonly key: ApiKey;
  readonly window: RequestWindow;
}

interface Entry extends KnownKey {
  readonly digest: Buffer;
  /** The bytes that were found to be this key, in memory alone: they spare the digest of every request. */
  verified: Buffer | undefined;
}

/** A digest of no key, with which unknown names are compared, so that they take as long as known ones. */
const NO_KEY = Buffer.alloc(32);
const NOTHING = Buffer.alloc(0);

/** The keys of a server: they are made, told from others, revoked. Times are given by a wall clock. */
export class KeyRing {
  readonly #store: StateStore;
  readonly #table: KeyTable;
  readonly #wallClock: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<(id: string) => void>();
  #asked = NOTHING;
  #version: number;

  constructor(store: StateStore, wallClock: () => number) {
    this.#store = store;
    this.#table = new KeyTable(store);
    this.#wallClock = wallClock;
    this.#version = store.foreignVersion;
    this.#load();
  }

  /**
   * The key that a text is, if it may be used now; another process may have made it a moment ago. A text that is none takes as long as one that
   * is revoked.
   */
  find(text: string): KnownKey | undefined {
    const found = this.#match(text);
    if (found !== undefined) return found;
    return this.refresh() ? this.#match(text) : undefined;
  }

  /** The key that a text is, if it was found before and may still be used. */
  recall(text: string): KnownKey | undefined {
    const entry = this.#entries.get(text.slice(3, 15));
    const verified = entry?.verified ?? NOTHING;
    if (entry === undefined || verified.length !== text.length) return undefined;
    // Every key is as long, so that one piece of memory serves all.
    if (this.#asked.length !== verified.length) this.#asked = Buffer.alloc(verified.length);
    this.#asked.write(text, "latin1");
    if (!timingSafeEqual(this.#asked, verified)) return undefined;
    return this.#usable(entry.key) ? entry : undefined;
  }

  get(id: string): ApiKey | undefined {
    return this.#entries.get(id)?.key;
  }

  /** All keys, the oldest first, revoked ones too. */
  list(): readonly ApiKey[] {
    return this.#table.all().map(({ key }) => key);
  }

  create(settings: NewKey): IssuedKey {
    const { issued, stored } = this.#issue(settings);
    this.#table.insert(stored);
    this.#keep(stored);
    return issued;
  }

  /** Ends a key at once; undefined for a name that no key has. One that is revoked stays as it was. */
  revoke(id: string): ApiKey | undefined {
    this.#table.revoke(id, this.#wallClock());
    this.#load();
    return this.get(id);
  }

  /** A new key with the rights and the accounts of an old one, which is revoked in the same moment. Undefined for one that is unknown or revoked. */
  rotate(id: string): IssuedKey | undefined {
    const old = this.get(id);
    if (old === undefined || old.revokedAt !== Infinity) return undefined;
    const { name, tier, scopes, expiresAt, owner } = old;
    const { issued, stored } = this.#issue({ name, tier, scopes: [...scopes], expiresAt }, owner);
    this.#store.transaction(() => {
      this.#table.insert(stored);
      this.#table.revoke(id, this.#wallClock());
    });
    this.#load();
    return issued;
  }

  /** Calls a listener with the name of every key that is revoked from now on; what is given back ends that. */
  onRevoked(listener: (id: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes over what another process has changed, such as the command line; whether it changed anything. */
  refresh(): boolean {
    const version = this.#store.foreignVersion;
    if (version === this.#version) return false;
    this.#version = version;
    this.#load();
    return true;
  }

  #match(text: string): KnownKey | undefined {
    const id = keyIdOf(text);
    const entry = id === undefined ? undefined : this.#entries.get(id);
    const same = timingSafeEqual(keyDigest(text), entry?.digest ?? NO_KEY);
    if (!same || entry === undefined || !this.#usable(entry.key)) return undefined;
    entry.verified = Buffer.from(text, "latin1");
    return entry;
  }

  #issue(
    { name, tier, scopes, expiresAt = Infinity }: NewKey,
    owner?: string,
  ): { issued: IssuedKey; stored: StoredKey } {
    const id = newKeyId();
    const text = newKeyText(id);
    const times = { createdAt: this.#wallClock(), expiresAt, revokedAt: Infinity };
    const key: ApiKey = Object.freeze({ id, owner: owner ?? id, name, tier, scopes: new Set(scopes), ...times });
    return { issued: { key, text }, stored: { key, digest: keyDigest(text) } };
  }

  #usable({ expiresAt, revokedAt }: ApiKey): boolean {
    return revokedAt === Infinity && this.#wallClock() < expiresAt;
  }

  #load(): void {
    for (const stored of this.#table.all()) this.#keep(stored);
  }

  #keep({ key, digest }: StoredKey): void {
    const before = this.#entries.get(key.id);
    const window = before?.window ?? new RequestWindow(TIERS[key.tier].requestsPerHour);
    const ended = key.revokedAt !== Infinity;
    this.#entries.set(key.id, { key, digest, window, verified: ended ? undefined : before?.verified });
    if (ended && before?.key.revokedAt === Infinity) for (const listener of this.#listeners) listener(key.id);
  }
}
