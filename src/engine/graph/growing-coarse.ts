import { appendAll, growingColumn } from "../../primitives/growing-column.ts";
import { Bars } from "../../market/bars.ts";
import { sliceColumns } from "../../market/market-data.ts";
import { mapValues } from "../../primitives/record-helpers.ts";
import type { Column } from "../../primitives/column.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import type { GraphInputs, GraphSeries } from "../graph-inputs.ts";
import { coarseGroupsOf, coarseSeries } from "./coarse-series.ts";

/** Number of earlier bars that show whether weekends are traded: daily bars of more than four weeks. */
const EARLIER = 40;
const FIELDS = ["open", "high", "low", "close", "volume"] as const;

/**
 * Bars of a longer interval for a series that still grows. Each longer bar is joined once it is complete, by the code
 * for whole series, so that values are equal bit for bit.
 */
export class GrowingCoarse {
  readonly series: GraphSeries;
  readonly #source: GraphSeries;
  readonly #interval: string;
  /**
   * Indexes of the first source bar of the last complete longer bar, and of the first one after it. The last complete
   * longer bar is joined again with later bars, since it decides where the next one begins.
   */
  #from = 0;
  #next = 0;
  /** Time at which the next longer bar may be complete. */
  #barEnd = -Infinity;

  /**
   * Creates the bars, with space for `most` of them. Throws `INTERVAL_UNKNOWN`, and `INTERVAL_UNAVAILABLE` for a
   * shorter interval.
   */
  constructor(source: GraphSeries, interval: string, most: number) {
    this.#source = source;
    this.#interval = interval;
    // Throws for an invalid interval now, before the first bar.
    const none = coarseSeries(part(source, 0, 0), interval);
    const column = () => growingColumn(most);
    const fields = { open: column(), high: column(), low: column(), close: column(), volume: column() };
    const bars = new Bars(none.bars.interval, { ...fields, time: column() }, none.bars.zone);
    this.series = {
      ...none,
      bars,
      schedule: { ...none.schedule, openTime: bars.time, closeTime: column() },
      columns: none.columns && mapValues(none.columns, column),
      inputs: { fields, factors: undefined },
    };
  }

  /** Adds the longer bars that are complete at `now`. */
  update(now: number): void {
    const { length } = this.#source.bars;
    // When clocks change, the last source bar may complete a longer bar an hour early.
    if (now < this.#barEnd - DAY_MS || this.#next === length) return;
    const rest = part(this.#source, this.#from, length);
    const earlier = this.#source.bars.slice(Math.max(0, this.#from - EARLIER), this.#from).time;
    const groups = coarseGroupsOf(rest, this.#interval, earlier);
    const { bars, columns, schedule } = coarseSeries(rest, this.#interval, groups);
    const last = bars.length - 1;
    // Only the last longer bar may still get source bars.
    const isOver = schedule.closeTime[last]! <= now;
    const known = this.#next > this.#from ? 1 : 0;
    const complete = isOver ? bars.length : last;
    const { inputs, ...own } = this.series;
    appendAll(own.bars.time, bars.time.subarray(known, complete));
    for (const field of FIELDS) appendAll(inputs.fields[field], bars[field].subarray(known, complete));
    for (const [name, column] of Object.entries(own.columns ?? {}))
      appendAll(column, columns![name]!.subarray(known, complete));
    appendAll(own.schedule.closeTime, schedule.closeTime.subarray(known, complete));
    this.#barEnd = isOver ? -Infinity : schedule.closeTime[last]!;
    if (complete === 0) return;
    this.#next = this.#from + groups.starts[complete]!;
    this.#from += groups.starts[complete - 1]!;
  }
}

/** Returns a part of a series, as graphs read it: the bars from `start` to before `end`. */
function part(series: GraphSeries, start: number, end: number): GraphSeries {
  const { bars, columns, inputs, schedule } = series;
  const cut = bars.slice(start, end);
  const closeTime = schedule.closeTime.subarray(start, end);
  return {
    ...series,
    bars: cut,
    columns: sliceColumns(columns, start, end),
    schedule: { ...schedule, closeTime },
    inputs: cutInputs(inputs, cut, start, end),
  };
}

/** Returns the columns that graphs read, cut to the bars from `start` to before `end`. */
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
