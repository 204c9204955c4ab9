import type { Column } from "../primitives/column.ts";
import { MISSING } from "../primitives/column.ts";
import type { Bars } from "./bars.ts";
import type { Instrument } from "./instrument.ts";

/**
 * The bars of one instrument with two marks: how far they have closed and how far they have opened. What lies behind the
 * marks is known, nothing else.
 */
export class Feed {
  readonly instrument: Instrument;
  /** Place of the instrument in the run, in sorted order of symbols. */
  readonly index: number;
  readonly bars: Bars;
  readonly open: Column;
  readonly high: Column;
  readonly low: Column;
  readonly close: Column;
  readonly volume: Column;
  /** Index of the last bar of which all is known; -1 before the first. */
  closed = -1;
  /** Index of the last bar of which the open is known. */
  opened = -1;
  /** Each bar is a session of its own. */
  readonly sessionIsBar: boolean;
  /** A session longer than a bar is on. */
  longSession = false;

  constructor(instrument: Instrument, index: number, bars: Bars, sessionIsBar: boolean) {
    this.sessionIsBar = sessionIsBar;
    this.instrument = instrument;
    this.index = index;
    this.bars = bars;
    this.open = bars.open;
    this.high = bars.high;
    this.low = bars.low;
    this.close = bars.close;
    this.volume = bars.volume;
  }

  /** Its session is on. */
  get inSession(): boolean {
    return this.sessionIsBar ? this.opened > this.closed : this.longSession;
  }

  /** The last price known: the open of the bar that is forming, else the last close; NaN before the first. */
  get last(): number {
    return this.opened > this.closed
      ? this.open[this.opened]!
      : this.closed < 0
        ? MISSING[0]!
        : this.close[this.closed]!;
  }
}
