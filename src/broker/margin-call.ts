import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import type { Account } from "./accounts/account.ts";
import type { MarginRatios } from "./accounts/margin-account.ts";
import type { OpenOrders } from "./open-orders.ts";

/** Tag of the orders by which a broker liquidates. */
export const MARGIN_CALL_TAG = "margin call";

/**
 * The instruments whose positions a broker ends because equity has fallen below the maintenance margin: the largest first, each wholly, until
 * what is left is covered. None when equity covers all. A position that is already being ended counts as ended.
 */
export function calledPositions(
  equity: number,
  account: Account,
  { maintenance }: MarginRatios,
  portfolio: Portfolio,
  feeds: readonly Feed[],
  open: OpenOrders,
): readonly Feed[] {
  let required = account.maintenanceMargin;
  if (equity >= required) return [];
  const held = portfolio.held.slice(0, portfolio.heldCount).map((position) => {
    const feed = feeds[position.index]!;
    return { feed, exposure: Math.abs(position.quantity * feed.last * position.multiplier) };
  });
  for (const { feed, exposure } of held) if (isCalled(feed, open)) required -= maintenance * exposure;
  const called: Feed[] = [];
  held.sort((a, b) => b.exposure - a.exposure || a.feed.index - b.feed.index);
  for (const { feed, exposure } of held) {
    if (equity >= required) break;
    if (isCalled(feed, open)) continue;
    called.push(feed);
    required -= maintenance * exposure;
  }
  return called;
}

/** Whether the position of an instrument is being ended by its broker. */
export function isCalled(feed: Feed, open: OpenOrders): boolean {
  for (let i = 0; i < open.count; i++) if (open.at[i]!.feed === feed && open.at[i]!.forced) return true;
  return false;
}
