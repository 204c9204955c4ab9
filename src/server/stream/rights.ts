import { TIERS } from "../../schemas/tier.ts";
import type { Scope } from "../../schemas/scope.ts";
import { ApiError } from "../errors/api-error.ts";
import type { ApiKey } from "../keys/api-key.ts";

/** Throws TIER_REQUIRED or INSUFFICIENT_SCOPE for an API key that may not open the stream. */
export function checkStreamRights(key: ApiKey): void {
  if (!TIERS[key.tier].stream) {
    const required = Object.entries(TIERS).flatMap(([tier, rights]) => (rights.stream ? [tier] : []));
    throw new ApiError("TIER_REQUIRED", `the stream requires a key of the tier ${required.join(" or ")}`, {
      tier: key.tier,
      required_tiers: required,
    });
  }
  checkScope(key, "stream:read");
}

/** Throws INSUFFICIENT_SCOPE if an API key lacks a scope. */
export function checkScope(key: ApiKey, scope: Scope): void {
  if (key.scopes.has(scope)) return;
  const details = { required_scope: scope, scopes: [...key.scopes] };
  throw new ApiError("INSUFFICIENT_SCOPE", details);
}
