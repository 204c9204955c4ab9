import { Bars } from "../market/bars.ts";
import { checkBars } from "../market/validate-bars.ts";
import { checkOptions } from "../primitives/check-options.ts";
import { instrument } from "../market/instrument.ts";
import type { Series } from "../market/market-data.ts";
import { formatValue, parameterError } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { volumeColumns } from "../data/reading/columns.ts";
import { parseInstant } from "../time/instant.ts";
import { checkInterval, type Interval } from "../time/interval.ts";
import { type AnyDataFrame, readFrame, type ReadFrame } from "./any-frame.ts";

/** Options of `barsFromDataFrame`. */
export interface BarsFromDataFrameOptions {
  /** Interval of the bars. */
  readonly interval: Interval;
  /** IANA zone of times that are text without an offset, and of the dates of the bars. Default: UTC. */
  readonly zone?: string;
}

/**
 * Reads bars from the columns `time`, `open`, `high`, `low`, `close` and, optionally, `volume` and `adjClose` of a data frame of any library.
 * Without `volume` every volume is 0. Times are starts of bars: epoch milliseconds, dates, or text in the formats of `parseInstant`. Other columns
 * are ignored; see `seriesFromDataFrame` and `columnsFromDataFrame`.
 *
 * Throws `BARS_INVALID` for a missing column, a volume column with another name, a value that is not a number and invalid bars;
 * `INTERVAL_UNKNOWN`, `DATE_INVALID`, and `PARAMETER_OUT_OF_RANGE` for a value that is not a frame.
 *
 * @example
 * const bars = barsFromDataFrame(await readCSV("prices.csv"), { interval: "1d", zone: "America/New_York" });
 */
export function barsFromDataFrame(frame: AnyDataFrame, options: BarsFromDataFrameOptions): Bars {
  // A call without options throws the error for a missing interval.
  const { interval: given, zone }: Partial<BarsFromDataFrameOptions> = checkOptions(
    "barsFromDataFrame",
    options ?? {},
    { interval: true, zone: true },
  );
  const interval = checkInterval(given);
  const read = readFrame(frame);
  const column = (name: string) => numbersOf(read, name);
  const time = numbersOf(read, "time", (value) =>
    typeof value === "string" ? parseInstant(value, zone) : value instanceof Date ? value.getTime() : value,
  );
  const columns = {
    time,
    open: column("open"),
    high: column("high"),
    low: column("low"),
    close: column("close"),
    volume: hasVolume(read.names) ? column("volume") : new Float64Array(time.length),
    adjClose: read.names.includes("adjClose") ? column("adjClose") : undefined,
  };
  checkBars(columns);
  return new Bars(interval, columns, zone);
}

/** Options of `seriesFromDataFrame`. */
export interface SeriesFromDataFrameOptions extends BarsFromDataFrameOptions {
  /** Symbol of the instrument. */
  readonly symbol: string;
}

/**
 * Reads a series from a data frame of any library: its bars, and every further column of numbers as an own column, which strategies read with
 * `column(name)`. Missing values of own columns are NaN. Columns of text, dates or truth values are left out. Throws the errors of
 * `barsFromDataFrame`.
 *
 * @example
 * const series = seriesFromDataFrame(frame, { symbol: "SPY", interval: "1d", zone: "America/New_York" });
 * const result = backtest(strategy, { series: [series], notes: [] });
 */
export function seriesFromDataFrame(frame: AnyDataFrame, options: SeriesFromDataFrameOptions): Series {
  const { symbol, ...rest }: Partial<SeriesFromDataFrameOptions> = checkOptions("seriesFromDataFrame", options ?? {}, {
    symbol: true,
    interval: true,
    zone: true,
  });
  if (typeof symbol !== "string" || symbol === "") throw parameterError("symbol", "a text such as SPY", symbol);
  const bars = barsFromDataFrame(frame, rest as BarsFromDataFrameOptions);
  const read = readFrame(frame);
  const own = read.names.filter((name) => !PARTS.includes(name) && holdsNumbers(read.values(name)));
  return {
    instrument: instrument(symbol),
    bars,
    ...(rest.zone !== undefined && { zone: rest.zone }),
    ...(own.length > 0 && { columns: columnsFromDataFrame(frame, own) }),
  };
}

/** Columns that are parts of bars. */
const PARTS: readonly string[] = ["time", "open", "high", "low", "close", "volume", "adjClose"];

/** Whether a column has numbers, and otherwise only missing values. */
function holdsNumbers(values: ArrayLike<unknown>): boolean {
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (typeof value === "number" || typeof value === "bigint") count++;
    else if (value !== null && value !== undefined) return false;
  }
  return count > 0;
}

/**
 * Reads columns of numbers from a data frame, by default all. Missing values are NaN.
 * Throws `BARS_INVALID` for a missing column and for values that are not numbers.
 *
 * @example
 * const { average } = columnsFromDataFrame(frame, ["average"]);
 */
export function columnsFromDataFrame<const Name extends string>(
  frame: AnyDataFrame,
  names?: readonly Name[],
): Readonly<Record<Name, Column>> {
  const read = readFrame(frame);
  const columns = (names ?? read.names).map((name) => [name, numbersOf(read, name)] as const);
  return Object.fromEntries(columns) as Record<Name, Column>;
}

/** Whether a column has the name volume. Throws `BARS_INVALID` for a similar name, so that volumes are not read as 0. */
function hasVolume(names: readonly string[]): boolean {
  if (names.includes("volume")) return true;
  const volumes = volumeColumns(names);
  if (volumes.length === 0) return false;
  throw new HindcastError(
    "BARS_INVALID",
    `the data frame has no column "volume", but ${volumes.join(", ")}. ` +
      "Rename the column that counts traded units to volume, and any other to a name without that word",
    { columns: names, volumes },
  );
}

function numbersOf(frame: ReadFrame, name: string, read: (value: unknown) => unknown = (value) => value): Column {
  if (!frame.names.includes(name))
    throw new HindcastError(
      "BARS_INVALID",
      `the data frame must have a column ${name}, has ${frame.names.join(", ") || "none"}`,
      { column: name, columns: frame.names },
    );
  return Float64Array.from(frame.values(name), (given, row) => {
    const value = read(given);
    if (typeof value === "number") return value;
    // A 64-bit integer is accepted if a double can represent it exactly.
    if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) return Number(value);
    if (value === null || value === undefined) return NaN;
    throw new HindcastError("BARS_INVALID", `column ${name}, row ${row}: must be a number, was ${formatValue(value)}`, {
      column: name,
      row,
      value,
    });
  });
}
