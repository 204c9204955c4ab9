import { Bars } from "../market/bars.ts";
import { checkBars } from "../market/validate-bars.ts";
import { shown } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { parseInstant } from "../time/instant.ts";
import { checkInterval, type Interval } from "../time/interval.ts";
import type { DataFrame } from "./danfo.ts";

/** How bars are read from a data frame. */
export interface BarsFromDataFrameOptions {
  /** The length of a bar. */
  readonly interval: Interval;
  /** In which times are told that are text without an offset: an IANA zone, UTC unless given. */
  readonly zone?: string;
}

/**
 * Bars of the columns `time`, `open`, `high`, `low`, `close`, `volume` of a data frame, and `adjClose` where it has one. Times are the
 * starts of bars: epoch milliseconds or text as `parseInstant` reads it. Other columns are left where they are, see
 * `columnsFromDataFrame`.
 *
 * Throws BARS_INVALID for a column that is not there, a value that is no number and bars that break a rule; INTERVAL_UNKNOWN; DATE_INVALID.
 *
 * @example
 * const bars = barsFromDataFrame(await readCSV("prices.csv"), { interval: "1d", zone: "America/New_York" });
 */
export function barsFromDataFrame(frame: DataFrame, options: BarsFromDataFrameOptions): Bars {
  // Who does not say the interval is told so, with no options at all too.
  const { interval: given, zone = "UTC" }: Partial<BarsFromDataFrameOptions> = options ?? {};
  const interval = checkInterval(given);
  const column = (name: string) => numbersOf(frame, name);
  const columns = {
    time: numbersOf(frame, "time", (value) => (typeof value === "string" ? parseInstant(value, zone) : value)),
    open: column("open"),
    high: column("high"),
    low: column("low"),
    close: column("close"),
    volume: column("volume"),
    adjClose: frame.columns.includes("adjClose") ? column("adjClose") : undefined,
  };
  checkBars(columns);
  return new Bars(interval, columns);
}

/**
 * Columns of numbers of a data frame by name: all of them unless names are given. What is missing in the frame is NaN.
 * Throws BARS_INVALID for a column that is not there or holds something else than numbers.
 *
 * @example
 * const { average } = columnsFromDataFrame(frame, ["average"]);
 */
export function columnsFromDataFrame<const Name extends string>(
  frame: DataFrame,
  names: readonly Name[] = frame.columns as readonly Name[],
): Readonly<Record<Name, Column>> {
  return Object.fromEntries(names.map((name) => [name, numbersOf(frame, name)])) as Record<Name, Column>;
}

function numbersOf(frame: DataFrame, name: string, read: (value: unknown) => unknown = (value) => value): Column {
  if (!frame.columns.includes(name))
    throw new HindcastError(
      "BARS_INVALID",
      `the data frame must have a column ${name}, has ${frame.columns.join(", ") || "none"}`,
      { column: name, columns: frame.columns },
    );
  // A frame without rows may know the name and hold nothing under it.
  const values = frame.shape[0] === 0 ? [] : frame.column(name).values;
  return Float64Array.from(values, (given, row) => {
    const value = read(given);
    if (typeof value === "number") return value;
    if (value === null || value === undefined) return NaN;
    throw new HindcastError("BARS_INVALID", `column ${name}, row ${row}: must be a number, was ${shown(value)}`, {
      column: name,
      row,
      value,
    });
  });
}
