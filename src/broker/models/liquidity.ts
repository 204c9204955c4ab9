import type { Feed } from "../../market/feed.ts";
import { floorToStep, snapToStep } from "../../primitives/rounding.ts";
import type { Order } from "../order.ts";
import { LastBar, type ModelBar } from "../last-bar.ts";
import {
  type CustomPart,
  ownFunctions,
  ownPart,
  type PartDefinition,
  type PartOptions,
  invalidReturn,
} from "../custom-part.ts";

/** Rule for how a bar's volume limits orders. */
interface VolumeRule {
  /** Whether a bar with this volume can trigger resting orders at all. */
  reaches(volume: number): boolean;
  /** Whether a bar with `left` units of volume remaining triggers no further orders. */
  stopsMatching(left: number): boolean;
}

const ANY_VOLUME: VolumeRule = { reaches: () => true, stopsMatching: () => false };

/** Rules for volume, by the setting for what resting orders see of a bar. */
export const restingViews = {
  bar: ANY_VOLUME,
  close: ANY_VOLUME,
  "traded-close": { reaches: (volume) => volume > 0, stopsMatching: (left) => left <= 0 },
} as const satisfies Readonly<Record<string, VolumeRule>>;

/** Definition of a custom liquidity model. */
export interface LiquidityDefinition<O extends PartOptions = PartOptions> extends PartDefinition<O> {
  /**
   * Returns the units that a bar offers to all orders together: at least 0, Infinity for no limit. For a fill at an
   * open, `bar` is the bar before; orders wait until a first bar has closed. The function must be pure: the same answer
   * for the same bar. Quantities are rounded down to the lot.
   */
  readonly units: (this: void, bar: ModelBar, options: O) => number;
}

/**
 * Defines a custom liquidity model for the setting `liquidity`. Results record its name, its options and a hash of its
 * function. If runs use threads or queues, export the model from the strategy's file.
 *
 * @example
 * const thinAtGaps = defineLiquidity({
 *   name: "thin-at-gaps",
 *   units: ({ open, before, volume }) => volume * (Math.abs(open / before - 1) > 0.02 ? 0.01 : 0.1),
 * });
 * backtest(strategy, data, { liquidity: thinAtGaps });
 */
export function defineLiquidity<const O extends PartOptions = {}>(definition: LiquidityDefinition<O>): CustomPart {
  const { units } = definition;
  return ownPart("liquidity", definition, { units });
}

/** Function of a custom model that returns the units offered by a feed's last bar. */
type CustomUnits = (feed: Feed, held: number) => number;

function customUnits(part: CustomPart): CustomUnits {
  const { units } = ownFunctions("liquidity", part) as LiquidityDefinition;
  const { options = {} } = part;
  const bar = new LastBar();
  return (feed, held) => {
    if (feed.closed < 0) return 0;
    bar.read(feed, held);
    const answer: unknown = units(bar, options);
    if (typeof answer === "number" && answer >= 0) return answer;
    bar.read(feed, held);
    throw invalidReturn("liquidity", part, "a number of at least 0", answer, bar);
  };
}

/** Settings that select the liquidity rules. */
export interface LiquidityChoices {
  /** Custom liquidity model; undefined to limit fills by volume share. */
  readonly liquidity: CustomPart | undefined;
  /** Largest share of a bar's volume that orders may fill, or 0 for no limit. */
  readonly volumeShare: number;
  readonly restingSee: keyof typeof restingViews;
}

/** Liquidity rules of a run: how many units each bar offers to orders. */
export class Liquidity {
  readonly #share: number;
  readonly #own: CustomUnits | undefined;
  readonly #rule: VolumeRule;

  constructor({ liquidity, volumeShare, restingSee }: LiquidityChoices) {
    this.#share = volumeShare;
    this.#own = liquidity && customUnits(liquidity);
    this.#rule = restingViews[restingSee];
  }

  /** Whether a bar with this volume can trigger resting orders at all. */
  reaches(volume: number): boolean {
    return this.#rule.reaches(volume);
  }

  /** Whether bars without volume fill nothing. */
  needsVolume(): boolean {
    return this.#share > 0 || !this.#rule.reaches(0);
  }

  /** Returns a new counter of the volume used by orders, for instruments given by their positions. */
  begin(positions: BarVolume["positions"]): BarVolume {
    return new BarVolume(this.#share, this.#own, this.#rule, positions);
  }

  /** Returns `words`, which explain an unfilled quantity, if volume limits fills; otherwise an empty text. */
  textIfLimited(words: string): string {
    return this.#share > 0 || this.#own !== undefined ? words : "";
  }
}

/** Volume that the orders of a run have used. */
export class BarVolume {
  readonly positions: readonly { readonly quantity: number }[];
  readonly #share: number;
  readonly #own: CustomUnits | undefined;
  readonly #limited: boolean;
  readonly #rule: VolumeRule;
  /** Units filled in each instrument, and the index of the bar in which they filled, if volume is limited. */
  readonly #filledOf: Float64Array;
  readonly #barOf: Float64Array;

  constructor(share: number, own: CustomUnits | undefined, rule: VolumeRule, positions: BarVolume["positions"]) {
    this.positions = positions;
    this.#share = share;
    this.#own = own;
    this.#limited = share > 0 || own !== undefined;
    this.#rule = rule;
    this.#filledOf = new Float64Array(positions.length);
    this.#barOf = new Float64Array(positions.length).fill(-1);
  }

  /** Returns the units that orders can still fill: from the bar that closed or, at an open, from the bar before. */
  unitsLeft(feed: Feed): number {
    if (!this.#limited) return Infinity;
    const { index } = feed;
    const bar = feed.opened;
    if (this.#barOf[index] !== bar) {
      this.#barOf[index] = bar;
      this.#filledOf[index] = 0;
    }
    const { lot } = feed.instrument;
    const volume = feed.closed < 0 ? 0 : feed.lastVolume;
    const offered = this.#own === undefined ? this.#share * volume : this.#own(feed, this.positions[index]!.quantity);
    const most = floorToStep(offered, lot);
    return Math.max(0, snapToStep(most - this.#filledOf[index]!, lot));
  }

  /** Whether the bar's volume is used up and the settings let such a bar trigger no further orders. */
  isUsedUp(feed: Feed): boolean {
    return this.#rule.stopsMatching(this.unitsLeft(feed));
  }

  /** Records that an order filled `quantity` units. */
  recordFill(order: Order, quantity: number): void {
    if (!this.#limited) return;
    const { index, instrument } = order.feed;
    this.#filledOf[index] = snapToStep(this.#filledOf[index]! + quantity, instrument.lot);
    order.filledQuantity = snapToStep(order.filledQuantity, instrument.lot);
  }

  /** Units of the current bar's volume that orders have used. */
  unitsFilled({ index, opened }: Feed): number {
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
