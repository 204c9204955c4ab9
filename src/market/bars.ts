import { shown } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { checkInterval, type Interval } from "../time/interval.ts";
import { zoneOf } from "../time/zone.ts";

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

/** The names of the columns. */
export const COLUMN_NAMES = ["time", "open", "high", "low", "close", "volume", "adjClose"] as const;

/** Throws BARS_INVALID unless every column is a `Float64Array` as long as `time`. */
export function checkColumns(columns: BarColumns): void {
  if (typeof columns !== "object" || columns === null) {
    const message = `columns of bars must be an object with ${COLUMN_NAMES.join(", ")}, was ${shown(columns)}`;
    throw new HindcastError("BARS_INVALID", message);
  }
  for (const name of COLUMN_NAMES) {
    const column: unknown = columns[name];
    if (name === "adjClose" && column === undefined) continue;
    if (!(column instanceof Float64Array)) {
      const message = `${name} must be a Float64Array, as Float64Array.from makes one, was ${shown(column)}`;
      throw new HindcastError("BARS_INVALID", message, { column: name });
    }
    const { length } = column;
    if (length === columns.time.length) continue;
    throw new HindcastError(
      "BARS_INVALID",
      `${name} must be as long as time, ${columns.time.length} bars, was ${length}`,
      { column: name, bars: columns.time.length, length },
    );
  }
}

/**
 * Bars of one instrument and one interval, as columns of one length. Never changed once made. Throws INTERVAL_UNKNOWN, and BARS_INVALID for
 * columns of different lengths.
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
  /** IANA zone whose midnights begin the days of these bars, where it is known. */
  readonly zone: string | undefined;

  /** Throws ZONE_UNKNOWN besides. */
  constructor(interval: Interval, columns: BarColumns, zone?: string) {
    this.interval = checkInterval(interval);
    checkColumns(columns);
    this.time = columns.time;
    this.open = columns.open;
    this.high = columns.high;
    this.low = columns.low;
    this.close = columns.close;
    this.volume = columns.volume;
    this.adjClose = columns.adjClose;
    this.zone = zone === undefined ? undefined : zoneOf(zone).name;
  }

  get length(): number {
    return this.time.length;
  }

  /** Bars from `start` up to but not including `end`, over the same memory. */
  slice(start: number, end: number = this.length): Bars {
    return this.mapColumns((column) => column.subarray(start, end));
  }

  /** Bars with each column made of the one here; interval and zone stay. */
  mapColumns(change: (column: Column) => Column): Bars {
    const columns = {
      time: change(this.time),
      open: change(this.open),
      high: change(this.high),
      low: change(this.low),
      close: change(this.close),
      volume: change(this.volume),
      adjClose: this.adjClose && change(this.adjClose),
    };
    return new Bars(this.interval, columns, this.zone);
  }
}
