import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { floorToStep } from "../primitives/rounding.ts";
import type { Instrument } from "../market/instrument.ts";
import type { Commission } from "./commission/commission-model.ts";
import { largestFit } from "./largest-fit.ts";

/**
 * Size of an order, in one of four forms. `quantity`: units. `percent`: share of equity, where 1 is all of it.
 * `notional`: money. `risk`: share of equity that is lost if the price moves from the current one to `stopPrice`.
 */
export type Size = OneOf<"quantity"> | OneOf<"percent"> | OneOf<"notional"> | OneOf<"risk" | "stopPrice">;

type SizeField = "quantity" | "percent" | "notional" | "risk" | "stopPrice";
type OneOf<Given extends SizeField> = { readonly [Name in Given]: number } & {
  readonly [Name in Exclude<SizeField, Given>]?: never;
};

/**
 * Returns the units of a size, rounded down to the lot. `spendable` caps every size except a quantity. Amounts of
 * `percent` and `notional` include commission.
 */
export function quantityOf(
  size: Size,
  instrument: Instrument,
  price: number,
  equity: number,
  spendable: number,
  commission: Commission,
): number {
  if (size.percent !== undefined)
    return affordable(Math.min(size.percent * equity, spendable), price, instrument, commission);
  if (size.quantity !== undefined) return floorToStep(size.quantity, instrument.lot);
  if (size.notional !== undefined) return affordable(Math.min(size.notional, spendable), price, instrument, commission);
  const distance = Math.abs(price - size.stopPrice);
  const lossOfOne = distance * instrument.multiplier;
  // In binary 99 minus 98.8 is 0.2 plus noise, which grows with the ratio of price to distance.
  const noise = Math.max(Math.abs(price), Math.abs(size.stopPrice)) / distance;
  // A stop price that equals the price up to binary noise is at no distance.
  const wanted =
    lossOfOne > Math.abs(price) * instrument.multiplier * 1e-12
      ? floorToStep((size.risk * Math.max(0, equity)) / lossOfOne, instrument.lot, noise)
      : 0;
  return Math.min(wanted, affordable(spendable, price, instrument, commission));
}

/**
 * Returns the most units, in whole lots, that `budget` pays for at `price`, including commission. Requires a commission
 * that never falls as the quantity grows.
 */
export function affordable(
  budget: number,
  price: number,
  { lot, multiplier }: Instrument,
  commission: Commission,
): number {
  const unit = price * multiplier;
  if (!(budget > 0) || !(unit > 0)) return 0;
  if (budget - budget !== 0) return budget;
  const most = floorToStep(budget / unit, lot);
  const charge = commission(most, price, multiplier);
  // Tolerance for binary rounding, so that money which is just sufficient passes.
  const reach = budget * (1 + 8 * Number.EPSILON);
  if (charge === 0 || most * unit + charge <= reach) return most;
  return largestFit(most, lot, (units) => units * unit + commission(units, price, multiplier) <= reach);
}

/**
 * Largest share of equity that an order may request, unless the account lends more. A larger number is probably a
 * percentage, such as 50 for 0.5.
 */
const MOST_SHARE = 4;

/** Returns the largest share of equity that an order may request in an account with this initial margin. */
export function mostShare(initialShare: number): number {
  return Math.max(MOST_SHARE, 1 / initialShare);
}

/** Checks a size. Throws `ORDER_INVALID` unless it has exactly one of the four forms, with valid numbers. */
export function checkSize(size: Size, most = MOST_SHARE): void {
  const { quantity, percent, notional, risk } = size;
  let count = 0;
  if (quantity !== undefined) count++;
  if (percent !== undefined) count++;
  if (notional !== undefined) count++;
  if (risk !== undefined) count++;
  if (count !== 1) {
    throw new HindcastError(
      "ORDER_INVALID",
      `an order needs exactly one of quantity, percent, notional or risk, was given ${count}`,
      { given: count },
    );
  }
  if (quantity !== undefined) checkPositive("quantity", quantity);
  else if (percent !== undefined) checkShare("percent", percent, most);
  else if (notional !== undefined) checkPositive("notional", notional);
  else {
    checkShare("risk", risk, 1);
    checkPositive("stopPrice", size.risk === undefined ? undefined : size.stopPrice);
  }
}

/** Checks that a value is a finite number above 0. Throws `ORDER_INVALID`. */
function checkPositive(field: string, value: unknown): void {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return;
  throw new HindcastError("ORDER_INVALID", `${field} must be a finite number above 0, was ${formatValue(value)}`, {
    field,
    value,
  });
}

/** Checks that a value is a share of equity, such as 0.05 for five percent. Throws `ORDER_INVALID`. */
function checkShare(field: string, value: unknown, most: number): void {
  checkPositive(field, value);
  if ((value as number) <= most) return;
  throw new HindcastError(
    "ORDER_INVALID",
    `${field} must be a share of equity of at most ${most}, 0.05 for five percent, was ${formatValue(value)}`,
    { field, value, most },
  );
}
