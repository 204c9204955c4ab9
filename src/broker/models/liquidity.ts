import type { Feed } from "../../market/feed.ts";
import { floorToStep, snapToStep } from "../../primitives/rounding.ts";
import type { Order } from "../order.ts";

/** What the volume of a bar decides. */
interface VolumeRule {
  /** Whether a bar of that volume reaches orders that rest. */
  reaches(volume: number): boolean;
  /** Whether a bar that gives no more than so many units reaches nothing that stands behind. */
  ends(left: number): boolean;
}

const ANY_VOLUME: VolumeRule = { reaches: () => true, ends: () => false };

/** By what resting orders see of a bar. One row a way. */
export const restingViews = {
  bar: ANY_VOLUME,
  close: ANY_VOLUME,
  "traded-close": { reaches: (volume) => volume > 0, ends: (left) => left <= 0 },
} as const satisfies Readonly<Record<string, VolumeRule>>;

/** The settings that choose this part. */
export interface LiquidityChoices {
  /** The most of a bar's volume that is filled, a share; 0 for no limit. */
  readonly volumeShare: number;
  readonly restingSee: keyof typeof restingViews;
}

/** How many units bars give to orders. */
export class Liquidity {
  readonly #share: number;
  readonly #rule: VolumeRule;

  constructor({ volumeShare, restingSee }: LiquidityChoices) {
    this.#share = volumeShare;
    this.#rule = restingViews[restingSee];
  }

  /** Whether a bar of that volume reaches orders that rest. */
  reaches(volume: number): boolean {
    return this.#rule.reaches(volume);
  }

  /** The volume of the bars of so many instruments, of which nothing is taken yet. */
  begin(feeds: number): BarVolume {
    return new BarVolume(this.#share, this.#rule, feeds);
  }

  /** In words: what becomes of what volume leaves of an order, which is nothing where volume is not limited. */
  leftOver(words: string): string {
    return this.#share > 0 ? words : "";
  }
}

/** What the orders of a run have taken of the volume of bars. */
export class BarVolume {
  readonly #share: number;
  readonly #rule: VolumeRule;
  /** Units filled of the bar of that index, for each instrument, where volume is limited. */
  readonly #filledOf: Float64Array;
  readonly #barOf: Float64Array;

  constructor(share: number, rule: VolumeRule, feeds: number) {
    this.#share = share;
    this.#rule = rule;
    this.#filledOf = new Float64Array(feeds);
    this.#barOf = new Float64Array(feeds).fill(-1);
  }

  /** Units that the volume of a bar leaves: of the bar that closed, or at an open of the bar before. */
  left(feed: Feed): number {
    if (this.#share === 0) return Infinity;
    const { index } = feed;
    const bar = feed.opened;
    if (this.#barOf[index] !== bar) {
      this.#barOf[index] = bar;
      this.#filledOf[index] = 0;
    }
    const { lot } = feed.instrument;
    const volume = feed.closed < 0 ? 0 : feed.tradedLast;
    const most = floorToStep(this.#share * volume, lot);
    return Math.max(0, snapToStep(most - this.#filledOf[index]!, lot));
  }

  /** Whether a bar has no more to give, where that ends its reach. */
  spent(feed: Feed): boolean {
    return this.#rule.ends(this.left(feed));
  }

  /** An order has filled so many units. */
  take(order: Order, quantity: number): void {
    if (this.#share === 0) return;
    const { index, instrument } = order.feed;
    this.#filledOf[index] = snapToStep(this.#filledOf[index]! + quantity, instrument.lot);
    order.filledQuantity = snapToStep(order.filledQuantity, instrument.lot);
  }

  /** Units of the bar at hand that are taken. */
  taken({ index, opened }: Feed): number {
    return this.#barOf[index] === opened ? this.#filledOf[index]! : 0;
  }

  snapshot() {
    return { filledOf: [...this.#filledOf], barOf: [...this.#barOf] };
  }

  restore(state: ReturnType<BarVolume["snapshot"]>): void {
    this.#filledOf.set(state.filledOf);
    this.#barOf.set(state.barOf);
  }
}
