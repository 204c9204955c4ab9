import { affordable as most, quantityOf } from "../sizing.ts";
import type { SizerOf } from "./sizer.ts";

/** A share of equity pays for units and their commission: the most units that it pays for. */
export const affordable: SizerOf = (buffer) => {
  if (buffer === 0) return quantityOf;
  return (size, instrument, price, equity, spendable, commission) =>
    size.percent === undefined
      ? quantityOf(size, instrument, price, equity, spendable, commission)
      : most(Math.min(size.percent * equity * (1 - buffer), spendable), price, instrument, commission);
};
