import type { ParamSpecs } from "../../primitives/param.ts";
import type { AnyModel, Model } from "../model.ts";

/**
 * Function that returns the commission of one fill in account currency, from units, price per unit and the value of one
 * point of price.
 */
export type Commission = (quantity: number, price: number, multiplier: number) => number;

/** Commission model. Its commission must never fall as the quantity grows. */
export interface CommissionModel<P extends ParamSpecs = ParamSpecs> extends Model<P, Commission> {
  /** Whether the commission is always 0. */
  readonly free?: true;
}

/** Commission model with any parameters. */
export type AnyCommission = AnyModel<Commission> & Pick<CommissionModel, "free">;

export function commissionModel<const P extends ParamSpecs>(model: CommissionModel<P>): CommissionModel<P> {
  return model;
}
