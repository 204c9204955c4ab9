import type { PositionTotals, Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import { ExactSum } from "../primitives/exact-sum.ts";

/** Up to this many positions are added up each time. For more, sums are kept and updated by what changed. */
export const FEW_POSITIONS = 32;

/** Where more than this share of the positions has a new price, all are added up; of all instruments, an era is over. */
const MOST_MOVED = 1 / 8;

/** An era is over once it has so many changes for each instrument. */
const MOST_CHANGES = 8;

/**
 * Equity and gross exposure of many positions at last prices, updated by the positions and prices that changed. Sums are exact and rounded once, so they do
 * not depend on the order of changes.
 */
export class PositionSums implements PositionTotals {
  /** Counts the times at which a price, a quantity or what a point is worth may have changed. */
  version = 0;
  readonly #portfolio: Portfolio;
  readonly #feeds: readonly Feed[];
  readonly #equity = new ExactSum();
  readonly #exposure = new ExactSum();
  /** By the instrument's place: what is in the sums of it. */
  readonly #values: Float64Array;
  #cash = 0;
  /** Places of instruments that have changed within an era, in order, and how many of them are in the sums. In another era anything may have changed. */
  readonly changes: number[] = [];
  era = 0;
  #appliedChanges = 0;
  /** Too much has moved: the sums begin again when they are asked for twice. */
  #isStale = true;
  #reads = 0;

  constructor(portfolio: Portfolio, feeds: readonly Feed[]) {
    this.#portfolio = portfolio;
    this.#feeds = feeds;
    this.#values = new Float64Array(feeds.length);
  }

  /** Bars of these have closed or opened. */
  pricesChanged(feeds: readonly Feed[]): void {
    const all = this.#feeds.length;
    if (feeds.length > all * MOST_MOVED || this.changes.length + feeds.length > MOST_CHANGES * all) return this.reset();
    this.version++;
    for (let i = 0; i < feeds.length; i++) this.changes.push(feeds[i]!.index);
    if (feeds.length > this.#portfolio.heldCount * MOST_MOVED) this.#isStale = true;
    if (this.#isStale) this.#reads = 0;
  }

  /** The position of an instrument has changed. */
  positionChanged(instrument: number): void {
    this.version++;
    this.changes.push(instrument);
    if (this.#isStale) this.#reads = 0;
  }

  /** Anything may have changed. */
  reset(): void {
    this.version++;
    this.#isStale = true;
    this.#reads = 0;
    this.#startEra();
  }

  #startEra(): void {
    this.era++;
    this.changes.length = 0;
    this.#appliedChanges = 0;
  }

  /** Cash and everything held at its last price. */
  get equity(): number {
    if (this.#sumsDirectly()) return sumEquity(this.#portfolio, this.#feeds);
    return this.#equity.value;
  }

  /** Worth of all positions, long and short alike. */
  get exposure(): number {
    if (this.#sumsDirectly()) {
      const { held, heldCount } = this.#portfolio;
      const sum = new ExactSum();
      for (let i = 0; i < heldCount; i++) sum.add(Math.abs(this.#valueOf(held[i]!.index)));
      return sum.value;
    }
    return this.#exposure.value;
  }

  /** Whether the sums are asked for once since all has moved, so that adding up is less work than to begin again. Else brings them up to date. */
  #sumsDirectly(): boolean {
    const { held, heldCount, cash } = this.#portfolio;
    if (this.#isStale) {
      if (this.#reads++ === 0) return true;
      this.#isStale = false;
      this.#equity.clear();
      this.#exposure.clear();
      this.#values.fill(0);
      this.#cash = 0;
      for (let i = 0; i < heldCount; i++) this.#updateSums(held[i]!.index);
      this.#appliedChanges = this.changes.length;
    }
    for (; this.#appliedChanges < this.changes.length; this.#appliedChanges++)
      this.#updateSums(this.changes[this.#appliedChanges]!);
    if (cash !== this.#cash) {
      this.#equity.remove(this.#cash);
      this.#equity.add(cash);
      this.#cash = cash;
    }
    return false;
  }

  #updateSums(place: number): void {
    const worth = this.#valueOf(place);
    const was = this.#values[place]!;
    if (worth === was) return;
    this.#values[place] = worth;
    this.#equity.remove(was);
    this.#equity.add(worth);
    this.#exposure.remove(Math.abs(was));
    this.#exposure.add(Math.abs(worth));
  }

  #valueOf(place: number): number {
    const position = this.#portfolio.positions[place]!;
    return position.quantity === 0 ? 0 : valueAt(position, this.#feeds[place]!);
  }
}

/** What a position is worth at the last price of its feed, which has one. */
function valueAt({ quantity, multiplier }: { quantity: number; multiplier: number }, feed: Feed): number {
  if (feed.forming) return quantity * feed.open[feed.opened]! * multiplier;
  const value = quantity * feed.close[feed.closed]! * multiplier;
  return feed.restated ? value * feed.scale : value;
}

/**
 * Cash and everything held at its last price, added up. The sum does not depend on the order of the symbols: what each addition rounds away is added at
 * the end (Neumaier's sum).
 */
export function sumEquity(portfolio: Portfolio, feeds: readonly Feed[]): number {
  let equity = portfolio.cash;
  let lost = 0;
  for (let i = 0; i < portfolio.heldCount; i++) {
    const position = portfolio.held[i]!;
    const worth = valueAt(position, feeds[position.index]!);
    const sum = equity + worth;
    lost += Math.abs(equity) >= Math.abs(worth) ? equity - sum + worth : worth - sum + equity;
    equity = sum;
  }
  return equity + lost;
}
