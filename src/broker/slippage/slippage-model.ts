import type { ParamSpecs } from "../../primitives/param.ts";
import type { Model } from "../model.ts";

/** What slippage adds against the trader, per unit of quantity and in price; never negative. `sign` is 1 to buy, -1 to sell. */
export type Slippage = (sign: 1 | -1, price: number, quantity: number) => number;

/** A way in which fills get worse than the price that triggered them. Limits never slip. */
export type SlippageModel<P extends ParamSpecs = ParamSpecs> = Model<P, Slippage>;

export function slippageModel<const P extends ParamSpecs>(model: SlippageModel<P>): SlippageModel<P> {
  return model;
}
