import type { PositionTotals, Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import { ExactSum } from "../primitives/exact-sum.ts";

/**
 * Number of positions up to which sums are recomputed on every read. With more positions, changes update the sums.
 */
export const FEW_POSITIONS = 32;

/**
 * Share of positions with new prices above which all positions are added up. Above the same share of all instruments, a
 * new era starts.
 */
const MOST_MOVED = 1 / 8;

/** Number of changes per instrument after which a new era of changes starts. */
const MOST_CHANGES = 8;

/**
 * Equity and gross exposure of many positions at last prices, updated only for changed positions and prices. Sums are
 * exact and rounded once, so they do not depend on the order of changes.
 */
export class PositionSums implements PositionTotals {
  /** Increases whenever a price, a quantity or a point value may have changed. */
  version = 0;
  readonly #portfolio: Portfolio;
  readonly #feeds: readonly Feed[];
  readonly #equity = new ExactSum();
  readonly #exposure = new ExactSum();
  /** Value of each instrument's position that the sums include. */
  readonly #values: Float64Array;
  #cash = 0;
  /**
   * Instruments that changed in the current era, in order, and the number of changes that the sums include. In a new
   * era any instrument may have changed.
   */
  readonly changes: number[] = [];
  era = 0;
  #appliedChanges = 0;
  /** Whether so much has changed that the sums must start over if they are read twice. */
  #isStale = true;
  #reads = 0;

  constructor(portfolio: Portfolio, feeds: readonly Feed[]) {
    this.#portfolio = portfolio;
    this.#feeds = feeds;
    this.#values = new Float64Array(feeds.length);
  }

  /** Notes that bars of these instruments closed or opened. */
  pricesChanged(feeds: readonly Feed[]): void {
    const all = this.#feeds.length;
    if (feeds.length > all * MOST_MOVED || this.changes.length + feeds.length > MOST_CHANGES * all) return this.reset();
    this.version++;
    for (let i = 0; i < feeds.length; i++) this.changes.push(feeds[i]!.index);
    if (feeds.length > this.#portfolio.heldCount * MOST_MOVED) this.#isStale = true;
    if (this.#isStale) this.#reads = 0;
  }

  /** Notes that the position of an instrument changed. */
  positionChanged(instrument: number): void {
    this.version++;
    this.changes.push(instrument);
    if (this.#isStale) this.#reads = 0;
  }

  /** Notes that any position or price may have changed. */
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

  /** Cash plus all positions at last prices. */
  get equity(): number {
    if (this.#sumsDirectly()) return sumEquity(this.#portfolio, this.#feeds);
    return this.#equity.value;
  }

  /** Value of all positions, long and short. */
  get exposure(): number {
    if (this.#sumsDirectly()) {
      const { held, heldCount } = this.#portfolio;
      const sum = new ExactSum();
      for (let i = 0; i < heldCount; i++) sum.add(Math.abs(this.#valueOf(held[i]!.index)));
      return sum.value;
    }
    return this.#exposure.value;
  }

  /**
   * Whether this is the first read after everything changed, when adding up once is cheaper than starting over.
   * Otherwise updates the sums.
   */
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

/** Returns the value of a position at the last price of its instrument, which must have one. */
function valueAt({ quantity, multiplier }: { quantity: number; multiplier: number }, feed: Feed): number {
  if (feed.forming) return quantity * feed.open[feed.opened]! * multiplier;
  const value = quantity * feed.close[feed.closed]! * multiplier;
  return feed.restated ? value * feed.scale : value;
}

/**
 * Returns cash plus all positions at last prices. The order of symbols does not change the result, since the rounding
 * errors of all additions are added at the end (Neumaier summation).
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
