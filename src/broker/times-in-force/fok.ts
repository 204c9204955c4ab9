import type { TimeInForceRule } from "./time-in-force.ts";

/** Fills wholly at the first price after it became eligible, or not at all. */
export const fok: TimeInForceRule = {
  name: "fok",
  title: "Fill or kill",
  rests: false,
  chance: "wholly and at once or not at all, at the first price after it became eligible",
  auction: "",
  whole: true,
  endsWithSession: false,
  endsAtTime: false,
};
