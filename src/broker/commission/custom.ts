import { parameterError, shown } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { param } from "../../primitives/param.ts";
import { type ModelSettings, sourceOf } from "../model.ts";
import { commissionModel } from "./commission-model.ts";

/** A fill as a custom commission sees it. */
export interface ChargedFill {
  readonly side: "buy" | "sell";
  readonly quantity: number;
  readonly price: number;
  /** Money of the fill, always positive. */
  readonly value: number;
  /** The order rested in the market and was met at its limit. */
  readonly maker: boolean;
}

/** The account as a custom commission sees it. */
export interface ChargedAccount {
  /** Money traded in the thirty days before. */
  readonly tradedValue: number;
}

/** Commission of a fill in account currency. Pure: the same answer for the same fill and account, and none that falls when the quantity grows. */
export type CustomCommission = (fill: ChargedFill, account: ChargedAccount) => number;

/** Where settings carry their function. What is sent elsewhere, as text or to a thread, loses it. */
const FUNCTION: unique symbol = Symbol.for("hindcast.commission");

/**
 * Settings of a commission that your own function computes, for runs in this process. The text of the function appears in the result. It cannot be
 * sent to a server or to a thread.
 *
 * @example
 * backtest(strategy, data, { commission: customCommission(({ value }) => Math.max(1, value * 0.001)) });
 */
export function customCommission(apply: CustomCommission): ModelSettings {
  if (typeof apply !== "function") throw parameterError("customCommission", "a function of the fill", apply);
  const settings: ModelSettings & { readonly [FUNCTION]: CustomCommission } = {
    model: "custom",
    source: sourceOf(apply),
    [FUNCTION]: apply,
  };
  return Object.freeze(settings);
}

export const custom = commissionModel({
  name: "custom",
  title: "A function of your own",
  params: { source: param.text({ default: "", description: "text of the function, as customCommission keeps it" }) },
  usesTerms: true,
  madeBy: "customCommission",
  create: (_, terms, given) => {
    const { [FUNCTION]: apply } = given as { readonly [FUNCTION]?: CustomCommission };
    if (typeof apply !== "function") return undefined;
    return (quantity, price, multiplier) => {
      const fill: ChargedFill = {
        side: terms.sign > 0 ? "buy" : "sell",
        quantity,
        price,
        value: Math.abs(quantity * price * multiplier),
        maker: terms.maker,
      };
      const money = apply(fill, { tradedValue: terms.tradedValue });
      if (typeof money === "number" && Number.isFinite(money)) return money;
      throw new HindcastError("SETTING_INVALID", `commission must be a finite number, was ${shown(money)}`, { money });
    };
  },
});
