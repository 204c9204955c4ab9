import * as door from "./index.ts";
import type { AnySlippage } from "./slippage-model.ts";

/** Every way in which fills slip, by name. */
export const slippages: Readonly<Record<string, AnySlippage>> = Object.fromEntries(
  Object.values(door)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((model) => [model.name, model as AnySlippage]),
);
