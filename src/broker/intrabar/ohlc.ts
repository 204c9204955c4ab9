import type { IntrabarPolicy } from "./triggered.ts";

/** Every bar goes up to its high first, then down to its low. */
export const ohlc: IntrabarPolicy = () => 1;
