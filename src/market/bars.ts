import { checkOptions } from "../primitives/check-options.ts";
import type { Column } from "../primitives/column.ts";
import { inferInterval } from "../time/infer-interval.ts";
import { parseInstant } from "../time/instant.ts";
import { checkInterval, type Interval } from "../time/interval.ts";
import { zoneOf } from "../time/zone.ts";
import { type BarColumns, barColumns, type BarNumbers, checkBars, columnsByName } from "./validate-bars.ts";

/** One bar as an object with a field for each value, for `Bars.from`. */
export interface BarRow {
  /** Start of the bar: epoch milliseconds, a `Date`, or text such as `2024-01-02` or `2024-01-02T09:30`. */
  readonly time: number | Date | string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Volume of the bar; required in every row if any row has a volume. */
  readonly volume?: number | undefined;
  /** Close adjusted for splits and dividends; required in every row if any row has one. */
  readonly adjClose?: number | undefined;
}

/** Options of `Bars.from`. */
export interface BarsFromOptions {
  readonly interval?: Interval | undefined;
  /** IANA time zone of times that are text without an offset (default UTC), and of the dates of the bars. */
  readonly zone?: string | undefined;
}

/**
 * Bars of one instrument and one interval, as columns of equal length. Immutable. Throws `INTERVAL_UNKNOWN`, and `BARS_INVALID` if
 * columns differ in length or contain anything but numbers.
 *
 * @example
 * const bars = new Bars("1d", { time, open, high, low, close, volume });
 * ta.sma(bars.close, 20);
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
  /** IANA time zone of the dates of the bars; undefined if unknown. */
  readonly zone: string | undefined;

  /** Creates bars from columns. Throws `ZONE_UNKNOWN` for an unknown zone, and the errors that the class names. */
  constructor(interval: Interval, given: BarNumbers, zone?: string) {
    this.interval = checkInterval(interval);
    const columns = barColumns(given);
    this.time = columns.time;
    this.open = columns.open;
    this.high = columns.high;
    this.low = columns.low;
    this.close = columns.close;
    this.volume = columns.volume;
    this.adjClose = columns.adjClose;
    this.zone = zone === undefined ? undefined : zoneOf(zone).name;
  }

  /**
   * Creates bars from rows, oldest first. Without an `interval`, infers it from the times. `zone` applies to text times without an offset.
   * Rows without volumes get volume 0.
   *
   * Throws `BARS_INVALID` if a row lacks a number or breaks a rule (see `checkBars`), `INTERVAL_UNKNOWN`, `DATE_INVALID` or `ZONE_UNKNOWN`.
   *
   * @example
   * const bars = Bars.from([
   *   { time: "2024-01-02", open: 100, high: 103, low: 99, close: 102, volume: 5000 },
   *   { time: "2024-01-03", open: 102, high: 104, low: 101, close: 103, volume: 4000 },
   * ]);
   * bars.interval; // "1d"
   */
  static from(rows: Iterable<BarRow>, options: BarsFromOptions = {}): Bars {
    const { interval, zone } = checkOptions("Bars.from", options, { interval: true, zone: true });
    const list = [...rows];
    const all = (name: "volume" | "adjClose") => list.some((row) => row[name] !== undefined);
    const columns = barColumns({
      time: list.map(({ time }) =>
        typeof time === "string" ? parseInstant(time, zone) : time instanceof Date ? time.getTime() : time,
      ),
      open: list.map(({ open }) => open),
      high: list.map(({ high }) => high),
      low: list.map(({ low }) => low),
      close: list.map(({ close }) => close),
      volume: all("volume") ? list.map(({ volume }) => volume!) : new Float64Array(list.length),
      adjClose: all("adjClose") ? list.map(({ adjClose }) => adjClose!) : undefined,
    });
    checkBars(columns);
    return new Bars(interval ?? inferInterval(columns.time), columns, zone);
  }

  get length(): number {
    return this.time.length;
  }

  /** Returns the bars from `start` up to but not including `end`, as views of the same memory. */
  slice(start: number, end: number = this.length): Bars {
    return this.mapColumns((column) => column.subarray(start, end));
  }

  /** Returns bars with each column replaced by `change(column)`, with the same interval and zone. */
  mapColumns(change: (column: Column) => Column): Bars {
    const columns = columnsByName((name) => this[name] && change(this[name]));
    return new Bars(this.interval, columns, this.zone);
  }
}
