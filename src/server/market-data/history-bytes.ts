import type { HistoryPage } from "./history.ts";
import { priceBarsOf } from "./price-bars.ts";

/** A page of history as the bytes of its JSON. */
export function historyBytes(page: HistoryPage): Buffer {
  const { symbol, period, interval, meta, next_page_token } = page.head;
  return Buffer.from(JSON.stringify({ symbol, period, interval, data: priceBarsOf(page), meta, next_page_token }));
}
