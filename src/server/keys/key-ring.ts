import { timingSafeEqual } from "node:crypto";
import type { Statement } from "libsql";
import type { Scope } from "../../schemas/scope.ts";
import { type Tier, TIERS } from "../../schemas/tier.ts";
import { RequestWindow } from "../limits/rate-limits.ts";
import type { StateStore } from "../store/state-store.ts";
import type { ApiKey, IssuedKey, KeyUsage, NewKey, Rotation } from "./api-key.ts";
import { keyDigest, keyIdOf, newKeyId, newKeyText } from "./key-text.ts";

/** A valid API key and the window of its rate limit. */
export interface KnownKey {
  readonly key: ApiKey;
  readonly window: RequestWindow;
}

interface Entry extends KnownKey {
  key: ApiKey;
  readonly digest: Buffer;
  /** Text that was checked and found to be that of this key. It is kept in memory only, and saves hashing the text of every request. */
  verified: Buffer | undefined;
  /** Usage as stored in the database, and the number of requests since it was stored. */
  stored: KeyUsage;
  unsaved: number;
  lastUsedAt: number;
}

/** Digest that matches no key. Keys with an unknown id are compared with it, so that they take as long as keys with a known id. */
const NO_KEY = Buffer.alloc(32);
const NOTHING = Buffer.alloc(0);
/** Milliseconds between writes of usage. A killed server loses the usage since the last write. */
const SAVE_MS = 10_000;

/** Number of API keys that may be generated over HTTP per hour, so that the database stays small. */
const MAX_GENERATED = 1_000;
const UNUSED: KeyUsage = { requests: 0, lastUsedAt: -Infinity };

/** The API keys of a server: creates, finds, rotates and revokes them. Times are those of the computer's clock. */
export class KeyRing {
  readonly #store: StateStore;
  readonly #table: KeyTable;
  readonly #wallClock: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<(id: string) => void>();
  /** API keys generated over HTTP in the current hour. */
  readonly generated = new RequestWindow(MAX_GENERATED);
  #buffer = NOTHING;
  #version: number;
  #savedAt: number;

  constructor(store: StateStore, wallClock: () => number) {
    this.#store = store;
    this.#table = new KeyTable(store);
    this.#wallClock = wallClock;
    this.#version = store.foreignVersion;
    this.#savedAt = wallClock();
    this.#load();
  }

  /**
   * Returns the valid API key with this text; undefined if there is none. Also finds keys that another process has just created. Invalid
   * and revoked keys take the same time to find.
   */
  find(text: string): KnownKey | undefined {
    const found = this.#match(text);
    if (found !== undefined) return found;
    return this.refresh() ? this.#match(text) : undefined;
  }

  /** Returns the API key with this text if it was found before and is still valid. */
  findRemembered(text: string): KnownKey | undefined {
    const entry = this.#remembered(text);
    return entry && this.#use(entry);
  }

  /** Returns the id of the API key with this text if the key was found before. Does not count as usage. */
  rememberedId(text: string): string | undefined {
    return this.#remembered(text)?.key.id;
  }

  #remembered(text: string): Entry | undefined {
    const entry = this.#entries.get(text.slice(3, 15));
    const verified = entry?.verified ?? NOTHING;
    if (verified.length !== text.length) return undefined;
    // Reuses one buffer, since all keys have the same length.
    if (this.#buffer.length !== verified.length) this.#buffer = Buffer.alloc(verified.length);
    this.#buffer.write(text, "latin1");
    return timingSafeEqual(this.#buffer, verified) ? entry : undefined;
  }

  get(id: string): ApiKey | undefined {
    return this.#entries.get(id)?.key;
  }

  /** Returns all API keys, oldest first, including revoked ones. */
  list(): readonly ApiKey[] {
    return this.#table.all().map(({ key }) => key);
  }

  /** Returns the usage of an API key; zero usage for an unknown id. */
  usage(id: string): KeyUsage {
    const entry = this.#entries.get(id);
    if (entry === undefined) return UNUSED;
    return { requests: entry.stored.requests + entry.unsaved, lastUsedAt: entry.lastUsedAt };
  }

  /** Returns the window of an API key's rate limit. */
  window(id: string): RequestWindow | undefined {
    return this.#entries.get(id)?.window;
  }

  create(settings: NewKey): IssuedKey {
    const { issued, stored } = this.#issue(settings);
    this.#table.insert(stored);
    this.#addOrUpdate(stored);
    return issued;
  }

  /** Revokes an API key at once. Returns undefined for an unknown id; a key that is already revoked stays unchanged. */
  revoke(id: string): ApiKey | undefined {
    this.#table.revoke(id, this.#wallClock());
    this.#load();
    return this.get(id);
  }

  /**
   * Creates an API key that takes over the accounts of an old one, with the old key's scopes unless others are given. The old key is
   * revoked at once, or expires after a grace period. Returns undefined if the old key is unknown, has ended or was already rotated.
   */
  rotate(id: string, { graceMs = 0, expiresAt, scopes }: Rotation = {}): IssuedKey | undefined {
    const old = this.get(id);
    if (old === undefined || !this.#usable(old) || old.replacedBy !== undefined) return undefined;
    const now = this.#wallClock();
    const { name, tier, owner } = old;
    const settings = { name, tier, scopes: scopes ?? [...old.scopes], expiresAt: expiresAt ?? old.expiresAt };
    const { issued, stored } = this.#issue(settings, owner);
    this.#store.transaction(() => {
      this.#table.insert(stored);
      this.#table.replace(id, issued.key.id, graceMs > 0 ? Math.min(old.expiresAt, now + graceMs) : old.expiresAt);
      if (!(graceMs > 0)) this.#table.revoke(id, now);
    });
    this.#load();
    return issued;
  }

  /** Calls a listener with the id of every API key that is revoked. Returns a function that removes the listener. */
  onRevoked(listener: (id: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Loads changes to API keys by another process, such as the command line. Returns whether there were any. */
  refresh(): boolean {
    if (this.#wallClock() - this.#savedAt >= SAVE_MS) this.saveUsage();
    const version = this.#store.foreignVersion;
    if (version === this.#version) return false;
    this.#version = version;
    this.#load();
    return true;
  }

  /** Writes the usage of API keys to the database. If writing fails, the next call tries again. */
  saveUsage(): void {
    this.#savedAt = this.#wallClock();
    const usedEntries = [...this.#entries.values()].filter(({ unsaved }) => unsaved > 0);
    if (usedEntries.length === 0) return;
    try {
      this.#store.transaction(() => {
        for (const { key, unsaved, lastUsedAt } of usedEntries) this.#table.use(key.id, unsaved, lastUsedAt);
      });
    } catch {
      // A full disk or a locked database must not stop the server because of usage counts.
      return;
    }
    for (const entry of usedEntries) {
      const { stored, unsaved, lastUsedAt } = entry;
      entry.stored = { requests: stored.requests + unsaved, lastUsedAt };
      entry.unsaved = 0;
    }
  }

  #match(text: string): KnownKey | undefined {
    const id = keyIdOf(text);
    const entry = id === undefined ? undefined : this.#entries.get(id);
    const same = timingSafeEqual(keyDigest(text), entry?.digest ?? NO_KEY);
    if (!same || entry === undefined || this.#use(entry) === undefined) return undefined;
    entry.verified = Buffer.from(text, "latin1");
    return entry;
  }

  /** Counts a use of an API key. Returns undefined if the key has ended. */
  #use(entry: Entry): KnownKey | undefined {
    const { expiresAt, revokedAt } = entry.key;
    const now = this.#wallClock();
    if (revokedAt !== Infinity || now >= expiresAt) return undefined;
    entry.unsaved++;
    entry.lastUsedAt = now;
    return entry;
  }

  #issue(
    { name, tier, scopes, expiresAt = Infinity }: NewKey,
    owner?: string,
  ): { issued: IssuedKey; stored: StoredKey } {
    const id = newKeyId();
    const text = newKeyText(id);
    const times = { createdAt: this.#wallClock(), expiresAt, revokedAt: Infinity, replacedBy: undefined };
    const key: ApiKey = Object.freeze({ id, owner: owner ?? id, name, tier, scopes: new Set(scopes), ...times });
    return { issued: { key, text }, stored: { key, digest: keyDigest(text), usage: UNUSED } };
  }

  #usable({ expiresAt, revokedAt }: ApiKey): boolean {
    return revokedAt === Infinity && this.#wallClock() < expiresAt;
  }

  #load(): void {
    for (const stored of this.#table.all()) this.#addOrUpdate(stored);
  }

  #addOrUpdate({ key, digest, usage }: StoredKey): void {
    const known = this.#entries.get(key.id);
    if (known === undefined) {
      const window = new RequestWindow(TIERS[key.tier].requestsPerHour);
      const { lastUsedAt } = usage;
      this.#entries.set(key.id, { key, digest, window, verified: undefined, stored: usage, unsaved: 0, lastUsedAt });
      return;
    }
    const ends = key.revokedAt !== Infinity && known.key.revokedAt === Infinity;
    // Stream connections share this object, so they notice when the key expires earlier.
    known.key = key;
    known.stored = usage;
    if (key.revokedAt !== Infinity) known.verified = undefined;
    if (ends) for (const listener of this.#listeners) listener(key.id);
  }
}

/** An API key as the database stores it. */
interface StoredKey {
  readonly key: ApiKey;
  readonly digest: Buffer;
  readonly usage: KeyUsage;
}

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly tier: string;
  readonly scopes: string;
  readonly digest: Buffer;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly owner: string | null;
  readonly replaced_by: string | null;
  readonly requests: number;
  readonly last_used_at: number | null;
}

const COLUMNS = "id, name, tier, scopes, digest, created_at, expires_at, owner";

/** The database table of API keys. */
class KeyTable {
  readonly #all: Statement;
  readonly #insert: Statement;
  readonly #revoke: Statement;
  readonly #replace: Statement;
  readonly #use: Statement;

  constructor({ database }: StateStore) {
    this.#all = database.prepare("SELECT * FROM keys ORDER BY created_at, id");
    this.#insert = database.prepare(`INSERT INTO keys (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#revoke = database.prepare("UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL");
    this.#replace = database.prepare("UPDATE keys SET replaced_by = ?, expires_at = ? WHERE id = ?");
    this.#use = database.prepare("UPDATE keys SET requests = requests + ?, last_used_at = ? WHERE id = ?");
  }

  all(): StoredKey[] {
    return (this.#all.all() as KeyRow[]).map(storedKey);
  }

  insert({ key, digest }: StoredKey): void {
    const scopes = [...key.scopes].join(" ");
    this.#insert.run(key.id, key.name, key.tier, scopes, digest, key.createdAt, finiteOrNull(key.expiresAt), key.owner);
  }

  revoke(id: string, at: number): void {
    this.#revoke.run(at, id);
  }

  /** Stores which API key replaces an old one, and when the old key expires. */
  replace(id: string, by: string, expiresAt: number): void {
    this.#replace.run(by, finiteOrNull(expiresAt), id);
  }

  /** Adds a number of requests to the usage of an API key. */
  use(id: string, requests: number, lastUsedAt: number): void {
    this.#use.run(requests, lastUsedAt, id);
  }
}

/** Converts an instant for the database: null if it is infinite. */
function finiteOrNull(instant: number): number | null {
  return Number.isFinite(instant) ? instant : null;
}

function storedKey(row: KeyRow): StoredKey {
  const scopes = row.scopes === "" ? [] : (row.scopes.split(" ") as Scope[]);
  const key: ApiKey = Object.freeze({
    id: row.id,
    owner: row.owner ?? row.id,
    name: row.name,
    tier: row.tier as Tier,
    scopes: new Set(scopes),
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? Infinity,
    revokedAt: row.revoked_at ?? Infinity,
    replacedBy: row.replaced_by ?? undefined,
  });
  const usage = { requests: row.requests, lastUsedAt: row.last_used_at ?? -Infinity };
  return { key, digest: Buffer.from(row.digest), usage };
}
