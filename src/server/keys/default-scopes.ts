import { type Scope, SCOPES } from "../../schemas/scope.ts";

/** What a key may do for which nothing is said: everything but to make keys. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== "admin");
