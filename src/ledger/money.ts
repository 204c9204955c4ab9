import { HindcastError } from "../primitives/errors.ts";
import { roundHalfAway } from "../primitives/rounding.ts";

/** The most units of the smallest coin that can be counted exactly. */
const LIMIT = 2 ** 53;

/** Coins in one unit of money, and the worth of one; 0 where amounts are not rounded. By the name that settings give it, one row a way. */
export const moneyRoundings = {
  currency: { scale: (decimals: number) => 10 ** decimals, coin: (decimals: number) => 10 ** -decimals },
  none: { scale: () => 0, coin: () => 0 },
} as const;

export type MoneyRounding = keyof typeof moneyRoundings;

/**
 * Amounts in one currency. Rounded to its decimals, half away from zero, on scaled integers; or left alone, as engines
 * that keep money in floating point do.
 */
export class Money {
  /** Smallest coins in one unit; 0 for no rounding. */
  readonly #scale: number;

  constructor(rounding: MoneyRounding, decimals: number) {
    this.#scale = moneyRoundings[rounding].scale(decimals);
  }

  /** The amount as it is booked. Throws `MONEY_OUT_OF_RANGE` beyond 2^53 coins. */
  round(amount: number): number {
    const scale = this.#scale;
    if (scale === 0) return amount;
    const coins = roundHalfAway(amount * scale);
    if (coins > LIMIT || coins < -LIMIT) throw outOfRange(amount, scale);
    return coins / scale;
  }

  /** The amount as it would be booked, for comparisons: one that is too large to be counted stays as it is. */
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
