import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";

/**
 * Cash and everything held at its last price. Marks are read where they stand, never stored; what is held has a price, so the feed's check for none is
 * left out. The sum does not depend on the order of the symbols: what each addition rounds away is added at the end (Neumaier's sum).
 */
export function equityOf(portfolio: Portfolio, feeds: readonly Feed[]): number {
  let equity = portfolio.cash;
  let lost = 0;
  for (let i = 0; i < portfolio.heldCount; i++) {
    const position = portfolio.held[i]!;
    const feed = feeds[position.index]!;
    const price = feed.opened > feed.closed ? feed.open[feed.opened]! : feed.close[feed.closed]!;
    const value = position.quantity * price * position.multiplier;
    const worth = feed.restated ? value * feed.scale : value;
    const sum = equity + worth;
    lost += Math.abs(equity) >= Math.abs(worth) ? equity - sum + worth : worth - sum + equity;
    equity = sum;
  }
  return equity + lost;
}
