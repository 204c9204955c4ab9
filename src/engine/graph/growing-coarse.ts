import { appendAll, growingColumn } from "../../primitives/growing-column.ts";
import { Bars } from "../../market/bars.ts";
import type { Column } from "../../primitives/column.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import type { GraphInputs, GraphSeries } from "../graph-inputs.ts";
import { coarseGroupsOf, coarseSeries } from "./coarse-series.ts";

/** Bars before the rest that tell whether weekends trade: those of four weeks and more. */
const EARLIER = 40;
const FIELDS = ["open", "high", "low", "close", "volume"] as const;

/**
 * Bars of a longer interval in a series that bars are added to. The bars that make up one are joined once it is over, in the same way as those of a
 * whole series, so the values are the same to the last bit.
 */
export class GrowingCoarse {
  readonly series: GraphSeries;
  readonly #source: GraphSeries;
  readonly #interval: string;
  /** The first bar of the source that is in no bar here yet, and when the bar that it belongs to may be over. */
  #from = 0;
  #barEnd = -Infinity;

  /** At most so many bars come. Throws INTERVAL_UNKNOWN; INTERVAL_UNAVAILABLE for an interval that is shorter. */
  constructor(source: GraphSeries, interval: string, most: number) {
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
  update(now: number): void {
    const { length } = this.#source.bars;
    // Where clocks change, its last bar may show that it is over an hour before that.
    if (now < this.#barEnd - DAY_MS || this.#from === length) return;
    const rest = part(this.#source, this.#from, length);
    const earlier = this.#source.bars.slice(Math.max(0, this.#from - EARLIER), this.#from).time;
    const groups = coarseGroupsOf(rest, this.#interval, earlier);
    const { bars, schedule } = coarseSeries(rest, this.#interval, groups);
    const last = bars.length - 1;
    // More may come to the last one, and to none before it.
    const isOver = schedule.closeTime[last]! <= now;
    const whole = isOver ? bars.length : last;
    const { inputs, ...own } = this.series;
    appendAll(own.bars.time, bars.time.subarray(0, whole));
    for (const field of FIELDS) appendAll(inputs.fields[field], bars[field].subarray(0, whole));
    appendAll(own.schedule.closeTime, schedule.closeTime.subarray(0, whole));
    this.#barEnd = isOver ? -Infinity : schedule.closeTime[last]!;
    this.#from = isOver ? length : this.#from + groups.starts[last]!;
  }
}

/** Some bars of a series, as what graphs read of them. */
function part(series: GraphSeries, start: number, end: number): GraphSeries {
  const { bars, inputs, schedule } = series;
  const cut = bars.slice(start, end);
  const closeTime = schedule.closeTime.subarray(start, end);
  return { ...series, bars: cut, schedule: { ...schedule, closeTime }, inputs: cutInputs(inputs, cut, start, end) };
}

/** What graphs read of the bars from `start` up to `end`. */
function cutInputs({ fields, factors }: GraphInputs, bars: Bars, start: number, end: number): GraphInputs {
  if (factors === undefined) return { fields: bars, factors };
  const cut = (column: Column) => column.subarray(start, end);
  return {
    fields: {
      open: cut(fields.open),
      high: cut(fields.high),
      low: cut(fields.low),
      close: cut(fields.close),
      volume: cut(fields.volume),
    },
    factors: { price: cut(factors.price), split: cut(factors.split) },
  };
}
