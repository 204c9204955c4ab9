import type { BarSlabs } from "./bar-slabs.ts";
import type { HistoryPage } from "./history.ts";
import { priceDecimals } from "./price-decimals.ts";

/** A page of history as the bytes of its JSON. */
export function historyBytes({ columns, start, end, instrument, head }: HistoryPage, slabs: BarSlabs): Buffer {
  const { meta, next_page_token, ...before } = head;
  const opening = JSON.stringify(before).slice(0, -1);
  const closing = JSON.stringify({ meta, next_page_token }).slice(1);
  return Buffer.concat([
    Buffer.from(`${opening},"data":[`),
    ...slabs.stretch(columns, start, end, priceDecimals(instrument)),
    Buffer.from(`],${closing}`),
  ]);
}
