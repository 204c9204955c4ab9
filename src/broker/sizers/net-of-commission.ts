import { floorToStep } from "../../primitives/rounding.ts";
import { quantityOf } from "../sizing.ts";
import type { SizerOf } from "./sizer.ts";

/**
 * A share of what equity is after the order's commission: units × price ≤ share × (1 − buffer) × (equity − commission). Begins without a commission
 * and goes down by the commission of the last try until it fits, which need not be the most that would. Source: the rule by which LEAN sets
 * holdings.
 */
export const netOfCommission: SizerOf = (buffer) => (size, instrument, price, equity, spendable, commission) => {
  const { percent } = size;
  if (percent === undefined) return quantityOf(size, instrument, price, equity, spendable, commission);
  const { lot, multiplier } = instrument;
  const unit = price * multiplier;
  if (!(unit > 0)) return 0;
  const share = percent * (1 - buffer);
  let budget = share * equity;
  let before = Infinity;
  for (;;) {
    const quantity = floorToStep(Math.max(0, Math.min(budget, spendable)) / unit, lot);
    if (quantity === 0 || quantity >= before) return quantity;
    budget = share * (equity - commission(quantity, price, multiplier));
    if (quantity * unit <= budget) return quantity;
    before = quantity;
  }
};
