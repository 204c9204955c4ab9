import type { AnyModel } from "../model.ts";
import * as door from "./index.ts";
import type { Slippage } from "./slippage-model.ts";

/** Every way in which fills slip, by name. */
export const slippages: Readonly<Record<string, AnyModel<Slippage>>> = Object.fromEntries(
  Object.values(door)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((model) => [model.name, model as AnyModel<Slippage>]),
);
