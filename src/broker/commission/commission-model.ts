import type { ParamSpecs } from "../../primitives/param.ts";
import type { Model } from "../model.ts";

/** Commission of one fill in account currency: units, price of one unit, and units of currency that a point of price is worth. */
export type Commission = (quantity: number, price: number, multiplier: number) => number;

/** A way to charge commission. It must not fall when the quantity grows. */
export type CommissionModel<P extends ParamSpecs = ParamSpecs> = Model<P, Commission>;

export function commissionModel<const P extends ParamSpecs>(model: CommissionModel<P>): CommissionModel<P> {
  return model;
}
