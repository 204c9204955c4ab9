import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";

/**
 * Cash and everything held at its last price. Marks are read where they stand, never stored; what is held has a price, so the feed's
 * check for none is left out.
 */
export function equityOf(portfolio: Portfolio, feeds: readonly Feed[]): number {
  let equity = portfolio.cash;
  for (let i = 0; i < portfolio.heldCount; i++) {
    const position = portfolio.held[i]!;
    const feed = feeds[position.index]!;
    const price = feed.opened > feed.closed ? feed.open[feed.opened]! : feed.close[feed.closed]!;
    const value = position.quantity * price * position.multiplier;
    equity += feed.restated ? value * feed.scale : value;
  }
  return equity;
}
