import { param } from "../../primitives/param.ts";
import { slippageModel } from "./slippage-model.ts";

export const bps = slippageModel({
  name: "bps",
  title: "Basis points of the price",
  params: { bps: param.number({ default: 1, min: 0, max: 10_000, description: "1 is a hundredth of a percent" }) },
  create:
    ({ bps: points }) =>
    (_sign, price) =>
      Math.abs(price) * points * 1e-4,
});
