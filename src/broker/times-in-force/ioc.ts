import type { TimeInForceRule } from "./time-in-force.ts";

/** Fills as far as it goes at the first price after it became eligible; the rest is canceled. */
export const ioc: TimeInForceRule = {
  name: "ioc",
  title: "Immediate or cancel",
  rests: false,
  chance: "at once or not at all, at the first price after it became eligible",
  auction: "",
  whole: false,
  endsWithSession: false,
  endsAtTime: false,
};
