import type { IntrabarPolicy } from "./triggered.ts";

/** Every bar goes down to its low first, then up to its high. */
export const olhc: IntrabarPolicy = () => -1;
