import { pessimistic } from "./pessimistic.ts";
import type { IntrabarPolicy } from "./triggered.ts";

/** The way that helps: the other way from the pessimistic one. It errs for the trader; use it for the far end of a band. */
export const optimistic: IntrabarPolicy = (triggered, count, held) =>
  pessimistic(triggered, count, held) === 1 ? -1 : 1;
