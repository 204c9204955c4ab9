import { MISSING, type Column } from "./column.ts";
import { NOISE, priceSize as sizeOfPrices } from "./noise.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const sizeOf = sizeOfPrices;

/**
 * Klinger's volume force, `100 * trend * volume * |2 * height / cumulated - 1|`.
 *
 * The trend is the direction of the last change of `high + low + close` beyond rounding. `cumulated` sums the heights (high minus low) of the
 * bars since the trend began, starting with the bar before it. The force is 0 before the first trend, and if all these bars have height 0.
 * NaN for the first bar, a missing bar, and the bar after a missing one.
 */
export class VolumeForce {
  trend = 0;
  cumulated = 0;
  /** `high + low + close` and height of the previous bar; NaN if the bar is missing. */
  prices = NaN;
  height = NaN;
  /** Sum of the absolute prices of the previous bar. */
  size = NaN;

  /** Returns the force of a bar, without changing the state. */
  peek(high: number, low: number, close: number, volume: number): number {
    const prices = high + low + close;
    const change = prices - this.prices;
    const direction = directionOf(change, NOISE * (sizeOf(high, low, close) + this.size), this.trend);
    const height = high - low;
    const cumulated = (direction === this.trend ? this.cumulated : this.height) + height;
    const gap = change + volume;
    return forceOf(height, cumulated, volume * direction) + (gap - gap);
  }

  /** Adds a bar and returns its force. */
  update(high: number, low: number, close: number, volume: number): number {
    const prices = high + low + close;
    const change = prices - this.prices;
    const before = this.height;
    const height = high - low;
    const gap = change + volume;
    const size = sizeOf(high, low, close);
    const noise = NOISE * (size + this.size);
    this.prices = prices + volume * 0;
    this.height = height;
    this.size = size;
    if (gap - gap !== 0) return MISSING[0];
    const direction = directionOf(change, noise, this.trend);
    this.cumulated = (direction === this.trend ? this.cumulated : before) + height;
    this.trend = direction;
    return forceOf(height, this.cumulated, volume * direction);
  }

  /** Writes the forces of bars from `start` up to but not including `end`, as `update` does, in one loop. */
  batch(high: Column, low: Column, close: Column, volume: Column, start: number, end: number, out: Column): void {
    let trend = this.trend;
    let cumulated = this.cumulated;
    let before = this.prices;
    let last = this.height;
    let lastSize = this.size;
    for (let i = start | 0; i < end; i++) {
      // The inner loop ends at the next missing value, which is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const up = high[i];
        const down = low[i];
        const traded = volume[i];
        const prices = up + down + close[i];
        const change = prices - before;
        const height = up - down;
        const gap = change + traded;
        const previous = last;
        const size = sizeOf(up, down, close[i]);
        const noise = NOISE * (size + lastSize);
        before = prices + traded * 0;
        last = height;
        lastSize = size;
        if (gap - gap !== 0) break;
        const direction = directionOf(change, noise, trend);
        cumulated = (direction === trend ? cumulated : previous) + height;
        trend = direction;
        out[i] = forceOf(height, cumulated, traded * direction);
      }
      if (i < end) out[i] = NaN;
    }
    this.trend = trend;
    this.cumulated = cumulated;
    this.prices = before;
    this.height = last;
    this.size = lastSize;
  }
}

/** Returns the direction of a change, or of the trend if the change is within rounding noise. */
function directionOf(change: number, noise: number, trend: number): number {
  return change > noise ? 1 : change < -noise ? -1 : trend;
}

function forceOf(height: number, cumulated: number, volume: number): number {
  if (cumulated === 0) return volume * 0;
  return 100 * (volume * Math.abs((2 * height) / cumulated - 1));
}
