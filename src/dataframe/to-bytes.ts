import { parameterError } from "../primitives/check.ts";
import { arrowTable, parquetTable, type TableColumn } from "../data/tables.ts";
import { DAY_MS } from "../time/interval.ts";
import { parseDate } from "../time/instant.ts";
import type { FrameInput } from "./danfo.ts";
import type { FrameColumns } from "./named-columns.ts";
import { type FrameData, toDataFrame } from "./to-data-frame.ts";

/**
 * Encodes bars, the equity of a result, columns by name, or a list of records such as `result.trades` as an Arrow IPC file, which every Arrow
 * library reads. Arguments and errors are those of `toDataFrame`. Times such as `entryTime` become timestamps in UTC, dates such as `entryDate`
 * days, and missing values nulls. As a maker, `toArrow` encodes the frames of other functions.
 *
 * @example
 * await writeFile("trades.arrow", await toArrow(result.trades)); // of node:fs/promises
 * const { equity, orders } = await resultToDataFrames(result, toArrow);
 */
export function toArrow(data: FrameData, more: FrameColumns = {}): Promise<Uint8Array> {
  return toDataFrame(data, more, (columns) => arrowTable(tableOf(columns)));
}

/**
 * Encodes a table as a Parquet file, compressed with Snappy. Arguments, types and errors are those of `toArrow`. Also throws
 * `PARAMETER_OUT_OF_RANGE` for an empty list of records, which has no columns.
 *
 * @example
 * await writeFile("equity.parquet", await toParquet(result.equity, { buyAndHold: result.buyAndHold })); // of node:fs/promises
 */
export function toParquet(data: FrameData, more: FrameColumns = {}): Promise<Uint8Array> {
  return toDataFrame(data, more, (columns) => {
    const table = tableOf(columns);
    if (table.length === 0)
      throw parameterError("data", "a table with columns (resultToDataFrames keeps those of an empty list)", data);
    return parquetTable(table);
  });
}

/** Times in results and bars: epoch milliseconds. */
const TIMES: ReadonlySet<string> = new Set([
  "time",
  "entryTime",
  "exitTime",
  "submittedAt",
  "expiresAt",
  "converted.rateTime",
  "trainFrom",
  "trainTo",
  "testTo",
]);

/** Members of records that are not numbers, for tables without rows. Dates are recognized by their names. */
const BOOLEANS: ReadonlySet<string> = new Set(["open", "ambiguous", "reduceOnly", "extendedHours", "forced"]);
const TEXTS: ReadonlySet<string> = new Set([
  "symbol",
  "direction",
  "side",
  "type",
  "timeInForce",
  "status",
  "reason",
  "place",
  "tag",
]);

function tableOf(columns: FrameInput): readonly TableColumn[] {
  return Object.entries(columns).map(([name, values]) => typedColumn(name, values));
}

function typedColumn(name: string, values: FrameInput[string]): TableColumn {
  const known = (values as ArrayLike<unknown> as unknown[]).filter((value) => value !== null);
  if (TIMES.has(name) && known.every((value) => Number.isInteger(value) || Number.isNaN(value)))
    return { name, type: "time", values };
  const days = name === "date" || name.endsWith("Date") ? daysOf(values) : undefined;
  if (days !== undefined) return { name, type: "date", values: days };
  if (values.length === 0)
    return { name, values, type: BOOLEANS.has(name) ? "boolean" : TEXTS.has(name) ? "text" : "number" };
  // Members of records that may be missing from all of them are numbers.
  if (values instanceof Float64Array || known.length === 0) return { name, type: "number", values };
  return { name, type: known.every((value) => typeof value === "boolean") ? "boolean" : "text", values };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Days of dates, which are midnights in UTC or text `YYYY-MM-DD`; undefined for other values. */
function daysOf(values: FrameInput[string]): (number | null)[] | undefined {
  const days = Array.from<unknown, number | null | undefined>(values as ArrayLike<unknown>, (value) => {
    if (value === null || Number.isNaN(value)) return null;
    if (typeof value === "number" && value % DAY_MS === 0) return value / DAY_MS;
    return typeof value === "string" && DATE.test(value) ? parseDate(value) / DAY_MS : undefined;
  });
  return days.includes(undefined) ? undefined : (days as (number | null)[]);
}
