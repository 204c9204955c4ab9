import type { History } from "../../market/market-view.ts";
import { CRYPTO_DECIMALS, rounded, whole } from "../numbers.ts";

/** Bars of which bytes are made, and the closes that go with them. */
export type BarColumns = Pick<History, "bars" | "adjustedClose">;

/**
 * One bar as JSON, the same bytes that `JSON.stringify` makes of it; a comma follows. Its text is put together, because that costs less than an object
 * that is written afterwards.
 */
export function barText({ bars, adjustedClose }: BarColumns, row: number, decimals: number): string {
  const volume = bars.volume[row]!;
  const exact = rounded(volume, CRYPTO_DECIMALS);
  return (
    `{"timestamp":"${new Date(bars.time[row]!).toISOString()}",` +
    `"open":${text(rounded(bars.open[row]!, decimals))},` +
    `"high":${text(rounded(bars.high[row]!, decimals))},` +
    `"low":${text(rounded(bars.low[row]!, decimals))},` +
    `"close":${text(rounded(bars.close[row]!, decimals))},` +
    `"volume":${text(whole(volume))},` +
    `"adj_close":${text(rounded(adjustedClose[row]!, decimals))}` +
    (Number.isInteger(exact) ? "}," : `,"volume_exact":${text(exact)}},`)
  );
}

/** A number as JSON spells it: shortest digits that read back as the same double. */
function text(value: number): string {
  return Number.isFinite(value) ? String(value) : "null";
}
