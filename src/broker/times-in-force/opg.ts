import type { TimeInForceRule } from "./time-in-force.ts";

/** Takes part in the next opening of a session, at the first price of its first bar. */
export const opg: TimeInForceRule = {
  name: "opg",
  title: "Opening auction",
  rests: false,
  chance: "in the opening auction, at the first price of its session",
  auction: "open",
  whole: false,
  endsWithSession: false,
  endsAtTime: false,
};
