import { Money } from "../ledger/money.ts";
import { checkNumber, checkWhole, parameterError, shown } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { RunSettings } from "./run-settings.ts";

/** More cash than this cannot be counted to the cent. */
const MOST_CASH = 1e13;

/** Numbers of settings must be in their ranges. Throws `CASH_OUT_OF_RANGE`, or a `RangeError` that names the field and what it was. */
export function checkRanges(settings: RunSettings): void {
  checkCash(settings.cash);
  checkWhole("warmupBars", settings.warmupBars, -1);
  checkWhole("seed", settings.seed, 0, 2 ** 32 - 1);
  checkNumber("initialMargin", settings.initialMargin, 0.001, 10);
  checkNumber("maintenanceMargin", settings.maintenanceMargin, 0, settings.initialMargin);
  checkNumber("unitMargin", settings.unitMargin, 0, MOST_CASH);
  for (const rate of ["debitRate", "creditRate", "borrowRate"] as const) checkNumber(rate, settings[rate], 0, 10);
  checkNumber("volumeShare", settings.volumeShare, 0, 1);
  checkNumber("cashBuffer", settings.cashBuffer, 0, 1);
  if (typeof settings.exclusiveOrders !== "boolean")
    throw parameterError("exclusiveOrders", "true or false", settings.exclusiveOrders);
  if (settings.fillsBy === "trade" && settings.volumeShare > 0)
    throw parameterError("volumeShare", "0 where fills are by trade", settings.volumeShare);
  checkNumber("latencyMs", settings.latencyMs, 0, 1e12);
  checkNumber("riskFreeRate", settings.riskFreeRate, -1, 10);
  checkNumber("minimumReturn", settings.minimumReturn, -1, 10);
  checkNumber("sessionsPerYear", settings.sessionsPerYear, 0, 1e6);
  if (typeof settings.currency !== "string" || !/^[A-Z]{3,5}$/.test(settings.currency)) {
    throw parameterError("currency", "three to five capital letters, such as USD", settings.currency);
  }
}

function checkCash(cash: unknown): void {
  if (typeof cash === "number" && Number.isFinite(cash) && cash > 0 && cash <= MOST_CASH) return;
  throw new HindcastError("CASH_OUT_OF_RANGE", `cash must be above 0 and at most ${MOST_CASH}, was ${shown(cash)}`, {
    cash,
    most: MOST_CASH,
  });
}

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
