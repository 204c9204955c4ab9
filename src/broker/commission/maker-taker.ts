import { param } from "../../primitives/param.ts";
import { commissionModel } from "./commission-model.ts";

/**
 * One rate for orders that rested in the market and were met at their limit inside a bar, another for all that took what was there: market
 * orders, stops, and limits that a bar opened beyond. A maker's rate may be negative: a rebate.
 */
export const makerTaker = commissionModel({
  name: "maker-taker",
  title: "One rate for orders that wait, another for those that take",
  params: {
    maker: param.number({
      default: 0.0002,
      min: -0.01,
      max: 1,
      description: "share of the value, for limits that waited",
    }),
    taker: param.number({ default: 0.0005, min: 0, max: 1, description: "share of the value, for all others" }),
  },
  usesTerms: true,
  create:
    ({ maker, taker }, terms) =>
    (quantity, price, multiplier) =>
      Math.abs(quantity * price * multiplier) * (terms.maker ? maker : taker),
});
