import type { PriceBar } from "../../schemas/history.ts";
import { exactly, rounded, whole } from "../numbers.ts";
import type { HistoryPage } from "./history.ts";
import { priceDecimals } from "./price-decimals.ts";

/** The bars of a page as objects: what the bytes of `BarSlabs` say. */
export function priceBarsOf({ instrument, bars, adjustedClose }: HistoryPage): PriceBar[] {
  const decimals = priceDecimals(instrument);
  return Array.from(bars.time, (time, i) => ({
    timestamp: new Date(time).toISOString(),
    open: rounded(bars.open[i]!, decimals),
    high: rounded(bars.high[i]!, decimals),
    low: rounded(bars.low[i]!, decimals),
    close: rounded(bars.close[i]!, decimals),
    volume: whole(bars.volume[i]!),
    adj_close: rounded(adjustedClose[i]!, decimals),
    ...exactly("volume_exact", bars.volume[i]!),
  }));
}
