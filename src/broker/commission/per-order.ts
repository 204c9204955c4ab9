import { param } from "../../primitives/param.ts";
import { commissionModel } from "./commission-model.ts";

export const perOrder = commissionModel({
  name: "per-order",
  title: "The same money for every fill",
  params: { amount: param.number({ default: 1, min: 0, description: "money for each fill" }) },
  create:
    ({ amount }) =>
    () =>
      amount,
});
