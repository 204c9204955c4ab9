import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import type { OpenOrders } from "./open-orders.ts";

/** Tag of orders that liquidate positions. */
export const MARGIN_CALL_TAG = "margin call";
/** Tag of orders that close positions at the end of a run. */
export const FINALIZE_TAG = "finalize";

/**
 * Returns the instruments to liquidate because equity is below the maintenance margin; none if equity suffices. The
 * largest exposures are chosen until equity covers the others. Equal exposures are liquidated together, so that names
 * do not decide. Positions that are already being liquidated count as closed. `priceOf` returns the prices with which
 * `equity` was computed.
 */
export function positionsToLiquidate(
  equity: number,
  maintenance: number,
  { held, heldCount }: Portfolio,
  feeds: readonly Feed[],
  open: OpenOrders,
  priceOf: (feed: Feed) => number,
): readonly Feed[] {
  let required = 0;
  const left: { readonly feed: Feed; readonly exposure: number }[] = [];
  for (let h = 0; h < heldCount; h++) {
    const { index, quantity, multiplier } = held[h]!;
    const feed = feeds[index]!;
    if (isBeingLiquidated(feed, open)) continue;
    const exposure = Math.abs(quantity * priceOf(feed) * multiplier);
    required += maintenance * exposure;
    left.push({ feed, exposure });
  }
  left.sort((a, b) => b.exposure - a.exposure || a.feed.index - b.feed.index);
  let count = 0;
  for (; count < left.length; count++) {
    const { exposure } = left[count]!;
    if (equity >= required && exposure !== left[count - 1]?.exposure) break;
    required -= maintenance * exposure;
  }
  return left.slice(0, count).map(({ feed }) => feed);
}

/** Whether the broker is liquidating the position of an instrument. */
export function isBeingLiquidated(feed: Feed, open: OpenOrders): boolean {
  if (open.forcedCount === 0) return false;
  for (let i = 0; i < open.count; i++)
    if (open.at[i]!.feed === feed && open.at[i]!.forced && open.at[i]!.live) return true;
  return false;
}
