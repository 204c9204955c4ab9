import type { Account } from "../broker/accounts/account.ts";
import { equityOf } from "../broker/equity.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";

/** Current account of a run. */
export class PortfolioView {
  readonly #portfolio: Portfolio;
  readonly #feeds: readonly Feed[];
  readonly #account: Account;

  constructor(portfolio: Portfolio, feeds: readonly Feed[], account: Account) {
    this.#portfolio = portfolio;
    this.#feeds = feeds;
    this.#account = account;
  }

  /** Cash, in the account's currency. */
  get cash(): number {
    return this.#portfolio.cash;
  }
  /** Cash plus all positions at their last prices. */
  get equity(): number {
    return equityOf(this.#portfolio, this.#feeds);
  }
  /** Money available for further buys. */
  get buyingPower(): number {
    return this.#account.buyingPower;
  }
  /** Symbols in which the account has a position, sorted. */
  get holding(): readonly string[] {
    const symbols: string[] = [];
    for (let i = 0; i < this.#portfolio.heldCount; i++) symbols.push(this.#portfolio.held[i]!.instrument.symbol);
    return symbols;
  }
}
