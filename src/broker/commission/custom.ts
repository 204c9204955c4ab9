import { type CustomPart, ownFunctions, ownPart, type PartDefinition, type PartOptions } from "../custom-part.ts";
import { formatValue } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { commissionModel } from "./commission-model.ts";

/** Fill for which a custom commission is computed. */
export interface ChargedFill {
  readonly side: "buy" | "sell";
  readonly quantity: number;
  readonly price: number;
  /** Value of the fill in account currency, always positive. */
  readonly value: number;
  /** Whether the order rested in the market and filled at its limit, as a maker. */
  readonly maker: boolean;
  /** Value that the account traded in the previous thirty days, in account currency. */
  readonly tradedValue: number;
}

/** Definition of a custom commission. */
export interface CommissionDefinition<O extends PartOptions = PartOptions> extends PartDefinition<O> {
  /**
   * Returns the commission of a fill in account currency. The function must be pure: the same fill always costs the
   * same. The commission must not fall as the quantity grows.
   */
  readonly charge: (this: void, fill: ChargedFill, options: O) => number;
}

/**
 * Defines a custom commission for the setting `commission`. Results record its name, its options and a hash of its
 * function. If runs use threads or queues, export the commission from the strategy's file.
 *
 * @example
 * const atLeastOne = defineCommission({ name: "at-least-one", charge: ({ value }) => Math.max(1, value * 0.001) });
 * backtest(strategy, data, { commission: atLeastOne });
 */
export function defineCommission<const O extends PartOptions = {}>(definition: CommissionDefinition<O>): CustomPart {
  const { charge } = definition;
  return ownPart("commission", definition, { charge });
}

export const custom = commissionModel({
  name: "custom",
  title: "Custom function",
  params: {},
  usesTerms: true,
  custom: true,
  create: (part: CustomPart, terms) => {
    const { charge } = ownFunctions("commission", part) as CommissionDefinition;
    const { name, options = {} } = part;
    return (quantity, price, multiplier) => {
      const fill: ChargedFill = {
        side: terms.sign > 0 ? "buy" : "sell",
        quantity,
        price,
        value: Math.abs(quantity * price * multiplier),
        maker: terms.maker,
        tradedValue: terms.tradedValue,
      };
      const money: unknown = charge(fill, options);
      if (typeof money === "number" && Number.isFinite(money)) return money;
      const message = `commission ${name} must return a finite number, returned ${formatValue(money)} for ${quantity} at ${price}`;
      throw new HindcastError("SETTING_INVALID", message, { commission: name, money, quantity, price });
    };
  },
});
