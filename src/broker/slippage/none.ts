import { slippageModel } from "./slippage-model.ts";

export const none = slippageModel({
  name: "none",
  title: "No slippage",
  params: {},
  create: () => () => 0,
});
