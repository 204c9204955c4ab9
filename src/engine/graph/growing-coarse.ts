import { growBy, growingColumn } from "../../primitives/growing-column.ts";
import { Bars } from "../../market/bars.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { cutInputs } from "../graph-inputs.ts";
import type { RunSeries } from "../run-series.ts";
import { coarseGroupsOf, coarseSeries } from "./coarse-series.ts";

/** Bars before the rest that tell whether weekends trade: those of four weeks and more. */
const EARLIER = 40;
const FIELDS = ["open", "high", "low", "close", "volume"] as const;

/**
 * Bars of a longer interval in a series that bars are added to. The bars that make up one are joined once it is over, in the same way as those of a
 * whole series, so the values are the same to the last bit.
 */
export class GrowingCoarse {
  readonly series: RunSeries;
  readonly #source: RunSeries;
  readonly #interval: string;
  /** The first bar of the source that is in no bar here yet, and when the bar that it belongs to may be over. */
  #from = 0;
  #over = -Infinity;

  /** At most so many bars come. Throws INTERVAL_UNKNOWN; INTERVAL_UNAVAILABLE for an interval that is shorter. */
  constructor(source: RunSeries, interval: string, most: number) {
    this.#source = source;
    this.#interval = interval;
    // What cannot be joined is refused before the first bar.
    const none = coarseSeries(part(source, 0, 0), interval);
    const column = () => growingColumn(most);
    const fields = { open: column(), high: column(), low: column(), close: column(), volume: column() };
    const bars = new Bars(none.bars.interval, { ...fields, time: column() }, none.bars.zone);
    this.series = {
      ...none,
      bars,
      schedule: { ...none.schedule, openTime: bars.time, closeTime: column() },
      inputs: { fields, factors: undefined },
    };
  }

  /** Takes what came to be known by now. */
  take(now: number): void {
    const { length } = this.#source.bars;
    // Where clocks change, its last bar may show that it is over an hour before that.
    if (now < this.#over - DAY_MS || this.#from === length) return;
    const rest = part(this.#source, this.#from, length);
    const earlier = this.#source.bars.slice(Math.max(0, this.#from - EARLIER), this.#from).time;
    const groups = coarseGroupsOf(rest, this.#interval, earlier);
    const { bars, schedule } = coarseSeries(rest, this.#interval, groups);
    const last = bars.length - 1;
    // More may come to the last one, and to none before it.
    const isOver = schedule.closeTime[last]! <= now;
    const whole = isOver ? bars.length : last;
    const { inputs, ...own } = this.series;
    growBy(own.bars.time, bars.time.subarray(0, whole));
    for (const field of FIELDS) growBy(inputs.fields[field], bars[field].subarray(0, whole));
    growBy(own.schedule.closeTime, schedule.closeTime.subarray(0, whole));
    this.#over = isOver ? -Infinity : schedule.closeTime[last]!;
    this.#from = isOver ? length : this.#from + groups.starts[last]!;
  }
}

/** Some bars of a series, as what graphs read of them. */
function part(series: RunSeries, start: number, end: number): RunSeries {
  const { bars, inputs, schedule } = series;
  const cut = bars.slice(start, end);
  const closeTime = schedule.closeTime.subarray(start, end);
  return { ...series, bars: cut, schedule: { ...schedule, closeTime }, inputs: cutInputs(inputs, cut, start, end) };
}
