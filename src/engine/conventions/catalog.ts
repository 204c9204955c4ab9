import type { Convention } from "./convention.ts";
import * as door from "./index.ts";

/** Name of the engine whose rules apply to settings that are not given. */
export type Conventions = (typeof door)[keyof typeof door]["name"];

/** Conventions of all engines by name, Hindcast first. */
export const conventions = Object.fromEntries(
  [door.hindcast, ...Object.values(door)].map((one) => [one.name, one]),
) as Readonly<Record<Conventions, Convention>>;
