import type { DatedFact } from "../../market/recorded-market.ts";
import { parseDate } from "../../time/instant.ts";

/** Made-up rates of money, annual, as fractions, by currency and the date since which they are known. */
const RATES: Readonly<Record<string, readonly (readonly [date: string, rate: number])[]>> = {
  EUR: [
    ["", 0.005],
    ["2022-07-01", 0.015],
    ["2023-07-03", 0.025],
  ],
  GBP: [
    ["", 0.01],
    ["2022-07-01", 0.025],
    ["2023-07-03", 0.035],
  ],
  JPY: [["", 0.001]],
  USD: [
    ["", 0.01],
    ["2022-07-01", 0.02],
    ["2023-01-03", 0.03],
    ["2023-07-03", 0.04],
  ],
};

/** The rates of every currency, from the begin of the market on; of earlier changes the last. */
export function interestRates(begin: number, end: number): DatedFact[] {
  return Object.entries(RATES).flatMap(([symbol, changes]) => {
    const dated = changes.map(([date, value]) => ({ value, knownAt: date === "" ? begin : parseDate(date) }));
    const before = dated.findLast(({ knownAt }) => knownAt <= begin)!;
    const later = dated.filter(({ knownAt }) => knownAt > begin && knownAt < end);
    return [{ ...before, knownAt: begin }, ...later].map(({ value, knownAt }): DatedFact => ({
      symbol,
      kind: "interest_rate",
      value,
      knownAt,
    }));
  });
}

/** The rate of a currency as known at an instant. */
export function rateAt(facts: readonly DatedFact[], currency: string, instant: number): number {
  const known = facts.findLast(({ symbol, knownAt }) => symbol === currency && knownAt <= instant);
  return known === undefined ? NaN : Number(known.value);
}
