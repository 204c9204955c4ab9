import type { Feed } from "../market/feed.ts";
import { MISSING } from "../primitives/column.ts";

/**
 * One bar as a part of your own sees it. A run reuses one object for all calls of a part: copy numbers to keep them. It holds numbers alone, and what you
 * write into it changes nothing.
 */
export interface PartBar {
  /** Of the bar by which the call is judged. NaN where no bar has closed yet. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** Close of the bar before it; NaN for the first. */
  readonly before: number;
  /** Units of the symbol that are held; negative for short. */
  readonly held: number;
  /** Price step of the instrument; 0 for none. */
  readonly tick: number;
}

/** The last bar that has closed, as numbers in units of now. One object lives as long as its part. */
export class LastBar implements PartBar {
  open = 0.5;
  high = 0.5;
  low = 0.5;
  close = 0.5;
  volume = 0.5;
  before = 0.5;
  held = 0.5;
  tick = 0.5;

  look(feed: Feed, held: number): void {
    const { closed, splitAfter, splitUnits } = feed;
    const none = MISSING[0]!;
    const units = closed === splitAfter ? splitUnits : 1;
    this.open = closed < 0 ? none : feed.open[closed]! / units;
    this.high = closed < 0 ? none : feed.high[closed]! / units;
    this.low = closed < 0 ? none : feed.low[closed]! / units;
    this.close = closed < 0 ? none : feed.close[closed]! / units;
    this.volume = feed.tradedLast;
    this.before = closed < 1 ? none : feed.close[closed - 1]! / (closed - 1 === splitAfter ? splitUnits : units);
    this.held = held;
    this.tick = feed.instrument.tick;
  }
}
