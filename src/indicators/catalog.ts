import type { AnyIndicator } from "./define.ts";
import * as ta from "./ta.ts";

/** Every indicator by name. */
export const indicators: Readonly<Record<string, AnyIndicator>> = Object.fromEntries(
  Object.values(ta).map((indicator: AnyIndicator) => [indicator.spec.name, indicator]),
);
