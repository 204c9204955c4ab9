import type { Column } from "../../primitives/column.ts";
import { formatValue } from "../../primitives/check.ts";
import { formatInstant } from "../../time/instant.ts";
import type { Zone } from "../../time/zone.ts";
import type { FoundBars } from "../bar-file.ts";
import { fileError, invalidFile } from "../file-error.ts";
import { columnsAt, layoutOf } from "../csv/layout.ts";
import { severalSymbolsError, type UnreadColumn, unreadColumnNotes } from "../csv/misread-checks.ts";
import { ValueTimes } from "../csv/times.ts";
import { decimalConverter } from "./decimals.ts";
import type { ParquetTable, TableColumn } from "./open-table.ts";

/**
 * Reads the bars of a table with the column names of CSV files. Throws `DATA_EMPTY`, and `DATA_FILE_INVALID` for missing columns and for
 * values that are not numbers or times.
 */
export async function readBars(file: string, table: ParquetTable, zone: Zone): Promise<FoundBars> {
  const layout = layoutOf(file, table.names);
  if (layout.timeOfDay !== undefined) {
    throw invalidFile(file, "must have its times in one column, has date and time", { names: table.names });
  }
  if (table.rows === 0) throw fileError("DATA_EMPTY", file, "has no rows");
  const { time, open, high, low, close, volume, adjClose } = layout;
  const positions = [time, open, high, low, close, volume, adjClose].filter((one) => one !== undefined);
  const read = await table.read([...new Set(positions)].map((position) => table.names[position]!));
  const rowName = (row: number): string => `row ${row + 1}`;
  for (const position of layout.symbols) {
    const [column] = await table.read([table.names[position]!]);
    const values = Array.from(column!.values, String);
    const symbols = [...new Set(values)];
    if (symbols.length > 1)
      throw severalSymbolsError(file, column!.name, symbols.slice(0, 10), rowName(values.indexOf(symbols[1]!)));
  }
  const unrecognized: UnreadColumn[] = [];
  for (const position of layout.unrecognized) {
    if (!table.isText(table.names[position]!)) continue;
    const [column] = await table.read([table.names[position]!]);
    unrecognized.push({ name: column!.name, at: (row) => textOrEmpty(column!.values[row]) });
  }
  const byName = new Map(read.map((column) => [column.name, column]));
  const columnAt = (position: number): TableColumn => byName.get(table.names[position]!)!;
  const numbers = (position: number): Column => numbersOf(file, columnAt(position));
  const times = timesOf(file, columnAt(time), zone);
  const columns = columnsAt(layout, table.rows, (position) => (position === time ? times.time : numbers(position)));
  return {
    ...times,
    columns,
    place: (row) => ({ text: `${file}, row ${row + 1}`, details: { file, tableRow: row + 1 } }),
    layout,
    notes: unreadColumnNotes(file, columns, unrecognized, rowName),
  };
}

/** Returns a text value; an empty text for a missing value or another type. */
function textOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Converts numbers of any width to doubles. Throws `DATA_FILE_INVALID` for a 64-bit integer that a double cannot represent. */
function numbersOf(file: string, { element, name, values, numbers: found }: TableColumn): Column {
  if (found !== undefined) return found;
  const decimal = decimalConverter(element);
  const numbers = new Float64Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    const number = typeof value === "bigint" ? Number(value) : value;
    if (typeof number !== "number" || (typeof value === "bigint" && BigInt(number) !== value)) {
      throw valueError(file, row, name, "a number that a double represents exactly", value);
    }
    numbers[row] = decimal === undefined ? number : decimal(number);
  }
  return numbers;
}

type Times = Pick<FoundBars, "usedZone" | "unit"> & { readonly time: Column };

function timesOf(file: string, column: TableColumn, zone: Zone): Times {
  const { element, name, values } = column;
  if (isInstant(column)) return instantsOf(file, column, zone);
  const first = values[0];
  if (
    element.type === "BYTE_ARRAY" ? typeof first !== "string" : typeof first !== "number" && typeof first !== "bigint"
  ) {
    throw valueError(file, 0, name, "a time", first);
  }
  const times = new ValueTimes(typeof first === "bigint" ? Number(first) : (first as string | number), zone);
  const time = new Float64Array(values.length);
  for (let row = 0; row < time.length; row++) {
    const value = values[row];
    const instant = times.read(typeof value === "bigint" ? Number(value) : value);
    if (typeof instant !== "number") throw valueError(file, row, name, instant, value);
    time[row] = instant;
  }
  return { time, usedZone: times.usedZone, unit: times.unit };
}

/** Whether the file's schema declares the column as instants or dates. */
function isInstant({ element }: TableColumn): boolean {
  const { converted_type: converted, logical_type: logical, type } = element;
  const kinds = ["TIMESTAMP_MILLIS", "TIMESTAMP_MICROS", "DATE"];
  return (
    type === "INT96" || logical?.type === "TIMESTAMP" || logical?.type === "DATE" || kinds.includes(converted ?? "")
  );
}

/** First and last local time with a year of four digits. Times outside cannot be converted to an instant. */
const FIRST_LOCAL = Date.parse("0000-01-01T00:00:00Z");
const LAST_LOCAL = Date.parse("9999-12-31T23:59:59.999Z");

/** Reads instants as they are; dates and times declared as local are read in the zone. */
function instantsOf(file: string, { element, name, values, numbers }: TableColumn, zone: Zone): Times {
  const { logical_type: logical, converted_type: converted } = element;
  const local =
    logical?.type === "TIMESTAMP" ? !logical.isAdjustedToUTC : logical?.type === "DATE" || converted === "DATE";
  const isDate = logical?.type === "DATE" || converted === "DATE";
  if (!local && numbers !== undefined) return { time: numbers, usedZone: false, unit: undefined };
  const time = new Float64Array(values.length);
  for (let row = 0; row < time.length; row++) {
    const value = values[row];
    if (typeof value !== "number" || !Number.isInteger(value))
      throw valueError(file, row, name, "a time in whole milliseconds", value);
    time[row] = local ? instantOf(value, row) : value;
  }
  return { time, usedZone: local, unit: undefined };

  function instantOf(value: number, row: number): number {
    if (!(value >= FIRST_LOCAL && value <= LAST_LOCAL))
      throw valueError(file, row, name, "a local time, in milliseconds, in the years 0 to 9999", value);
    const instant = isDate ? zone.toInstantOrAfter(value) : zone.toInstant(value);
    if (!Number.isNaN(instant)) return instant;
    const mustBe = `a time that the clocks of ${zone.name} show, not one that they skip when they go forward`;
    throw valueError(file, row, name, mustBe, formatInstant(value).slice(0, -1));
  }
}

function valueError(file: string, row: number, column: string, mustBe: string, was: unknown): Error {
  const found = was === null || was === undefined ? "empty" : formatValue(was);
  return invalidFile(`${file}, row ${row + 1}, column ${column}:`, `must be ${mustBe}, was ${found}`, {
    file,
    tableRow: row + 1,
    column,
  });
}
