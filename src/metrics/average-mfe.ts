import { defineMetric } from "./define.ts";
import { excursions } from "./excursion-money.ts";
import { mean } from "./moments.ts";

/** Mean favorable excursion of a trade. */
export const averageMfeMetric = defineMetric({
  name: "average-mfe",
  title: "Average MFE",
  group: "trade",
  unit: "fraction",
  formula: "mean over trades of the best unrealised move while open / entry price",
  convention:
    "Maximum favorable excursion. As far as bars tell: extremes count for the bars between entry and exit, and for the bar of an entry by a market order at its open; of the bar of another entry its close counts, of that of an exit inside it its open. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => mean(excursions(trades, "mfe")),
});
