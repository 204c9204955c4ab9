import type { Bars } from "../../market/bars.ts";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type { Column } from "../../primitives/column.ts";
import { RangeExtreme } from "../../primitives/range-extreme.ts";
import { RangeSum } from "../../primitives/range-sum.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import { isDailyOrLonger } from "../../time/interval.ts";
import type { ViewPosition } from "./view-position.ts";
import type { PriceEvents } from "./price-events.ts";

/** Indexes, at a point in time, of the last bar whose open is known and of the last complete bar; -1 if there is none. */
export interface BarPositions {
  opened: number;
  closed: number;
}

/** Indexes of the bars with the highest high and the lowest low of a range; -1 for an empty range. */
interface RangePlaces {
  from: number;
  to: number;
  highest: number;
  lowest: number;
  allTime: number;
}

/** Bars or mid prices, with the time at which each price is known and its session. Derived columns are created on first use. */
export class PriceSeries {
  readonly bars: Bars;
  readonly openTime: Column;
  readonly closeTime: Column;
  /** Dates of the sessions in which each bar opens and closes; equal for bars of a day or shorter. */
  readonly openDay: Column;
  readonly closeDay: Column;
  readonly sessions: SessionGroups;
  /** Whether each row is a price of a single instant, such as a mid price, which is known at once as open and close. */
  readonly isMomentary: boolean;
  readonly #places: RangePlaces = { from: 0, to: 0, highest: -1, lowest: -1, allTime: -1 };
  readonly #splits: SplitFactors;
  #highs: RangeExtreme | undefined;
  #lows: RangeExtreme | undefined;
  #volumes: RangeSum | undefined;

  constructor(bars: Bars, events: PriceEvents, splits: SplitFactors) {
    this.bars = bars;
    this.openTime = events.openTime;
    this.closeTime = events.closeTime;
    this.openDay = events.openDay;
    this.closeDay = events.closeDay;
    this.sessions = isDailyOrLonger(bars.interval)
      ? groupsOfWholeSessions(bars, this.closeDay)
      : groupsOfBars(bars, this.openDay, events.extended);
    this.isMomentary = events.isMomentary;
    this.#splits = splits;
  }

  /** Writes the indexes of the latest bars at a point in time to `positions`, and starts the search at the old indexes. */
  seek(at: ViewPosition, positions: BarPositions): void {
    const opened = lastAtOrBefore(this.openTime, at.openBound, positions.opened);
    positions.opened = opened;
    // Each bar closes before the next bar opens, so the last closed bar is the last opened bar or the bar before it.
    positions.closed = opened < 0 || this.isMomentary || this.closeTime[opened]! <= at.now ? opened : opened - 1;
  }

  /**
   * Returns the bars with the highest high and lowest low from `from` up to but not including `to`, adjusted for splits, and the highest
   * bar of all before `to`.
   */
  range(from: number, to: number): RangePlaces {
    const places = this.#places;
    if (places.from === from && places.to === to) return places;
    this.#highs ??= new RangeExtreme(this.#forward(this.bars.high), 1);
    this.#lows ??= new RangeExtreme(this.#forward(this.bars.low), -1);
    const allTime = places.to === to ? places.allTime : this.#highs.at(0, to);
    places.highest = allTime >= from ? allTime : this.#highs.at(from, to);
    places.lowest = this.#lows.at(from, to);
    places.allTime = allTime;
    places.from = from;
    places.to = to;
    return places;
  }

  /** Returns the volume of bars from `from` up to but not including `to`, adjusted for splits up to the session `day`. */
  volume(from: number, to: number, day: number): number {
    const { closeDay } = this;
    if (from >= to || this.#splits.at(closeDay[from]!) === this.#splits.at(day)) {
      this.#volumes ??= new RangeSum(this.bars.volume);
      return this.#volumes.at(from, to);
    }
    let sum = 0;
    for (let i = from; i < to; i++) sum += this.#splits.shares(this.bars.volume[i]!, closeDay[i]!, day);
    return sum;
  }

  #forward(prices: Column): Column {
    if (this.#splits.none) return prices;
    return prices.map((price, i) => price * this.#splits.at(this.closeDay[i]!));
  }
}

/** Bars grouped by session, with the bars in the regular hours of each. A bar of a day or longer is a session of its own. */
interface SessionGroups {
  /** Session of each bar, as an index into `day`, `first` and `end`. */
  readonly of: Int32Array;
  /** Date of each session, in days since 1970-01-01. */
  readonly day: Column;
  /** The bars in regular hours of each session are those from index `first` up to but not including `end`. */
  readonly first: Int32Array;
  readonly end: Int32Array;
  /** For each bar: high, low and volume of its session so far, from bars in regular hours. */
  readonly high: Column;
  readonly low: Column;
  readonly volume: Column;
  /** For each bar, 1 if it is outside regular hours; undefined if all bars are inside. */
  readonly extended: Uint8Array | undefined;
}

/** Groups bars of a day or longer, each as a session of its own. `day` is the date of its last session. */
function groupsOfWholeSessions(bars: Bars, day: Column): SessionGroups {
  const of = Int32Array.from({ length: bars.length }, (_, i) => i);
  const { high, low, volume } = bars;
  return { of, day, first: of, end: of.map((i) => i + 1), high, low, volume, extended: undefined };
}

/** Groups bars shorter than a session. `day` is the date of the session of each; `extended` is 1 for bars outside regular hours. */
function groupsOfBars(bars: Bars, day: Column, extended: Uint8Array | undefined): SessionGroups {
  const { length } = bars;
  const of = new Int32Array(length);
  const days: number[] = [];
  const first: number[] = [];
  const end: number[] = [];
  const high = bars.high.slice();
  const low = bars.low.slice();
  const volume = bars.volume.slice();
  for (let i = 0; i < length; i++) {
    if (i === 0 || day[i]! > day[i - 1]!) {
      days.push(day[i]!);
      first.push(i);
      end.push(i);
    }
    const session = days.length - 1;
    of[i] = session;
    if (extended?.[i] === 1) {
      // Bars before the open are skipped: the range of regular bars stays empty and starts after them.
      if (end[session] === first[session]) first[session] = end[session] = i + 1;
      else {
        // A bar in a lunch break or after the close keeps the values of the last regular bar.
        high[i] = high[i - 1]!;
        low[i] = low[i - 1]!;
        volume[i] = volume[i - 1]!;
      }
      continue;
    }
    if (first[session]! < end[session]!) {
      high[i] = Math.max(high[i]!, high[i - 1]!);
      low[i] = Math.min(low[i]!, low[i - 1]!);
      volume[i] = volume[i - 1]! + volume[i]!;
    }
    end[session] = i + 1;
  }
  return {
    of,
    day: Float64Array.from(days),
    first: Int32Array.from(first),
    end: Int32Array.from(end),
    high,
    low,
    volume,
    extended,
  };
}

/**
 * Split factors by session: the product of the ratios of all splits up to the session. The quotient of two factors converts a price of one
 * session to the shares of another.
 */
export class SplitFactors {
  readonly #exDates: number[] = [];
  readonly #factors: number[] = [];
  /** Ex-date of the last split, from which on prices need no adjustment. */
  readonly #last: number;

  /** Reads the splits of actions sorted by ex-date. */
  constructor(actions: readonly CorporateAction[]) {
    let factor = 1;
    for (const { kind, exDate, ratio } of actions) {
      if (kind !== "split") continue;
      factor *= ratio;
      this.#exDates.push(exDate);
      this.#factors.push(factor);
    }
    this.#last = this.#exDates.at(-1) ?? -Infinity;
  }

  /** Returns how many shares one share at the start of the recording has become by a session. */
  at(day: number): number {
    for (let i = this.#exDates.length - 1; i >= 0; i--) if (this.#exDates[i]! <= day) return this.#factors[i]!;
    return 1;
  }

  /** Adjusts a price of the session `from` for the splits up to the session `to`. */
  price(value: number, from: number, to: number): number {
    if (from >= this.#last && to >= this.#last) return value;
    const before = this.at(from);
    const after = this.at(to);
    return before === after ? value : value * (before / after);
  }

  /** Adjusts a number of shares in the session `from` for the splits up to the session `to`. */
  shares(value: number, from: number, to: number): number {
    if (from >= this.#last && to >= this.#last) return value;
    const before = this.at(from);
    const after = this.at(to);
    return before === after ? value : value / (before / after);
  }

  /** Whether no split is recorded. */
  get none(): boolean {
    return this.#factors.length === 0;
  }
}
