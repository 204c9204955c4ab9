import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import { sumEquity, FEW_POSITIONS } from "./position-sums.ts";

/** Returns equity: cash plus all positions at their last prices. */
export function equityOf(portfolio: Portfolio, feeds: readonly Feed[]): number {
  const { totals } = portfolio;
  return totals !== undefined && portfolio.heldCount > FEW_POSITIONS ? totals.equity : sumEquity(portfolio, feeds);
}
