import { defineMetric } from "./define.ts";
import { ROUNDING } from "./moments.ts";

/**
 * How much of what the strategy earned went to those who carried it out.
 *
 * Formula: costs / (profit + costs) with the profit after costs; a fraction, above 1 when costs turned a gain into a loss. NaN when there was no
 * gain before costs: what rounding leaves of `equity`, from which the profit was counted, is none.
 *
 * @example
 * costShare(300, 100); // 0.25
 */
export function costShare(profit: number, costs: number, equity = 0): number {
  const gross = profit + costs;
  return gross > ROUNDING * equity ? costs / gross : NaN;
}

/** Share of the gain that costs took. */
export const costShareMetric = defineMetric({
  name: "cost-share",
  title: "Cost share",
  group: "cost",
  unit: "fraction",
  formula: "(commission + slippage) / (final equity - starting cash + commission + slippage)",
  convention:
    "What share of the result before costs went to costs: above 1 they ate all of it. Missing when there was no gain before costs.",
  better: "lower",
  compute({ equity, startEquity, commissionPaid, slippagePaid }) {
    return costShare((equity.at(-1) ?? NaN) - startEquity, commissionPaid + slippagePaid, startEquity);
  },
});
