import type { ParamSpecs } from "../../primitives/param.ts";
import type { AnyModel, Model } from "../model.ts";

/** What slippage adds against the trader, per unit of quantity and in price; never negative. `sign` is 1 to buy, -1 to sell. */
export type Slippage = (sign: 1 | -1, price: number, quantity: number) => number;

/** A way in which fills get worse than the price that triggered them. */
export interface SlippageModel<P extends ParamSpecs = ParamSpecs> extends Model<P, Slippage> {
  /** Where limits slip as the model says, one that would slip beyond its price waits. */
  readonly keepsLimits?: true;
}

/** Of any parameters. */
export type AnySlippage = AnyModel<Slippage> & Pick<SlippageModel, "keepsLimits">;

export function slippageModel<const P extends ParamSpecs>(model: SlippageModel<P>): SlippageModel<P> {
  return model;
}
