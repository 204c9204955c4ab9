import type { Scope } from "../../schemas/scope.ts";
import type { Tier } from "../../schemas/tier.ts";

/** An API key without its secret. Times are epoch milliseconds of the computer's clock. */
export interface ApiKey {
  readonly id: string;
  /** Owner of the key's accounts and backtests: the key's own id, or the id of the first key in its chain of rotations. */
  readonly owner: string;
  readonly name: string;
  readonly tier: Tier;
  readonly scopes: ReadonlySet<Scope>;
  readonly createdAt: number;
  /** Expiry of the key; Infinity if it never expires. */
  readonly expiresAt: number;
  /** Time at which the key was revoked; Infinity if it is not revoked. */
  readonly revokedAt: number;
  /** Id of the key that replaced this one by rotation; undefined if it was not rotated. */
  readonly replacedBy: string | undefined;
}

/** How much an API key was used. */
export interface KeyUsage {
  /** Number of requests with the key, including refused ones. */
  readonly requests: number;
  /** Time of the last use in epoch milliseconds of the computer's clock; -Infinity if the key was never used. */
  readonly lastUsedAt: number;
}

/** Settings of a new API key. */
export interface NewKey {
  readonly name: string;
  readonly tier: Tier;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: number | undefined;
}

/** How an API key is replaced by a new one. */
export interface Rotation {
  /** Milliseconds that the old key stays valid; by default it ends at once. */
  readonly graceMs?: number | undefined;
  /** Scopes of the new key; by default those of the old key. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Expiry of the new key; by default that of the old key. */
  readonly expiresAt?: number | undefined;
}

/** A new API key with its text, which is shown once and never stored. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly text: string;
}
