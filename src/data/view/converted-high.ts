import type { LastPrice, InstrumentData } from "./instrument-data.ts";
import { before, type ViewPosition, positionOf } from "./view-position.ts";
import type { PriceSeries } from "./price-series.ts";

/** Highest price and the time at which it was reached; NaN if none is known. */
export interface HighestPrice {
  readonly price: number;
  readonly time: number;
}

const NONE: HighestPrice = { price: NaN, time: NaN };

/** Exchange rates from the currency of an instrument to another. */
export interface Rates {
  /** Returns the exchange rate known at a point in time. */
  at(position: ViewPosition): number;
  /** Returns the lowest possible exchange rate during the bars of currency pairs that close at a point in time. */
  lowest(position: ViewPosition): number;
}

/** How far a series has been scanned: the index of the next bar to open, and of the next bar to close. */
interface ScanPoint {
  readonly series: PriceSeries;
  open: number;
  close: number;
  /** Lowest exchange rate since the last bar opened. */
  lowestRate: number;
}

/**
 * Computes the highest price of an instrument in another currency that was certainly reached. Every known price is converted at the rate of its
 * time. The time of a high inside a bar is unknown, so it is converted at the lowest rate during the bar, including the lows and highs of the
 * currency pairs. Highs of coarse bars are ignored where finer bars exist.
 *
 * The recording is scanned once, up to the latest requested time. Only new highs are kept.
 */
export class ConvertedHigh {
  readonly #data: InstrumentData;
  readonly #rates: Rates;
  /** Scan states of the instrument's series, finest first; `#scanPoints` also has those of the currency pairs. */
  readonly #ownPoints: readonly ScanPoint[];
  readonly #scanPoints: readonly ScanPoint[];
  /** New highs: from when each is known, its price without any split adjustment, and when it was reached. */
  readonly #known: number[] = [];
  readonly #prices: number[] = [];
  readonly #times: number[] = [];
  #scanned = -Infinity;
  readonly #lastPrice: LastPrice = { price: NaN, time: -Infinity, day: 0 };

  /** `pairs` are the currency pairs that the exchange rate depends on. */
  constructor(data: InstrumentData, pairs: readonly InstrumentData[], rates: Rates) {
    this.#data = data;
    this.#rates = rates;
    this.#ownPoints = scanPointsOf(data);
    this.#scanPoints = [...this.#ownPoints, ...pairs.flatMap(scanPointsOf)];
  }

  /** Returns the highest price known at a point in time, adjusted for splits up to the session `today`. */
  at(position: ViewPosition, today: number): HighestPrice {
    this.#scan(position.openBound);
    const last = this.#known.findLastIndex((known) => known <= position.openBound);
    if (last < 0) return NONE;
    return { price: this.#prices[last]! / this.#data.splits.at(today), time: this.#times[last]! };
  }

  /** Scans the closes and opens of bars, instant by instant, up to the time `bound`. */
  #scan(bound: number): void {
    for (let time = this.#next(); before(time) <= bound; time = this.#next()) {
      if (before(time) > this.#scanned) {
        // In each instant closes come before opens and quotes, so highs are scanned only if a bar closes.
        if (this.#scanPoints.some(({ series, close }) => !series.isMomentary && series.closeTime[close] === time))
          this.#scanCloses(time);
        this.#scanned = before(time);
      }
      if (time > bound) return;
      const rate = this.#price(positionOf(time, 7));
      for (const point of this.#ownPoints)
        point.lowestRate = point.series.openTime[point.open] === time ? rate : lowerRate(point.lowestRate, rate);
      this.#scanned = time;
    }
  }

  /** Returns the next instant at which a bar opens or closes; Infinity if there is none. */
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

  /** Records the converted highs of all bars that close at an instant. */
  #scanCloses(time: number): void {
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

  /** Records the converted last price at a point in time, and returns the exchange rate known then. */
  #price(at: ViewPosition): number {
    const rate = this.#rates.at(at);
    const lastPrice = this.#lastPrice;
    this.#data.last(at, lastPrice);
    this.#record(lastPrice.price * this.#data.splits.at(lastPrice.day) * rate, at.now, at.openBound);
    return rate;
  }

  /** Keeps a converted price if it is a new high; `known` is the time from which it is known. */
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

/** Whether a finer series covers a coarse bar: it started by the bar's open, and has a bar that closed later. */
function hasFinerBar({ series: { openTime, closeTime }, close }: ScanPoint, opened: number): boolean {
  return openTime[0]! <= opened && close > 0 && closeTime[close - 1]! > opened;
}

/** Returns the lower of two exchange rates; if one is NaN, the other. */
function lowerRate(a: number, b: number): number {
  return Number.isNaN(a) || b < a ? b : a;
}
