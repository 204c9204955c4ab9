import { param } from "../../primitives/param.ts";
import { commissionModel } from "./commission-model.ts";

/** Commission with three rates: the more the account traded in the previous thirty days, the lower the rate. */
export const tiered = commissionModel({
  name: "tiered",
  title: "Share of the traded value; the rate falls as the value traded in the last 30 days grows",
  params: {
    rate: param.number({ default: 0.001, min: 0, max: 1, description: "first rate, as a share of the traded value" }),
    secondFrom: param.number({
      default: 1e6,
      min: 0,
      description: "value traded in 30 days from which the second rate applies",
    }),
    secondRate: param.number({
      default: 0.0008,
      min: 0,
      max: 1,
      description: "second rate, as a share of the traded value",
    }),
    thirdFrom: param.number({
      default: 1e7,
      min: 0,
      description: "value traded in 30 days from which the third rate applies",
    }),
    thirdRate: param.number({
      default: 0.0005,
      min: 0,
      max: 1,
      description: "third rate, as a share of the traded value",
    }),
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
