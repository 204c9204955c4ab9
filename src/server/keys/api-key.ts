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
}

/** What is chosen for a new key. */
export interface NewKey {
  readonly name: string;
  readonly tier: Tier;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: number | undefined;
}

/** A new key with its text, which is shown once and kept nowhere. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly text: string;
}
