import { parameterError, shown } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { param } from "../../primitives/param.ts";
import type { ModelSettings } from "../model.ts";
import { commissionModel } from "./commission-model.ts";

/** A fill as a commission of one's own sees it. */
export interface ChargedFill {
  readonly side: "buy" | "sell";
  readonly quantity: number;
  readonly price: number;
  /** Money of the fill, always positive. */
  readonly value: number;
  /** The order rested in the market and was met at its limit. */
  readonly maker: boolean;
}

/** The account as a commission of one's own sees it. */
export interface ChargedAccount {
  /** Money traded in the thirty days before. */
  readonly tradedValue: number;
}

/** Commission of a fill in account currency. Pure: the same answer for the same fill and account, and none that falls when the quantity grows. */
export type CustomCommission = (fill: ChargedFill, account: ChargedAccount) => number;

/** No commission, which is also what a custom one without a function charges. */
const FREE = "() => 0";
const functions = new Map<string, CustomCommission>([[FREE, () => 0]]);

/**
 * A commission by a function of one's own, for the settings of a run in this process. Its text stands in the result. It cannot be sent to a
 * server.
 *
 * @example
 * backtest(strategy, data, { settings: { commission: customCommission(({ value }) => Math.max(1, value * 0.001)) } });
 */
export function customCommission(apply: CustomCommission): ModelSettings {
  if (typeof apply !== "function") throw parameterError("customCommission", "a function of the fill", apply);
  const text = String(apply);
  let source = text;
  // Two functions of one text may still see different variables.
  for (let copy = 2; functions.has(source) && functions.get(source) !== apply; copy++) source = `${text} #${copy}`;
  functions.set(source, apply);
  return Object.freeze({ model: "custom", source });
}

export const custom = commissionModel({
  name: "custom",
  title: "A function of one's own",
  params: { source: param.text({ default: FREE, description: "text of the function, as customCommission keeps it" }) },
  usesTerms: true,
  create: ({ source }, terms) => {
    const apply = functions.get(source);
    if (apply === undefined) {
      throw new HindcastError(
        "SETTING_INVALID",
        `commission custom must come from customCommission in this process, was ${shown(source)}`,
        { setting: "commission" },
      );
    }
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
