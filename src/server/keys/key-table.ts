import type { Statement } from "libsql";
import type { Scope } from "../../schemas/scope.ts";
import type { Tier } from "../../schemas/tier.ts";
import type { StateStore } from "../store/state-store.ts";
import type { ApiKey } from "./api-key.ts";

/** A key as it is kept. */
export interface StoredKey {
  readonly key: ApiKey;
  readonly digest: Buffer;
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
}

/** The table of keys. */
export class KeyTable {
  readonly #all: Statement;
  readonly #insert: Statement;
  readonly #revoke: Statement;

  constructor({ database }: StateStore) {
    this.#all = database.prepare("SELECT * FROM keys ORDER BY created_at, id");
    this.#insert = database.prepare("INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?)");
    this.#revoke = database.prepare("UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL");
  }

  all(): StoredKey[] {
    return (this.#all.all() as KeyRow[]).map(storedKey);
  }

  insert({ key, digest }: StoredKey): void {
    const expiresAt = Number.isFinite(key.expiresAt) ? key.expiresAt : null;
    const scopes = [...key.scopes].join(" ");
    this.#insert.run(key.id, key.name, key.tier, scopes, digest, key.createdAt, expiresAt, key.owner);
  }

  revoke(id: string, at: number): void {
    this.#revoke.run(at, id);
  }
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
  });
  return { key, digest: Buffer.from(row.digest) };
}
