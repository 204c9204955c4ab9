import type { Convention } from "./convention.ts";
import * as door from "./index.ts";

/** Every engine whose habits a run can have, by the name that settings give it. */
export const conventions = {
  "backtesting.py": door.backtestingPy,
  backtrader: door.backtrader,
  lean: door.lean,
  zipline: door.zipline,
  "zipline-reloaded": door.ziplineReloaded,
} as const satisfies Readonly<Record<string, Convention>>;

/** Whose habits a run has: its own, or those of another engine. */
export type Conventions = "hindcast" | keyof typeof conventions;

/** The engine of that name; undefined for one's own. */
export function conventionOf(name: Conventions): Convention | undefined {
  return name === "hindcast" ? undefined : conventions[name];
}
