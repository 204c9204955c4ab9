import type { LastPrice, InstrumentData } from "./instrument-data.ts";
import { before, type ViewPosition, positionOf } from "./view-position.ts";
import type { PriceSeries } from "./price-series.ts";

/** The highest price and when it was reached; NaN where none is known. */
export interface HighestPrice {
  readonly price: number;
  readonly time: number;
}

const NONE: HighestPrice = { price: NaN, time: NaN };

/** The rates from the currency of an instrument to another. */
export interface Rates {
  /** Known at a position. */
  at(position: ViewPosition): number;
  /** The lowest that there may have been up to a position, by the lows and highs of the pairs' bars that close there. */
  lowest(position: ViewPosition): number;
}

/** What moves a scan: the series of the instrument and of the pairs, with the first open and the first close that lie ahead. */
interface ScanPoint {
  readonly series: PriceSeries;
  open: number;
  close: number;
  /** The lowest rate since the bar that has opened last. */
  lowestRate: number;
}

/**
 * The highest price of an instrument in another currency that was certainly reached. Each moment at which the price or a rate changes is
 * converted at its own rate. When inside a bar its high was reached is not recorded, nor the rate of then: it is converted at the lowest
 * rate of the bar's time, of which the lows and highs of the pairs' bars are part. So a coin in units of itself is never above 1.
 * Where finer bars are recorded, the highs of coarser ones do not count.
 *
 * The recording is scanned once, as far as was asked for. What is kept are the moments at which the price was higher than ever before.
 */
export class ConvertedHigh {
  readonly #data: InstrumentData;
  readonly #rates: Rates;
  /** Of the instrument, from fine to coarse, and of all. */
  readonly #ownPoints: readonly ScanPoint[];
  readonly #scanPoints: readonly ScanPoint[];
  /** Moments of new highs, as bounds of opens; their prices in units of the first session, and when each was reached. */
  readonly #known: number[] = [];
  readonly #prices: number[] = [];
  readonly #times: number[] = [];
  #scanned = -Infinity;
  readonly #lastPrice: LastPrice = { price: NaN, time: -Infinity, day: 0 };

  /** `pairs` are the instruments from which the rate is made. */
  constructor(data: InstrumentData, pairs: readonly InstrumentData[], rates: Rates) {
    this.#data = data;
    this.#rates = rates;
    this.#ownPoints = scanPointsOf(data);
    this.#scanPoints = [...this.#ownPoints, ...pairs.flatMap(scanPointsOf)];
  }

  /** The highest price known at a position, in units of the session of date `today`. */
  at(position: ViewPosition, today: number): HighestPrice {
    this.#scan(position.openBound);
    const last = this.#known.findLastIndex((known) => known <= position.openBound);
    if (last < 0) return NONE;
    return { price: this.#prices[last]! / this.#data.splits.at(today), time: this.#times[last]! };
  }

  /** Goes through the closes and opens of each instant, up to a bound of opens. */
  #scan(bound: number): void {
    for (let time = this.#next(); before(time) <= bound; time = this.#next()) {
      if (before(time) > this.#scanned) {
        // What opens now, and a quote of now, is not known yet: where no bar closes, nothing is looked at.
        if (this.#scanPoints.some(({ series, close }) => !series.isMomentary && series.closeTime[close] === time))
          this.#closes(time);
        this.#scanned = before(time);
      }
      if (time > bound) return;
      const rate = this.#price(positionOf(time, 7));
      for (const point of this.#ownPoints)
        point.lowestRate = point.series.openTime[point.open] === time ? rate : lowerRate(point.lowestRate, rate);
      this.#scanned = time;
    }
  }

  /** The next instant at which a bar opens or closes; Infinity where none is left. */
  #next(): number {
    let next = Infinity;
    for (const point of this.#scanPoints) {
      const { openTime, closeTime } = point.series;
      while (openTime[point.open]! <= this.#scanned) point.open++;
      while (closeTime[point.close]! <= this.#scanned) point.close++;
      next = Math.min(next, openTime[point.open] ?? Infinity, closeTime[point.close] ?? Infinity);
    }
    return next;
  }

  #closes(time: number): void {
    const at = positionOf(time, 1);
    this.#price(at);
    const lowest = this.#rates.lowest(at);
    this.#ownPoints.forEach((point, place) => {
      const { series, close } = point;
      const { bars, openTime, closeTime, closeDay, isMomentary } = series;
      if (isMomentary) return;
      point.lowestRate = lowerRate(point.lowestRate, lowest);
      for (let row = close; closeTime[row] === time; row++) {
        const opened = openTime[row]!;
        const finer = this.#ownPoints.some((one, i) => i < place && hasFinerBar(one, opened));
        const high = bars.high[row]! * this.#data.splits.at(closeDay[row]!);
        if (!finer) this.#record(high * point.lowestRate, opened, at.openBound);
      }
    });
  }

  /** Takes the last price at a position, and returns the rate of then. */
  #price(at: ViewPosition): number {
    const rate = this.#rates.at(at);
    const lastPrice = this.#lastPrice;
    this.#data.last(at, lastPrice);
    this.#record(lastPrice.price * this.#data.splits.at(lastPrice.day) * rate, at.now, at.openBound);
    return rate;
  }

  #record(price: number, time: number, known: number): void {
    if (!(price > (this.#prices.at(-1) ?? -Infinity))) return;
    if (this.#known.at(-1) === known) {
      this.#prices[this.#prices.length - 1] = price;
      this.#times[this.#times.length - 1] = time;
      return;
    }
    this.#known.push(known);
    this.#prices.push(price);
    this.#times.push(time);
  }
}

function scanPointsOf({ tracks }: InstrumentData): ScanPoint[] {
  return tracks.map(({ series }) => ({ series, open: 0, close: 0, lowestRate: NaN }));
}

/** Whether a series has bars from an instant on, of which one has closed since. */
function hasFinerBar({ series: { openTime, closeTime }, close }: ScanPoint, opened: number): boolean {
  return openTime[0]! <= opened && close > 0 && closeTime[close - 1]! > opened;
}

/** The lower of two rates; that which is known where one is not. */
function lowerRate(a: number, b: number): number {
  return Number.isNaN(a) || b < a ? b : a;
}
