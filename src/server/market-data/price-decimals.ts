import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { CRYPTO_DECIMALS } from "../numbers.ts";

const FOREX_DECIMALS = 5;
const YEN_DECIMALS = 3;

/** Decimals in which prices of an instrument are shown: those of the recording, of coins at least eight, of pairs at least five or, in yen, three. */
export function priceDecimals({ assetClass, currency, decimals }: RecordedInstrument): number {
  if (assetClass === "crypto") return Math.max(decimals, CRYPTO_DECIMALS);
  if (assetClass === "forex") return Math.max(decimals, currency === "JPY" ? YEN_DECIMALS : FOREX_DECIMALS);
  return decimals;
}
