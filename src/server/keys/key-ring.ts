import { timingSafeEqual } from "node:crypto";
import type { Statement } from "libsql";
import type { Scope } from "../../schemas/scope.ts";
import { type Tier, TIERS } from "../../schemas/tier.ts";
import { RequestWindow } from "../limits/rate-limits.ts";
import type { StateStore } from "../store/state-store.ts";
import type { ApiKey, IssuedKey, KeyUsage, NewKey, Rotation } from "./api-key.ts";
import { keyDigest, keyIdOf, newKeyId, newKeyText } from "./key-text.ts";

/** A key that can be used, and what the server remembers of it while it runs. */
export interface KnownKey {
  readonly key: ApiKey;
  readonly window: RequestWindow;
}

interface Entry extends KnownKey {
  key: ApiKey;
  readonly digest: Buffer;
  /** The bytes that were found to be this key, in memory alone: they spare the digest of every request. */
  verified: Buffer | undefined;
  /** Usage as it is stored, and the requests since. */
  stored: KeyUsage;
  unsaved: number;
  lastUsedAt: number;
}

/** A digest of no key, with which unknown names are compared, so that they take as long as known ones. */
const NO_KEY = Buffer.alloc(32);
const NOTHING = Buffer.alloc(0);
/** How often usage is written: a server that is killed forgets the requests of so many milliseconds. */
const SAVE_MS = 10_000;

/** So many keys an hour are more than anybody needs, and few enough for the state. */
const MOST_GENERATED = 1_000;
const UNUSED: KeyUsage = { requests: 0, lastUsedAt: -Infinity };

/** The keys of a server: they are made, told from others, revoked. Times are given by a wall clock. */
export class KeyRing {
  readonly #store: StateStore;
  readonly #table: KeyTable;
  readonly #wallClock: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<(id: string) => void>();
  /** Keys that were generated over HTTP within an hour. */
  readonly generated = new RequestWindow(MOST_GENERATED);
  #asked = NOTHING;
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
    const entry = this.#recalled(text);
    return entry && this.#use(entry);
  }

  /** The name of the key that a text is, if it was found before. This is no use of it. */
  nameOf(text: string): string | undefined {
    return this.#recalled(text)?.key.id;
  }

  #recalled(text: string): Entry | undefined {
    const entry = this.#entries.get(text.slice(3, 15));
    const verified = entry?.verified ?? NOTHING;
    if (verified.length !== text.length) return undefined;
    // Every key is as long, so that one piece of memory serves all.
    if (this.#asked.length !== verified.length) this.#asked = Buffer.alloc(verified.length);
    this.#asked.write(text, "latin1");
    return timingSafeEqual(this.#asked, verified) ? entry : undefined;
  }

  get(id: string): ApiKey | undefined {
    return this.#entries.get(id)?.key;
  }

  /** All keys, the oldest first, revoked ones too. */
  list(): readonly ApiKey[] {
    return this.#table.all().map(({ key }) => key);
  }

  /** How often a key was used; never for one that is unknown. */
  usage(id: string): KeyUsage {
    const entry = this.#entries.get(id);
    if (entry === undefined) return UNUSED;
    return { requests: entry.stored.requests + entry.unsaved, lastUsedAt: entry.lastUsedAt };
  }

  /** The window in which the requests of a key are counted. */
  window(id: string): RequestWindow | undefined {
    return this.#entries.get(id)?.window;
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

  /**
   * A new key with the accounts of an old one, and its scopes unless others are given. The old key is revoked in the same moment, or expires after a grace period.
   * Undefined for a key that is unknown, has ended or was rotated before.
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

  /** Calls a listener with the name of every key that is revoked from now on; what is given back ends that. */
  onRevoked(listener: (id: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes over what another process has changed, such as the command line; whether it changed anything. */
  refresh(): boolean {
    if (this.#wallClock() - this.#savedAt >= SAVE_MS) this.saveUsage();
    const version = this.#store.foreignVersion;
    if (version === this.#version) return false;
    this.#version = version;
    this.#load();
    return true;
  }

  /** Writes how often keys were used. What cannot be written now is written later. */
  saveUsage(): void {
    this.#savedAt = this.#wallClock();
    const used = [...this.#entries.values()].filter(({ unsaved }) => unsaved > 0);
    if (used.length === 0) return;
    try {
      this.#store.transaction(() => {
        for (const { key, unsaved, lastUsedAt } of used) this.#table.use(key.id, unsaved, lastUsedAt);
      });
    } catch {
      // Figures about use must not end a server whose disk is full or whose state is locked for a moment.
      return;
    }
    for (const entry of used) {
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

  /** Counts a use of a key; undefined for one that has ended. */
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
    for (const stored of this.#table.all()) this.#keep(stored);
  }

  #keep({ key, digest, usage }: StoredKey): void {
    const known = this.#entries.get(key.id);
    if (known === undefined) {
      const window = new RequestWindow(TIERS[key.tier].requestsPerHour);
      const { lastUsedAt } = usage;
      this.#entries.set(key.id, { key, digest, window, verified: undefined, stored: usage, unsaved: 0, lastUsedAt });
      return;
    }
    const ends = key.revokedAt !== Infinity && known.key.revokedAt === Infinity;
    // Connections hold the entry: they see here that a key expires earlier than it did.
    known.key = key;
    known.stored = usage;
    if (key.revokedAt !== Infinity) known.verified = undefined;
    if (ends) for (const listener of this.#listeners) listener(key.id);
  }
}

/** A key as it is kept. */
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

/** The table of keys. */
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
    this.#insert.run(key.id, key.name, key.tier, scopes, digest, key.createdAt, orNull(key.expiresAt), key.owner);
  }

  revoke(id: string, at: number): void {
    this.#revoke.run(at, id);
  }

  /** Says which key replaces another, and when that one expires. */
  replace(id: string, by: string, expiresAt: number): void {
    this.#replace.run(by, orNull(expiresAt), id);
  }

  /** Adds requests to those that a key has sent. */
  use(id: string, requests: number, lastUsedAt: number): void {
    this.#use.run(requests, lastUsedAt, id);
  }
}

/** An instant as it is stored: none for one that never comes. */
function orNull(instant: number): number | null {
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
