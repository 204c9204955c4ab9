import type { AnyCommission } from "./commission-model.ts";
import * as door from "./index.ts";

/** Commission models by name. */
export const commissions: Readonly<Record<string, AnyCommission>> = Object.fromEntries(
  Object.values(door)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((model) => [model.name, model as AnyCommission]),
);
