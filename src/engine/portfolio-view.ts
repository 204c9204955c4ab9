import type { Admission } from "../broker/admission.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";

/** The account, as it stands. */
export class PortfolioView {
  readonly #portfolio: Portfolio;
  readonly #feeds: readonly Feed[];
  readonly #admission: Admission;

  constructor(portfolio: Portfolio, feeds: readonly Feed[], admission: Admission) {
    this.#portfolio = portfolio;
    this.#feeds = feeds;
    this.#admission = admission;
  }

  get cash(): number {
    return this.#portfolio.cash;
  }
  /** Cash and everything held at its last price. */
  get equity(): number {
    return equityOf(this.#portfolio, this.#feeds);
  }
  /** What may be spent on further buys. */
  get buyingPower(): number {
    return this.#admission.buyingPower;
  }
  /** Symbols held, sorted. */
  get holding(): readonly string[] {
    const symbols: string[] = [];
    for (let i = 0; i < this.#portfolio.heldCount; i++) symbols.push(this.#portfolio.held[i]!.instrument.symbol);
    return symbols;
  }
}

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
    equity += position.quantity * price * position.multiplier;
  }
  return equity;
}
