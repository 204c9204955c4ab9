import { defineMetric } from "./define.ts";
import { largest } from "./extremes.ts";

/** Largest return of a session. */
export const bestSessionMetric = defineMetric({
  name: "best-session",
  title: "Best session",
  group: "return",
  unit: "fraction",
  formula: "largest r, with r the return of a session",
  convention: "Sessions that began with no equity are left out. Missing without sessions.",
  better: "higher",
  compute: ({ returns }) => largest(returns),
});
