import type { Statement } from "libsql";
import type { Scope } from "../../schemas/scope.ts";
import type { Tier } from "../../schemas/tier.ts";
import type { StateStore } from "../store/state-store.ts";
import type { ApiKey, KeyUsage } from "./api-key.ts";

/** A key as it is kept. */
export interface StoredKey {
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
export class KeyTable {
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
