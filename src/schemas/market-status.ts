import { Literals } from "./literals.ts";

/** What a market is doing, by its calendar at the moment of the answer. */
export const MarketStatus = Literals(["open", "closed", "pre", "post"], {
  description:
    "What the instrument's market is doing, by its calendar: open, closed, or trading before the open or after the close.",
});
