import type { SchemaElement } from "hyparquet";
import type { Column } from "../../primitives/column.ts";
import type { TextBytes } from "../csv/cell.ts";
import { fileError } from "../file-error.ts";
import type { BarTable, Clock } from "../reading/bar-table.ts";
import { tableOfValues } from "../reading/value-table.ts";
import { decimalConverter } from "./decimals.ts";
import { openTable, type TableColumn } from "./open-table.ts";

/**
 * Opens a Parquet file as a table, with all its columns of plain values. Throws `DATA_EMPTY`, and `DATA_FILE_INVALID` for damaged files,
 * unknown compression and data above `maxBytes` once unpacked.
 */
export async function openParquet(file: string, { bytes, length }: TextBytes, maxBytes: number): Promise<BarTable> {
  const table = await openTable(file, bytes.subarray(0, length), maxBytes);
  if (table.rows === 0) throw fileError("DATA_EMPTY", file, "has no rows");
  const columns = await table.read(table.names);
  const clocks = columns.map(({ element }) => clockOf(element));
  const values = columns.map((column, position) => valueReader(column, clocks[position]));
  return tableOfValues({
    file,
    kind: "Parquet",
    names: table.names.map((name) => (/^__index_level_\d+__$/.test(name) ? "" : name)),
    named: true,
    facts: {},
    notes: [],
    length: table.rows,
    value: (row, position) => values[position]!(row),
    counted: "row",
    clock: (position) => clocks[position],
    numbers: (position) => wholeNumbers(columns[position]!, clocks[position]),
  });
}

/** Returns the fast reader's numbers; undefined for times with fractions of a millisecond, which are refused one by one. */
function wholeNumbers({ numbers }: TableColumn, clock: Clock | undefined): Column | undefined {
  return clock === undefined || numbers?.every(Number.isInteger) === true ? numbers : undefined;
}

/** Returns how a column that the schema declares as times or dates stores them. */
function clockOf({ converted_type: converted, logical_type: logical, type }: SchemaElement): Clock | undefined {
  if (logical?.type === "DATE" || converted === "DATE") return "date";
  if (logical?.type === "TIME" || converted?.startsWith("TIME_") === true) return "time of day";
  if (logical?.type === "TIMESTAMP") return logical.isAdjustedToUTC ? "instant" : "local";
  return type === "INT96" || converted === "TIMESTAMP_MILLIS" || converted === "TIMESTAMP_MICROS"
    ? "instant"
    : undefined;
}

/** Returns the number of units of a declared time of day in a millisecond. */
function unitsPerMs({ converted_type: converted, logical_type: logical }: SchemaElement): number {
  const unit = logical?.type === "TIME" ? logical.unit : converted?.endsWith("MICROS") === true ? "MICROS" : "MILLIS";
  return { MILLIS: 1, MICROS: 1e3, NANOS: 1e6 }[unit];
}

/** Creates a function that returns the value of a row: decimals as numbers, and times that are no whole milliseconds as text. */
function valueReader({ element, values, numbers }: TableColumn, clock: Clock | undefined): (row: number) => unknown {
  const decimal = numbers === undefined ? decimalConverter(element) : undefined;
  const perMs = clock === "time of day" ? unitsPerMs(element) : 1;
  return (row) => {
    const stored = values[row];
    const value = perMs === 1 || stored === null || stored === undefined ? stored : Number(stored) / perMs;
    if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    if (typeof value !== "number") return value;
    if (clock !== undefined && !Number.isInteger(value)) return `${value} milliseconds since 1970`;
    return decimal === undefined ? value : decimal(value);
  };
}
