import { param } from "../../primitives/param.ts";
import { commissionModel } from "./commission-model.ts";

export const perShare = commissionModel({
  name: "per-share",
  title: "Amount per unit, with a minimum and a maximum per fill",
  params: {
    amount: param.number({ default: 0.005, min: 0, description: "amount per unit" }),
    minimum: param.number({ default: 0, min: 0, description: "minimum per fill" }),
    maximumShare: param.number({
      default: 1,
      min: 0,
      max: 1,
      description: "maximum per fill, as a share of its value",
    }),
  },
  create:
    ({ amount, minimum, maximumShare }) =>
    (quantity, price, multiplier) =>
      Math.min(Math.max(quantity * amount, minimum), Math.abs(quantity * price * multiplier) * maximumShare),
});
