import { param } from "../../primitives/param.ts";
import { slippageModel } from "./slippage-model.ts";

export const amount = slippageModel({
  name: "amount",
  title: "The same amount of any price",
  params: { amount: param.number({ default: 0.01, min: 0, description: "of the price, against the trader" }) },
  create:
    ({ amount: distance }) =>
    () =>
      distance,
});
