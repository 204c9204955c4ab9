import { param } from "../../primitives/param.ts";
import { commissionModel } from "./commission-model.ts";

export const percent = commissionModel({
  name: "percent",
  title: "Share of the traded value",
  params: {
    rate: param.number({ default: 0.001, min: 0, max: 1, description: "share of the traded value; 0.001 is 0.1%" }),
  },
  create:
    ({ rate }) =>
    (quantity, price, multiplier) =>
      Math.abs(quantity * price * multiplier) * rate,
});
