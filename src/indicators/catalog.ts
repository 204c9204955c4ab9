import type { AnyIndicator } from "./define.ts";
import * as door from "./index.ts";

export type { AnyIndicator } from "./define.ts";

/** Every indicator by name. */
export const indicators: Readonly<Record<string, AnyIndicator>> = Object.fromEntries(
  Object.values(door as Readonly<Record<string, unknown>>)
    .filter((member): member is AnyIndicator => typeof member === "function" && "spec" in member)
    .map((member) => [member.spec.name, member]),
);
