import type { TimeInForceRule } from "./time-in-force.ts";

/** Ends at the moment that it names. */
export const gtd: TimeInForceRule = {
  name: "gtd",
  title: "Good till a date",
  rests: true,
  chance: "",
  auction: "",
  whole: false,
  endsWithSession: false,
  endsAtTime: true,
};
