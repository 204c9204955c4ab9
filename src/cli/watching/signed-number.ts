import { formatNumber } from "../../report/format.ts";

/** A number that is a change: above zero it has a plus. */
export function signedNumber(value: number | null, decimals: number): string {
  const text = formatNumber(value, decimals);
  return value !== null && value > 0 && Number(value.toFixed(decimals)) > 0 ? `+${text}` : text;
}
