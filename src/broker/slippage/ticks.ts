import { param } from "../../primitives/param.ts";
import { slippageModel } from "./slippage-model.ts";

export const ticks = slippageModel({
  name: "ticks",
  title: "Steps of the instrument's price",
  params: { ticks: param.number({ default: 1, min: 0, max: 10_000, description: "steps against the trader" }) },
  usesTerms: true,
  create:
    ({ ticks: steps }, terms) =>
    () =>
      steps * terms.tick,
});
