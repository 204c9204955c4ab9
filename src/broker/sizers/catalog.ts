import * as door from "./index.ts";
import type { SizerOf } from "./sizer.ts";

/** Every way to size by the name that settings give it. */
export const sizers = {
  affordable: door.affordable,
  "net-of-commission": door.netOfCommission,
  value: door.value,
  "near-value": door.nearValue,
} as const satisfies Readonly<Record<string, SizerOf>>;

export type Sizing = keyof typeof sizers;
