import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import type { OpenOrders } from "./open-orders.ts";

/** Tag of the orders by which a broker liquidates. */
export const MARGIN_CALL_TAG = "margin call";
/** Tag of the orders by which a run ends its positions. */
export const FINALIZE_TAG = "finalize";

/**
 * The instruments whose positions a broker ends because equity is below the maintenance margin: the largest first, each wholly, until what is left
 * is covered; positions of equal exposure together, so that no name decides. None when equity covers all. A position that is already being ended
 * counts as ended. `priceOf` is the price that equity was marked at.
 */
export function calledPositions(
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
    if (isCalled(feed, open)) continue;
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

/** Whether the position of an instrument is being ended by its broker. */
export function isCalled(feed: Feed, open: OpenOrders): boolean {
  if (open.forced === 0) return false;
  for (let i = 0; i < open.count; i++)
    if (open.at[i]!.feed === feed && open.at[i]!.forced && open.at[i]!.live) return true;
  return false;
}
