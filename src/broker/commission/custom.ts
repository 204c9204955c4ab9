import { type OwnPart, ownFunctions, ownPart, type PartDefinition, type PartOptions } from "../own-part.ts";
import { formatValue } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { commissionModel } from "./commission-model.ts";

/** A fill as a commission of your own sees it. */
export interface ChargedFill {
  readonly side: "buy" | "sell";
  readonly quantity: number;
  readonly price: number;
  /** Money of the fill, always positive. */
  readonly value: number;
  /** The order rested in the market and was met at its limit. */
  readonly maker: boolean;
  /** Money that the account traded in the thirty days before. */
  readonly tradedValue: number;
}

/** Commission of your own. */
export interface CommissionDefinition<O extends PartOptions = PartOptions> extends PartDefinition<O> {
  /** Commission of a fill in account currency. Pure: the same answer for the same fill, and none that falls when the quantity grows. */
  readonly charge: (this: void, fill: ChargedFill, options: O) => number;
}

/**
 * Settings of a commission that your own function computes. Results hold its name, its options and the hash of the function. For threads and queues export
 * it from the strategy's file.
 *
 * @example
 * const atLeastOne = defineCommission({ name: "at-least-one", charge: ({ value }) => Math.max(1, value * 0.001) });
 * backtest(strategy, data, { commission: atLeastOne });
 */
export function defineCommission<const O extends PartOptions = {}>(definition: CommissionDefinition<O>): OwnPart {
  const { charge } = definition;
  return ownPart("commission", definition, { charge });
}

export const custom = commissionModel({
  name: "custom",
  title: "A function of your own",
  params: {},
  usesTerms: true,
  custom: true,
  create: (part: OwnPart, terms) => {
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
