import { defineMetric } from "./define.ts";
import { meanExposure } from "./mean-exposure.ts";

/** Money at work, shorts against longs. */
export const netExposureMetric = defineMetric({
  name: "net-exposure",
  title: "Net exposure",
  group: "risk",
  unit: "fraction",
  formula: "mean over sessions of (worth of long positions - worth of short ones) / equity",
  convention:
    "At the close of each session, at the last price, cash left out; above 1 with borrowed money. Missing without sessions, where positions are not known, and when a session ended with no equity.",
  better: "neither",
  inSummary: false,
  compute: (run) => meanExposure(run, -1),
});
