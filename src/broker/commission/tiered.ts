import { param } from "../../primitives/param.ts";
import { commissionModel } from "./commission-model.ts";

/** A rate that falls with the money that the account traded in the thirty days before, in up to three steps. */
export const tiered = commissionModel({
  name: "tiered",
  title: "Share of the value, less for those who traded much in thirty days",
  params: {
    rate: param.number({ default: 0.001, min: 0, max: 1, description: "below the second step" }),
    secondFrom: param.number({ default: 1e6, min: 0, description: "money traded from which the second rate holds" }),
    secondRate: param.number({ default: 0.0008, min: 0, max: 1, description: "share of the value" }),
    thirdFrom: param.number({ default: 1e7, min: 0, description: "money traded from which the third rate holds" }),
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
