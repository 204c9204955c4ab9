import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import { addedUp, FEW_HELD } from "./held-sums.ts";

/** Returns equity: cash and all positions at their last price. */
export function equityOf(portfolio: Portfolio, feeds: readonly Feed[]): number {
  const { marks } = portfolio;
  return marks !== undefined && portfolio.heldCount > FEW_HELD ? marks.equity : addedUp(portfolio, feeds);
}
