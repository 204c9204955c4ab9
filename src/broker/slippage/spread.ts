import { param } from "../../primitives/param.ts";
import { slippageModel } from "./slippage-model.ts";

/** Prices of bars are taken for the middle: who takes pays half of what lies between bid and ask. */
export const spread = slippageModel({
  name: "spread",
  title: "Half of the distance between bid and ask",
  params: { spread: param.number({ default: 0.01, min: 0, description: "distance between bid and ask, in price" }) },
  create:
    ({ spread: distance }) =>
    () =>
      distance / 2,
});
