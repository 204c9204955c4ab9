import { type BarColumns, Bars } from "../market/bars.ts";
import { checkSpan } from "../market/validate-bars.ts";
import type { Interval } from "../time/interval.ts";
import type { EpochUnit } from "./csv/epoch-times.ts";

/** The bars of a file whose columns keep the rules of bars. `unit` is that of times that are counts. Throws BARS_INVALID for bars that overlap. */
export function barsOfFile(
  file: string,
  interval: Interval,
  columns: BarColumns,
  unit: EpochUnit | undefined,
  zone?: string,
): Bars {
  const bars = new Bars(interval, columns, zone);
  checkSpan(bars, file, unit === undefined ? "" : `; times are read as ${unit} since 1970`);
  return bars;
}
