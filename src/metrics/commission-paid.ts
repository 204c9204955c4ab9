import { defineMetric } from "./define.ts";

/** All commission of the run. */
export const commissionPaidMetric = defineMetric({
  name: "commission-paid",
  title: "Commission paid",
  group: "cost",
  unit: "money",
  formula: "sum of the commissions of all fills",
  convention: "Of positions still open too, so it may be more than the closed trades paid. 0 when nothing was traded.",
  better: "lower",
  compute: ({ commissionPaid }) => commissionPaid,
});
