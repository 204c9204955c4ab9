import type { TimeInForceRule } from "./time-in-force.ts";

/** Takes part in the next close of a session, at the last price of its last bar. */
export const cls: TimeInForceRule = {
  name: "cls",
  title: "Closing auction",
  rests: false,
  chance: "in the closing auction, at the last price of its session",
  auction: "close",
  whole: false,
  endsWithSession: false,
  endsAtTime: false,
};
