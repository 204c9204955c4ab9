import type { Scope } from "../../schemas/scope.ts";
import type { Tier } from "../../schemas/tier.ts";

/** A key without its secret. Times are epoch milliseconds of the real clock. */
export interface ApiKey {
  readonly id: string;
  /** Owner of its accounts and backtests: its own id, or that of the first key in its chain of rotations. */
  readonly owner: string;
  readonly name: string;
  readonly tier: Tier;
  readonly scopes: ReadonlySet<Scope>;
  readonly createdAt: number;
  /** Infinity if it does not expire. */
  readonly expiresAt: number;
  /** Infinity if it is not revoked. */
  readonly revokedAt: number;
  /** Id of the key that replaced it by rotation. */
  readonly replacedBy: string | undefined;
}

/** Usage of a key. */
export interface KeyUsage {
  /** Requests with this key, including refused ones. */
  readonly requests: number;
  /** Epoch milliseconds of the real clock; -Infinity if it was never used. */
  readonly lastUsedAt: number;
}

/** Settings of a new key. */
export interface NewKey {
  readonly name: string;
  readonly tier: Tier;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: number | undefined;
}

/** How a key is replaced by a new one. */
export interface Rotation {
  /** Milliseconds that the old key stays valid; by default it ends at once. */
  readonly graceMs?: number | undefined;
  /** Scopes of the new key; by default those of the old key. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Expiry of the new key; by default that of the old key. */
  readonly expiresAt?: number | undefined;
}

/** A new key with its text, which is shown once and never stored. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly text: string;
}
