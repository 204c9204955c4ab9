import { param } from "../../primitives/param.ts";
import { commissionModel } from "./commission-model.ts";

/**
 * Commission with two rates. Makers are limit orders that rested and filled at their limit inside a bar. Takers are
 * market orders, stops, and limit orders that a bar opens beyond. A negative maker rate is a rebate.
 */
export const makerTaker = commissionModel({
  name: "maker-taker",
  title: "Maker rate for resting limit orders, taker rate for all other orders",
  params: {
    maker: param.number({
      default: 0.0002,
      min: -0.01,
      max: 1,
      description: "share of the fill's value, for resting limit orders; negative for a rebate",
    }),
    taker: param.number({
      default: 0.0005,
      min: 0,
      max: 1,
      description: "share of the fill's value, for all other orders",
    }),
  },
  usesTerms: true,
  create:
    ({ maker, taker }, terms) =>
    (quantity, price, multiplier) =>
      Math.abs(quantity * price * multiplier) * (terms.maker ? maker : taker),
});
