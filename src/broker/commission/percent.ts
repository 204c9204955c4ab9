import { param } from "../../primitives/param.ts";
import { commissionModel } from "./commission-model.ts";

export const percent = commissionModel({
  name: "percent",
  title: "Share of the traded value",
  params: { rate: param.number({ default: 0.001, min: 0, max: 1, description: "0.001 is a tenth of a percent" }) },
  create:
    ({ rate }) =>
    (quantity, price, multiplier) =>
      Math.abs(quantity * price * multiplier) * rate,
});
