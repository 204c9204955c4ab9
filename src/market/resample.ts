import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { parameterError } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import type { Interval } from "../time/interval.ts";
import { type ActionFactors, actionFactors, type FactorOptions } from "./action-factors.ts";
import { Bars } from "./bars.ts";
import { type CoarseGroups, coarseGroups, type GroupOptions } from "./coarse-groups.ts";
import type { CorporateAction } from "./corporate-action.ts";
import { factorsOfBars } from "./forward-factors.ts";

/** Options of `resample`. */
export interface ResampleOptions extends GroupOptions, Pick<FactorOptions, "basis" | "reference"> {
  /** Splits of the instrument. A coarser bar that spans a split is in units of its last session. */
  readonly actions?: readonly CorporateAction[] | undefined;
  /** As-of time in epoch milliseconds; omits coarser bars that are incomplete at that time. */
  readonly upTo?: number | undefined;
}

/**
 * Resamples bars to a coarser interval: open of the first bar, highest high, lowest low, close and adjusted close of the last bar, and
 * the sum of volumes. See `coarseGroups` for which bars are joined.
 *
 * With `actions`, prices and volumes before a split inside a coarser bar are converted to units of the bar's last session. Dividends
 * are ignored; use `adjust` first to include them.
 *
 * Throws `INTERVAL_UNKNOWN` for an unknown interval, and `INTERVAL_UNAVAILABLE` if the bars cannot be joined to it, with the possible
 * intervals in the details. Throws `BARS_INVALID` for a bar without a session and for times that do not increase.
 *
 * @example
 * const weeks = resample(days, "1wk", { calendar: calendarOf("XNYS") });
 * const hours = resample(minutes, "60m", { calendar: calendarOf("XNYS"), upTo: now });
 */
export function resample(bars: Bars, interval: Interval, options: ResampleOptions = {}): Bars {
  const {
    actions = [],
    calendar,
    zone,
    basis,
    reference = bars,
    upTo = Infinity,
  } = checkOptions("resample", options, OPTIONS);
  if (typeof upTo !== "number" || Number.isNaN(upTo)) throw parameterError("upTo", "epoch milliseconds", upTo);
  const groups = coarseGroups(bars, interval, options);
  const splits = actions.filter(({ kind }) => kind === "split");
  const factors = actionFactors(splits, bars, { calendar, zone, basis, reference });
  const whole = barsOfGroups(groups, factors, { calendar, zone });
  let count = whole.length;
  while (count > 0 && groups.closeTime[count - 1]! > upTo) count--;
  return count === whole.length ? whole : whole.slice(0, count);
}

const OPTIONS: OptionNames<ResampleOptions> = {
  calendar: true,
  zone: true,
  hours: true,
  earlier: true,
  closes: true,
  basis: true,
  reference: true,
  actions: true,
  upTo: true,
};

/** Returns the coarser bars of existing groups. `splits` has cumulative split factors; `zone` or `calendar` must be those of the groups. */
export function barsOfGroups(
  groups: CoarseGroups,
  splits: ActionFactors,
  options: Pick<FactorOptions, "calendar" | "zone"> = {},
): Bars {
  const { interval, source } = groups;
  if (interval === source.interval) return source;
  const stated = splits.exDate.length === 0 ? source : inUnitsOfLastSession(groups, splits, options);
  const { starts } = groups;
  const last = starts.subarray(1);
  const firsts = (column: Column): Column => Float64Array.from(groups.time, (_, g) => column[starts[g]!]!);
  const lasts = (column: Column): Column => Float64Array.from(groups.time, (_, g) => column[last[g]! - 1]!);
  const columns = {
    time: groups.time,
    open: firsts(stated.open),
    high: highest(stated.high, starts),
    low: lowest(stated.low, starts),
    close: lasts(stated.close),
    volume: sums(stated.volume, starts),
    adjClose: stated.adjClose && lasts(stated.adjClose),
  };
  return new Bars(interval, columns, options.calendar?.zone ?? options.zone ?? source.zone);
}

/** Converts each bar to the units of the last session of the coarser bar that it belongs to. */
function inUnitsOfLastSession(
  { source, starts, lastDay, length }: CoarseGroups,
  splits: ActionFactors,
  options: Pick<FactorOptions, "calendar" | "zone">,
): Bars {
  const { split } = factorsOfBars(source, splits, options);
  const factor = new Float64Array(source.length);
  let count = 0;
  for (let g = 0; g < length; g++) {
    while (count < splits.exDate.length && splits.exDate[count]! <= lastDay[g]!) count++;
    const then = count === 0 ? 1 : splits.split[count - 1]!;
    for (let i = starts[g]!; i < starts[g + 1]!; i++) factor[i] = split[i]! / then;
  }
  const times = (column: Column): Column => column.map((value, i) => value * factor[i]!);
  const columns = {
    time: source.time,
    open: times(source.open),
    high: times(source.high),
    low: times(source.low),
    close: times(source.close),
    volume: source.volume.map((value, i) => value / factor[i]!),
    adjClose: source.adjClose,
  };
  return new Bars(source.interval, columns, source.zone);
}

function highest(column: Column, starts: Int32Array): Column {
  const out = new Float64Array(starts.length - 1);
  for (let g = 0; g < out.length; g++) {
    let top = column[starts[g]!]!;
    for (let i = starts[g]! + 1; i < starts[g + 1]!; i++) if (column[i]! > top) top = column[i]!;
    out[g] = top;
  }
  return out;
}

function lowest(column: Column, starts: Int32Array): Column {
  const out = new Float64Array(starts.length - 1);
  for (let g = 0; g < out.length; g++) {
    let bottom = column[starts[g]!]!;
    for (let i = starts[g]! + 1; i < starts[g + 1]!; i++) if (column[i]! < bottom) bottom = column[i]!;
    out[g] = bottom;
  }
  return out;
}

function sums(column: Column, starts: Int32Array): Column {
  const out = new Float64Array(starts.length - 1);
  for (let g = 0; g < out.length; g++) {
    let sum = column[starts[g]!]!;
    for (let i = starts[g]! + 1; i < starts[g + 1]!; i++) sum += column[i]!;
    out[g] = sum;
  }
  return out;
}
