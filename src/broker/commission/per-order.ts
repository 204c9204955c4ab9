import { param } from "../../primitives/param.ts";
import { commissionModel } from "./commission-model.ts";

export const perOrder = commissionModel({
  name: "per-order",
  title: "Fixed amount per fill",
  params: { amount: param.number({ default: 1, min: 0, description: "amount per fill" }) },
  create:
    ({ amount }) =>
    () =>
      amount,
});
