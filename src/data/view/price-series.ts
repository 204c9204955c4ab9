import type { Bars } from "../../market/bars.ts";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type { Column } from "../../primitives/column.ts";
import { RangeExtreme } from "../../primitives/range-extreme.ts";
import { RangeSum } from "../../primitives/range-sum.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import { isDailyOrLonger } from "../../time/interval.ts";
import type { ViewPosition } from "./view-position.ts";
import type { PriceEvents } from "./price-events.ts";

/** Where a series stands at a moment: its last bar of which the open is known, and the last of which all is; -1 before the first. */
export interface BarPositions {
  opened: number;
  closed: number;
}

/** Where in a series its extremes lie, -1 where there are no bars; the answer to the last question about it. */
interface RangePlaces {
  from: number;
  to: number;
  highest: number;
  lowest: number;
  allTime: number;
}

/**
 * One recorded series of prices as events on the calendar of its instrument. What questions need of it is prepared when the first of them
 * comes, and kept.
 */
export class PriceSeries {
  readonly bars: Bars;
  readonly openTime: Column;
  readonly closeTime: Column;
  /** Dates of the sessions in which each bar opens and closes; for bars of a day or shorter the same. */
  readonly openDay: Column;
  readonly closeDay: Column;
  readonly sessions: SessionGroups;
  /** Each price is a moment's, such as the middle of a bid and an ask: it opens and closes at once. */
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

  /** Where it stands at a position. `standing` holds an answer of before, and is overwritten. */
  seek(at: ViewPosition, positions: BarPositions): void {
    const opened = lastAtOrBefore(this.openTime, at.openBound, positions.opened);
    positions.opened = opened;
    // A bar closes before the next one opens, and a price of a moment with its open.
    positions.closed = opened < 0 || this.isMomentary || this.closeTime[opened]! <= at.now ? opened : opened - 1;
  }

  /** Places of the highest high and the lowest low, in units of one session, of the bars from `from` to before `to`, and of the highest up to `to`. */
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

  /** Volume of the bars from `from` to before `to`, in shares of the session of date `day`. */
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

/** Bars by the sessions to which they belong, and the regular ones of each from the first on. Bars of a day or longer are sessions of their own. */
interface SessionGroups {
  /** The session of each bar, as its place in the columns below. */
  readonly of: Int32Array;
  /** Date of each session, in days since 1970-01-01. */
  readonly day: Column;
  /** The regular bars of each session: from the first up to but not including the end. */
  readonly first: Int32Array;
  readonly end: Int32Array;
  /** Highest, lowest and volume of the session's regular bars up to each bar. */
  readonly high: Column;
  readonly low: Column;
  readonly volume: Column;
  /** 1 for a bar outside regular hours; undefined when there is none. */
  readonly extended: Uint8Array | undefined;
}

/** Each bar a session of its own. `day` is the date of the session at the end of each. */
function groupsOfWholeSessions(bars: Bars, day: Column): SessionGroups {
  const of = Int32Array.from({ length: bars.length }, (_, i) => i);
  const { high, low, volume } = bars;
  return { of, day, first: of, end: of.map((i) => i + 1), high, low, volume, extended: undefined };
}

/** Bars shorter than a session. `day` is the date of the session of each; `extended` is 1 for those outside regular hours. */
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
      // Before the open: the first regular bar is still to come.
      if (end[session] === first[session]) first[session] = end[session] = i + 1;
      else {
        // In a break or after the close: what came before it stands.
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
 * In which units prices of a session are: the product of the ratios of all splits up to it. A price of an earlier session is restated in the
 * units of a later one by the quotient of both.
 */
export class SplitFactors {
  readonly #exDates: number[] = [];
  readonly #factors: number[] = [];
  /** From the last split on all prices are in one unit. */
  readonly #last: number;

  /** Splits among actions that are given by rising ex-date. */
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

  /** Units of a session of that date for one unit at the beginning of the recording. */
  at(day: number): number {
    for (let i = this.#exDates.length - 1; i >= 0; i--) if (this.#exDates[i]! <= day) return this.#factors[i]!;
    return 1;
  }

  /** A price of one session in the units of another. Where no split lies between it is the price itself. */
  price(value: number, from: number, to: number): number {
    if (from >= this.#last && to >= this.#last) return value;
    const before = this.at(from);
    const after = this.at(to);
    return before === after ? value : value * (before / after);
  }

  /** A number of shares of one session in the units of another. */
  shares(value: number, from: number, to: number): number {
    if (from >= this.#last && to >= this.#last) return value;
    const before = this.at(from);
    const after = this.at(to);
    return before === after ? value : value / (before / after);
  }

  /** No split is recorded. */
  get none(): boolean {
    return this.#factors.length === 0;
  }
}
