import { MISSING, type Column } from "./column.ts";
import { NOISE, priceSize as sizeOfPrices } from "./noise.ts";

/** A constant of this module is built into its loops, see `finite`. */
const sizeOf = sizeOfPrices;

/**
 * Klinger's force of volume, `100 * trend * volume * |2 * height / cumulated - 1|`.
 *
 * The trend is the direction in which `high + low + close` last moved, by more than rounding leaves between equal sums. Heights are cumulated for as long as it lasts, and begin
 * with that of the bar before where it turns. No force before the first trend, and none where no bar of the trend has height.
 * A window of two bars: the first one has no force, and neither has a missing bar nor the one after it.
 */
export class VolumeForce {
  trend = 0;
  cumulated = 0;
  /** Sum of the prices and height of the bar before, NaN where that is missing. */
  prices = NaN;
  height = NaN;
  /** The size of those prices. */
  size = NaN;

  /** The force that this bar would have. */
  peek(high: number, low: number, close: number, volume: number): number {
    const prices = high + low + close;
    const change = prices - this.prices;
    const direction = directionOf(change, NOISE * (sizeOf(high, low, close) + this.size), this.trend);
    const height = high - low;
    const cumulated = (direction === this.trend ? this.cumulated : this.height) + height;
    const gap = change + volume;
    return forceOf(height, cumulated, volume * direction) + (gap - gap);
  }

  /** Takes a bar and returns its force. */
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

  /** Takes the bars from `start` to before `end` and writes their forces: `update` in one loop. */
  batch(high: Column, low: Column, close: Column, volume: Column, start: number, end: number, out: Column): void {
    let trend = this.trend;
    let cumulated = this.cumulated;
    let before = this.prices;
    let last = this.height;
    let lastSize = this.size;
    for (let i = start | 0; i < end; i++) {
      // Up to the next gap in a loop of its own, see `smoothRange`.
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

/** The direction of a change, and that of the trend where it is no more than noise. */
function directionOf(change: number, noise: number, trend: number): number {
  return change > noise ? 1 : change < -noise ? -1 : trend;
}

function forceOf(height: number, cumulated: number, volume: number): number {
  if (cumulated === 0) return volume * 0;
  return 100 * (volume * Math.abs((2 * height) / cumulated - 1));
}
