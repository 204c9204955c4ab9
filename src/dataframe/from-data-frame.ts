import { Bars } from "../market/bars.ts";
import { checkBars } from "../market/validate-bars.ts";
import { checkOptions } from "../primitives/check-options.ts";
import { formatValue } from "../primitives/check.ts";
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
 * are ignored; see `columnsFromDataFrame`.
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
