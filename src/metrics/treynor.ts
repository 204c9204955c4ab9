import { defineMetric } from "./define.ts";

/** Return above cash for each unit of beta. */
export const treynorMetric = defineMetric({
  name: "treynor",
  title: "Treynor ratio",
  group: "benchmark",
  unit: "ratio",
  formula: "mean(r - f) * A / beta, with r the return of a session and f the risk-free return",
  convention: "The benchmark is buy and hold unless another is given. Missing where beta is missing or 0.",
  better: "higher",
  source: "J. L. Treynor, How to Rate Management of Investment Funds, Harvard Business Review, 1965.",
  inSummary: false,
  compute({ returnMoments, comoments, riskFreeReturn, periodsPerYear }) {
    return comoments.beta !== 0 ? ((returnMoments.mean - riskFreeReturn) * periodsPerYear) / comoments.beta : NaN;
  },
});
