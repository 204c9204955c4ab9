import { floorToStep } from "../../primitives/rounding.ts";
import { quantityOf } from "../sizing.ts";
import type { SizerOf } from "./sizer.ts";

/** A share of equity is what the units are worth: share × equity ÷ price, floored to the lot. Commission comes on top. */
export const value: SizerOf = (buffer) => (size, instrument, price, equity, spendable, commission) => {
  if (size.percent === undefined) return quantityOf(size, instrument, price, equity, spendable, commission);
  const unit = price * instrument.multiplier;
  const money = Math.min(size.percent * equity * (1 - buffer), spendable);
  return money > 0 && unit > 0 ? floorToStep(money / unit, instrument.lot) : 0;
};
