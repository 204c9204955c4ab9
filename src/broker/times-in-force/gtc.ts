import type { TimeInForceRule } from "./time-in-force.ts";

/** Ends when it is filled or canceled, and not before. */
export const gtc: TimeInForceRule = {
  name: "gtc",
  title: "Good till canceled",
  rests: true,
  chance: "",
  auction: "",
  whole: false,
  endsWithSession: false,
  endsAtTime: false,
};
