import type { ParamSpecs } from "../../primitives/param.ts";
import type { AnyModel, Model } from "../model.ts";

/** Commission of one fill in account currency: units, price of one unit, and units of currency that a point of price is worth. */
export type Commission = (quantity: number, price: number, multiplier: number) => number;

/** A way to charge commission. It must not fall when the quantity grows. */
export interface CommissionModel<P extends ParamSpecs = ParamSpecs> extends Model<P, Commission> {
  /** It charges nothing. */
  readonly free?: true;
}

/** Of any parameters. */
export type AnyCommission = AnyModel<Commission> & Pick<CommissionModel, "free">;

export function commissionModel<const P extends ParamSpecs>(model: CommissionModel<P>): CommissionModel<P> {
  return model;
}
