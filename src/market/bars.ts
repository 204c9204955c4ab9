import type { Column } from "../primitives/column.ts";
import { checkInterval, type Interval } from "../time/interval.ts";

/** The columns of bars, one value per bar, oldest first. */
export interface BarColumns {
  /** Start of the bar, epoch milliseconds UTC. */
  readonly time: Column;
  readonly open: Column;
  readonly high: Column;
  readonly low: Column;
  readonly close: Column;
  readonly volume: Column;
  /** Close adjusted for splits and dividends, where the source has one. */
  readonly adjClose?: Column | undefined;
}

/**
 * Bars of one instrument and one interval, as columns of one length. Never changed once made. Throws INTERVAL_UNKNOWN.
 *
 * @example
 * const bars = new Bars("1d", { time, open, high, low, close, volume });
 * sma(bars.close, 20);
 */
export class Bars implements BarColumns {
  readonly interval: Interval;
  readonly time: Column;
  readonly open: Column;
  readonly high: Column;
  readonly low: Column;
  readonly close: Column;
  readonly volume: Column;
  readonly adjClose: Column | undefined;

  constructor(interval: Interval, columns: BarColumns) {
    this.interval = checkInterval(interval);
    this.time = columns.time;
    this.open = columns.open;
    this.high = columns.high;
    this.low = columns.low;
    this.close = columns.close;
    this.volume = columns.volume;
    this.adjClose = columns.adjClose;
  }

  get length(): number {
    return this.time.length;
  }

  /** Bars from `start` up to but not including `end`, over the same memory. */
  slice(start: number, end: number = this.length): Bars {
    return new Bars(this.interval, {
      time: this.time.subarray(start, end),
      open: this.open.subarray(start, end),
      high: this.high.subarray(start, end),
      low: this.low.subarray(start, end),
      close: this.close.subarray(start, end),
      volume: this.volume.subarray(start, end),
      adjClose: this.adjClose?.subarray(start, end),
    });
  }
}
