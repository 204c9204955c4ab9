import type { Bars } from "../../market/bars.ts";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type { Column } from "../../primitives/column.ts";
import { RangeExtreme } from "../../primitives/range-extreme.ts";
import { RangeSum } from "../../primitives/range-sum.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import { isDailyOrLonger } from "../../time/interval.ts";
import type { ViewPosition } from "./view-position.ts";
import type { PriceEvents } from "./price-events.ts";

/** Last bar whose open is known, and last completed bar, at a position; -1 before the first. */
export interface BarPositions {
  opened: number;
  closed: number;
}

/** Indexes of the bars with the extremes of a range; -1 for an empty range. Caches the last request. */
interface RangePlaces {
  from: number;
  to: number;
  highest: number;
  lowest: number;
  allTime: number;
}

/** A price series with its events by the calendar of its instrument. Prepared data are created on first use and kept. */
export class PriceSeries {
  readonly bars: Bars;
  readonly openTime: Column;
  readonly closeTime: Column;
  /** Dates of the sessions in which each bar opens and closes; equal for bars of a day or shorter. */
  readonly openDay: Column;
  readonly closeDay: Column;
  readonly sessions: SessionGroups;
  /** Whether each price belongs to a single instant, such as a mid price: it opens and closes at once. */
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

  /** Writes the bars at a position to `positions`, whose old values serve as hints. */
  seek(at: ViewPosition, positions: BarPositions): void {
    const opened = lastAtOrBefore(this.openTime, at.openBound, positions.opened);
    positions.opened = opened;
    // A bar closes before the next one opens; a price of one instant closes with its open.
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

  /** Returns the volume of bars from `from` up to but not including `to`, in shares of the session of date `day`. */
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
  /** Bars in the regular hours of each session: from `first` up to but not including `end`. */
  readonly first: Int32Array;
  readonly end: Int32Array;
  /** High, low and volume, up to each bar, of the session's bars in regular hours. */
  readonly high: Column;
  readonly low: Column;
  readonly volume: Column;
  /** 1 for bars outside regular hours; undefined if there are none. */
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
      // Before the open, the session has no regular bar yet.
      if (end[session] === first[session]) first[session] = end[session] = i + 1;
      else {
        // In a break or after the close, values of the last regular bar are kept.
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
 * Units of prices by session: the product of the ratios of all splits up to it. A price of an earlier session is converted to the units of a later
 * one by the quotient of both.
 */
export class SplitFactors {
  readonly #exDates: number[] = [];
  readonly #factors: number[] = [];
  /** Ex-date of the last split, from which all prices have the same unit. */
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

  /** Returns the units of a session for one unit at the start of the recording. */
  at(day: number): number {
    for (let i = this.#exDates.length - 1; i >= 0; i--) if (this.#exDates[i]! <= day) return this.#factors[i]!;
    return 1;
  }

  /** Converts a price of one session to the units of another. Without a split in between the price is unchanged. */
  price(value: number, from: number, to: number): number {
    if (from >= this.#last && to >= this.#last) return value;
    const before = this.at(from);
    const after = this.at(to);
    return before === after ? value : value * (before / after);
  }

  /** Converts a number of shares of one session to the units of another. */
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
