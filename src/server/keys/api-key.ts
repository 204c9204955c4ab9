import type { Scope } from "../../schemas/scope.ts";
import type { Tier } from "../../schemas/tier.ts";

/** What is known of a key, its secret excepted. Times are epoch milliseconds by the wall clock. */
export interface ApiKey {
  readonly id: string;
  /** By whose name its accounts and backtests go: its own, or that of the first key of those in whose place it came. */
  readonly owner: string;
  readonly name: string;
  readonly tier: Tier;
  readonly scopes: ReadonlySet<Scope>;
  readonly createdAt: number;
  /** Infinity for one that does not expire. */
  readonly expiresAt: number;
  /** Infinity for one that is not revoked. */
  readonly revokedAt: number;
  /** The id of the key that replaced it by rotation. */
  readonly replacedBy: string | undefined;
}

/** How often a key was used. */
export interface KeyUsage {
  /** Requests that carried it, refused ones too. */
  readonly requests: number;
  /** Epoch milliseconds by the wall clock; -Infinity for one that was never used. */
  readonly lastUsedAt: number;
}

/** What is chosen for a new key. */
export interface NewKey {
  readonly name: string;
  readonly tier: Tier;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: number | undefined;
}

/** How a key is replaced by a new one. */
export interface Rotation {
  /** Milliseconds for which the old key still works; it ends at once when left out. */
  readonly graceMs?: number | undefined;
  /** Scopes of the new key; those of the old one when left out. */
  readonly scopes?: readonly Scope[] | undefined;
  /** When the new key expires; when the old one would have, when left out. */
  readonly expiresAt?: number | undefined;
}

/** A new key with its text, which is shown once and kept nowhere. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly text: string;
}
