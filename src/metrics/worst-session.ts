import { defineMetric } from "./define.ts";
import { smallest } from "./extremes.ts";

/** Smallest return of a session. */
export const worstSessionMetric = defineMetric({
  name: "worst-session",
  title: "Worst session",
  group: "return",
  unit: "fraction",
  formula: "smallest r, with r the return of a session",
  convention: "Sessions that began with no equity are left out. Missing without sessions.",
  better: "higher",
  compute: ({ returns }) => smallest(returns),
});
