import { Money } from "../ledger/money.ts";
import { shown } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { RunSettings } from "./run-settings.ts";

/** What a sum of binary fractions may add to an amount or take from it. */
const NOISE = 4 * Number.EPSILON;

/** Cash that is rounded to money must be whole units of it: what rounding adds or takes would be a return without a trade. Throws `CASH_OUT_OF_RANGE`. */
export function checkCoin({ cash, currency, moneyRounding }: RunSettings, decimals: number): void {
  const least = 1 / 10 ** decimals;
  const booked = new Money(moneyRounding, decimals).estimate(cash);
  if (booked > 0 && Math.abs(booked - cash) <= cash * NOISE) return;
  const mustBe =
    cash < least
      ? `at least ${least}, the smallest unit of ${currency}`
      : `an amount in steps of ${least}, the smallest unit of ${currency}`;
  const message = `cash must be ${mustBe}, was ${shown(cash)}`;
  throw new HindcastError("CASH_OUT_OF_RANGE", message, { cash, least, parameter: "cash", was: cash });
}
