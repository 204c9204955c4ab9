import type { TimeInForceRule } from "./time-in-force.ts";

/** Ends with the session in which it works. */
export const day: TimeInForceRule = {
  name: "day",
  title: "For the session",
  rests: true,
  chance: "",
  auction: "",
  whole: false,
  endsWithSession: true,
  endsAtTime: false,
};
