import type { Account } from "../broker/accounts/account.ts";
import { equityOf } from "../broker/equity.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";

/** The account, as it stands. */
export class PortfolioView {
  readonly #portfolio: Portfolio;
  readonly #feeds: readonly Feed[];
  readonly #account: Account;

  constructor(portfolio: Portfolio, feeds: readonly Feed[], account: Account) {
    this.#portfolio = portfolio;
    this.#feeds = feeds;
    this.#account = account;
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
    return this.#account.buyingPower;
  }
  /** Symbols held, sorted. */
  get holding(): readonly string[] {
    const symbols: string[] = [];
    for (let i = 0; i < this.#portfolio.heldCount; i++) symbols.push(this.#portfolio.held[i]!.instrument.symbol);
    return symbols;
  }
}
