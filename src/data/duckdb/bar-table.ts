import type { DuckDBValue } from "@duckdb/node-api";
import { DAY_MS } from "../../time/civil-date.ts";
import { type Interval, namesOf } from "../../time/interval.ts";
import type { Zone } from "../../time/zone.ts";
import { type EpochUnit, epochUnit } from "../csv/times.ts";
import { fileError, invalidFile } from "../file-error.ts";
import { type BarField, type Layout, layoutOf, ownNames } from "./bar-fields.ts";
import type { Database, DuckDbModule, Query } from "./database.ts";

/** A table of bars in a DuckDB database, and how its columns are read. */
export interface BarTable {
  readonly database: Database;
  /** The part of the SQL query after FROM, and the values of its parameters. */
  readonly from: string;
  readonly values: Query["values"];
  readonly layout: Layout;
  /** Columns of numbers that are no part of a bar. */
  readonly own: readonly string[];
  readonly time: TimeColumn;
}

/** Selects rows of one symbol and time range; the ends of the range may be infinite. */
export interface RowSelection {
  readonly symbol: string;
  readonly interval: Interval | undefined;
  readonly from: number;
  readonly to: number;
}

/** Options of `openDuckDb` that describe the columns of a table. */
interface TableOptions {
  readonly columns: Readonly<Partial<Record<BarField, string>>>;
  readonly zone: Zone;
  readonly timeUnit: EpochUnit | undefined;
}

/** Determines the columns of a table. Throws `DATA_FILE_INVALID` for a table without bars, and `DATA_EMPTY` for one without rows. */
export async function barTable(
  module: DuckDbModule,
  database: Database,
  from: string,
  values: Query["values"],
  { columns, zone, timeUnit }: TableOptions,
): Promise<BarTable> {
  const types = await database.columnTypes({ sql: `SELECT * FROM ${from} LIMIT 0`, values });
  const layout = layoutOf(database.place, types, columns);
  const column = layout.time;
  const type = types.get(column)!;
  const firstSql = `SELECT CAST(${quoteName(column)} AS VARCHAR) FROM ${from} LIMIT 1`;
  const [first] = await database.rows({ sql: firstSql, values });
  if (first === undefined) throw fileError("DATA_EMPTY", database.place, "has no rows");
  const table = { database, from, values, layout, own: ownNames(types, layout) };
  if (type === "TIMESTAMP WITH TIME ZONE") return { ...table, time: timestampColumn(column, module) };
  if (/^(?:TIMESTAMP(?:_S|_MS|_NS)?|DATE)$/.test(type))
    return { ...table, time: localTimeColumn(column, type, zone, module) };
  if (/^(?:U?(?:INTEGER|BIGINT)|DOUBLE|DECIMAL\(.*\))$/.test(type))
    return { ...table, time: epochColumn(column, type, timeUnit ?? epochUnit(Number(first[0]))) };
  throw invalidFile(database.place, `must have times in column ${column}, has ${type}`, { column, type });
}

/** Returns the SQL condition after WHERE that selects rows, and the values of its parameters. */
export function rowsWhere({ layout, time, values }: BarTable, { symbol, interval, from, to }: RowSelection): Query {
  const conditions = [`CAST(${quoteName(layout.symbol)} AS VARCHAR) = $symbol`];
  const bound: Record<string, DuckDBValue> = { ...values, symbol };
  if (interval !== undefined && layout.interval !== undefined) {
    const names = namesOf(interval).map((name, place) => {
      bound[`interval${place}`] = name;
      return `$interval${place}`;
    });
    conditions.push(`CAST(${quoteName(layout.interval)} AS VARCHAR) IN (${names.join(", ")})`);
  }
  if (from > -Infinity) {
    conditions.push(`${quoteName(layout.time)} >= $from`);
    bound["from"] = time.from(from);
  }
  if (to < Infinity) {
    conditions.push(`${quoteName(layout.time)} < $to`);
    bound["to"] = time.to(to);
  }
  return { sql: conditions.join(" AND "), values: bound };
}

/** How a database column of times is read, and how SQL compares it with instants. */
interface TimeColumn {
  /** SQL expression that returns the time of each row as a double. */
  readonly expression: string;
  /** Description of a valid time, for error messages. */
  readonly mustBe: string;
  /** Note on how times are read; undefined if the column's type leaves no choice. */
  readonly note: string | undefined;
  /** Returns a lower bound of the column values at or after an instant; SQL uses it as the start of a range. */
  readonly from: (instant: number) => DuckDBValue;
  /** Returns an upper bound of the column values before an instant; SQL uses it as the end of a range. */
  readonly to: (instant: number) => DuckDBValue;
  /** Converts a double of `expression` to an instant; NaN if it is not a valid time. */
  readonly instant: (value: number) => number;
}

/** Describes a column of timestamps with time zone, stored in microseconds. */
function timestampColumn(column: string, { DuckDBTimestampTZValue: TimestampTzValue }: DuckDbModule): TimeColumn {
  const bound = (instant: number): DuckDBValue => new TimestampTzValue(toMicroseconds(instant));
  return {
    expression: milliseconds(column),
    mustBe: WHOLE_MILLISECONDS,
    note: undefined,
    from: bound,
    to: bound,
    instant: validInstant,
  };
}

/** Describes a column of dates or timestamps without an offset: local times of a zone. */
function localTimeColumn(
  column: string,
  type: string,
  zone: Zone,
  { DuckDBTimestampValue: TimestampValue }: DuckDbModule,
): TimeColumn {
  const isUtc = zone.name === "UTC";
  // SQL selects a day more on each side, since a zone differs from UTC by less than a day; `withinRange` removes the surplus rows.
  const margin = isUtc ? 0 : DAY_MS;
  const local =
    type === "DATE" ? (value: number) => zone.toInstantOrAfter(value) : (value: number) => zone.toInstant(value);
  return {
    expression: type === "TIMESTAMP_NS" ? millisecondsFromNanoseconds(column) : milliseconds(column),
    mustBe: isUtc ? WHOLE_MILLISECONDS : `${WHOLE_MILLISECONDS} that the clocks of ${zone.name} show`,
    note: `Times without an offset are read as ${zone.name}.`,
    from: (instant) => new TimestampValue(toMicroseconds(instant - margin)),
    to: (instant) => new TimestampValue(toMicroseconds(instant + margin)),
    instant: isUtc ? validInstant : (value) => (Number.isNaN(validInstant(value)) ? NaN : local(value)),
  };
}

/** Describes a column of numbers counted from 1970-01-01 UTC. */
function epochColumn(column: string, type: string, unit: EpochUnit): TimeColumn {
  const perMillisecond = { seconds: 0.001, milliseconds: 1, microseconds: 1000, nanoseconds: 1e6 }[unit];
  const fractional = /^(?:FLOAT|DOUBLE|DECIMAL)/.test(type);
  // Fractions of a second are not exact as doubles, so SQL selects a microsecond more; `withinRange` removes the surplus rows.
  const bound = (instant: number, margin: number): DuckDBValue =>
    fractional ? (instant + margin) * perMillisecond : BigInt(Math.ceil(instant * perMillisecond));
  return {
    expression: `coalesce(CAST(${quoteName(column)} AS DOUBLE), 'NaN'::DOUBLE)`,
    mustBe: `${unit} since 1970, in whole milliseconds and within the years 1 to 9999`,
    note: `Times are read as ${unit} since 1970.`,
    from: (instant) => bound(instant, -0.001),
    to: (instant) => bound(instant, 0.001),
    instant: (value) => {
      const instant = Math.round(value / perMillisecond);
      return Math.abs(value / perMillisecond - instant) <= 0.0005 ? validInstant(instant) : NaN;
    },
  };
}

const WHOLE_MILLISECONDS = "a time in whole milliseconds within the years 1 to 9999";
const FIRST_INSTANT = -62_135_596_800_000;
const LAST_INSTANT = 253_402_300_799_999;

function validInstant(value: number): number {
  return Number.isInteger(value) && value >= FIRST_INSTANT && value <= LAST_INSTANT ? value : NaN;
}

function milliseconds(column: string): string {
  return `coalesce(epoch_us(${quoteName(column)})::DOUBLE / 1000, 'NaN'::DOUBLE)`;
}

/**
 * Returns SQL that converts nanoseconds, which exceed the precision of a double, to milliseconds. A fraction of a millisecond becomes 0.5,
 * which is then refused.
 */
function millisecondsFromNanoseconds(column: string): string {
  const ns = `epoch_ns(${quoteName(column)})`;
  return `coalesce((${ns} // 1000000)::DOUBLE + CASE WHEN ${ns} % 1000000 = 0 THEN 0 ELSE 0.5 END, 'NaN'::DOUBLE)`;
}

function toMicroseconds(instant: number): bigint {
  return BigInt(Math.ceil(Math.min(Math.max(instant, FIRST_INSTANT), LAST_INSTANT + 1))) * 1000n;
}

/** Quotes a name for SQL: `my "odd" name` becomes `"my ""odd"" name"`. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
