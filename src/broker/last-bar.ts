import type { Feed } from "../market/feed.ts";
import { MISSING } from "../primitives/column.ts";

/**
 * Bar that a custom model reads. A run reuses one object for all calls of a model, so copy numbers to keep them.
 * Writing to the object has no effect.
 */
export interface ModelBar {
  /** Prices and volume of the bar to which a call refers; NaN before the first bar has closed. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** Close of the bar before, or NaN for the first bar. */
  readonly before: number;
  /** Position in the bar's symbol, in units; negative when short. */
  readonly held: number;
  /** Price step of the instrument; 0 for none. */
  readonly tick: number;
}

/** Last closed bar of an instrument, adjusted for a split after its close. Each model has one such object. */
export class LastBar implements ModelBar {
  open = 0.5;
  high = 0.5;
  low = 0.5;
  close = 0.5;
  volume = 0.5;
  before = 0.5;
  held = 0.5;
  tick = 0.5;

  read(feed: Feed, held: number): void {
    const { closed, splitAfter, splitUnits } = feed;
    const none = MISSING[0]!;
    const units = closed === splitAfter ? splitUnits : 1;
    this.open = closed < 0 ? none : feed.open[closed]! / units;
    this.high = closed < 0 ? none : feed.high[closed]! / units;
    this.low = closed < 0 ? none : feed.low[closed]! / units;
    this.close = closed < 0 ? none : feed.close[closed]! / units;
    this.volume = feed.lastVolume;
    this.before = closed < 1 ? none : feed.close[closed - 1]! / (closed - 1 === splitAfter ? splitUnits : units);
    this.held = held;
    this.tick = feed.instrument.tick;
  }
}
