import { param } from "../../primitives/param.ts";
import { commissionModel } from "./commission-model.ts";

/** Rate that falls in up to three steps with the value that the account traded in the previous thirty days. */
export const tiered = commissionModel({
  name: "tiered",
  title: "Share of the value, at rates that fall with the value traded in 30 days",
  params: {
    rate: param.number({ default: 0.001, min: 0, max: 1, description: "share of the value, below the second step" }),
    secondFrom: param.number({
      default: 1e6,
      min: 0,
      description: "value traded in 30 days from which the second rate applies",
    }),
    secondRate: param.number({ default: 0.0008, min: 0, max: 1, description: "share of the value" }),
    thirdFrom: param.number({
      default: 1e7,
      min: 0,
      description: "value traded in 30 days from which the third rate applies",
    }),
    thirdRate: param.number({ default: 0.0005, min: 0, max: 1, description: "share of the value" }),
  },
  usesTerms: true,
  create:
    ({ rate, secondFrom, secondRate, thirdFrom, thirdRate }, terms) =>
    (quantity, price, multiplier) => {
      const { tradedValue } = terms;
      const now = tradedValue >= thirdFrom ? thirdRate : tradedValue >= secondFrom ? secondRate : rate;
      return Math.abs(quantity * price * multiplier) * now;
    },
});
