import { HindcastError } from "../primitives/errors.ts";
import { roundHalfAway } from "../primitives/rounding.ts";

/** Largest number of smallest coins that a double can store exactly. */
const LIMIT = 2 ** 53;

/** Number of coins in one unit of money and value of a coin, by the setting's value. Both are 0 without rounding. */
export const moneyRoundings = {
  currency: { scale: (decimals: number) => 10 ** decimals, coin: (decimals: number) => 10 ** -decimals },
  none: { scale: () => 0, coin: () => 0 },
} as const;

export type MoneyRounding = keyof typeof moneyRoundings;

/**
 * Amounts in one currency. Rounds to the currency's decimals, half away from zero, on scaled integers. Without
 * rounding, amounts are floating-point numbers, as in some other engines.
 */
export class Money {
  /** Number of smallest coins in one unit of the currency; 0 without rounding. */
  readonly #scale: number;

  constructor(rounding: MoneyRounding, decimals: number) {
    this.#scale = moneyRoundings[rounding].scale(decimals);
  }

  /** Rounds an amount for booking. Throws `MONEY_OUT_OF_RANGE` beyond 2^53 coins. */
  round(amount: number): number {
    const scale = this.#scale;
    if (scale === 0) return amount;
    const coins = roundHalfAway(amount * scale);
    if (coins > LIMIT || coins < -LIMIT) throw outOfRange(amount, scale);
    return coins / scale;
  }

  /** Rounds an amount for comparisons. An amount beyond 2^53 coins is returned unchanged. */
  estimate(amount: number): number {
    return Math.abs(amount) * this.#scale > LIMIT ? amount : this.round(amount);
  }
}

function outOfRange(amount: number, scale: number): HindcastError {
  return new HindcastError(
    "MONEY_OUT_OF_RANGE",
    `an amount of money must be within ±${LIMIT / scale} to be exact, was ${amount}`,
    {
      amount,
      limit: LIMIT / scale,
    },
  );
}
