import type { Bars } from "../../market/bars.ts";
import type { Column } from "../../primitives/column.ts";
import { RangeExtreme } from "../../primitives/range-extreme.ts";
import { RangeSum } from "../../primitives/range-sum.ts";
import { lastUpTo } from "../../primitives/rising.ts";
import { isDailyOrLonger } from "../../time/interval.ts";
import type { Position } from "./position.ts";
import type { PriceEvents } from "./price-events.ts";
import { groupsOfBars, groupsOfWholeSessions, type SessionGroups } from "./session-groups.ts";
import type { SplitFactors } from "./split-factors.ts";

/** Where a series stands at a moment: its last bar of which the open is known, and the last of which all is; -1 before the first. */
export interface Standing {
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
    this.isMomentary = events.momentary;
    this.#splits = splits;
  }

  /** Where it stands at a position. `standing` holds an answer of before, and is overwritten. */
  seek(at: Position, standing: Standing): void {
    const opened = lastUpTo(this.openTime, at.opens, standing.opened);
    standing.opened = opened;
    // A bar closes before the next one opens, and a price of a moment with its open.
    standing.closed = opened < 0 || this.isMomentary || this.closeTime[opened]! <= at.now ? opened : opened - 1;
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
