import type { Convention } from "./convention.ts";
import * as door from "./index.ts";

/** Engine whose rules a run has where its settings say nothing. */
export type Conventions = (typeof door)[keyof typeof door]["name"];

/** Every engine whose rules a run can have, by name; this one first. */
export const conventions = Object.fromEntries(
  [door.hindcast, ...Object.values(door)].map((one) => [one.name, one]),
) as Readonly<Record<Conventions, Convention>>;
