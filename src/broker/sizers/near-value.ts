import { quantityOf } from "../sizing.ts";
import { snapToStep } from "../../primitives/rounding.ts";
import type { SizerOf } from "./sizer.ts";

/** Lots that are so little short of one more that they count as one more. */
const NEAR = 1e-4;

/**
 * Money, or a share of equity, is what the units are worth, commission on top; a quantity within a ten-thousandth of a whole lot is that lot, any
 * other is cut off. Source: the rule by which zipline orders a value and a share of the portfolio.
 */
export const nearValue: SizerOf = (buffer) => (size, instrument, price, equity, spendable, commission) => {
  const { percent, notional } = size;
  if (percent === undefined && notional === undefined)
    return quantityOf(size, instrument, price, equity, spendable, commission);
  const { lot, multiplier } = instrument;
  const unit = price * multiplier;
  const money = Math.min(notional ?? percent! * equity * (1 - buffer), spendable);
  if (!(money > 0) || !(unit > 0)) return 0;
  const lots = money / unit / lot;
  const near = Math.round(lots);
  return snapToStep((Math.abs(lots - near) <= NEAR ? near : Math.floor(lots)) * lot, lot);
};
