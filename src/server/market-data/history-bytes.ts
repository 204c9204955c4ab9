import { whole } from "../numbers.ts";
import type { BarSlabs } from "./bar-slabs.ts";
import type { HistoryPage } from "./history.ts";

/** A page of history as the bytes of its JSON. */
export function historyBytes(page: HistoryPage, slabs: BarSlabs): Buffer {
  const { meta, next_page_token, ...before } = page.head;
  const opening = JSON.stringify(before).slice(0, -1);
  const closing = JSON.stringify({ meta, next_page_token }).slice(1);
  return Buffer.concat([Buffer.from(`${opening},"data":[`), ...barsOf(page, slabs), Buffer.from(`],${closing}`)]);
}

function barsOf(page: HistoryPage, slabs: BarSlabs): Buffer[] {
  const { columns, start, end, decimals, factors } = page;
  if (factors === undefined) return slabs.stretch(columns, start, end, decimals);
  return [Buffer.from(JSON.stringify(recordedBars(page, factors)).slice(1, -1))];
}

/** Bars as they are recorded, with their factors: read once a session, so that no bytes are kept of them. */
function recordedBars({ columns, start, end }: HistoryPage, factors: NonNullable<HistoryPage["factors"]>): unknown[] {
  const { bars, adjustedClose } = columns;
  return Array.from({ length: end - start }, (_, i) => {
    const row = start + i;
    return {
      timestamp: new Date(bars.time[row]!).toISOString(),
      open: bars.open[row],
      high: bars.high[row],
      low: bars.low[row],
      close: bars.close[row],
      volume: whole(bars.volume[row]!),
      adj_close: adjustedClose[row],
      volume_exact: bars.volume[row],
      price_factor: factors.priceFactor[row],
      split_factor: factors.splitFactor[row],
    };
  });
}
