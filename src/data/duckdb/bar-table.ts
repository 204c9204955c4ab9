import type { DuckDBValue } from "@duckdb/node-api";
import { DAY_MS } from "../../time/civil-date.ts";
import type { Zone } from "../../time/zone.ts";
import { type EpochUnit, epochUnit } from "../csv/times.ts";
import { fileError, invalidFile } from "../file-error.ts";
import { type BarField, type Layout, layoutOf } from "./bar-fields.ts";
import type { Database, DuckDbModule, Query } from "./database.ts";

/** Where bars are in a database, and how they are told. */
export interface BarTable {
  readonly database: Database;
  /** What stands behind FROM, and the values in it. */
  readonly from: string;
  readonly values: Query["values"];
  readonly layout: Layout;
  readonly time: TimeColumn;
}

/** Rows of one series, or of all; instants of the range may be infinite. */
export interface RowChoice {
  readonly symbol: string;
  readonly interval: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** What is known of the columns of a table that they do not say themselves. */
interface TableOptions {
  readonly columns: Readonly<Partial<Record<BarField, string>>>;
  readonly zone: Zone;
  readonly timeUnit: EpochUnit | undefined;
}

/** Looks at the columns of a table. Throws DATA_FILE_INVALID for a table that holds no bars, DATA_EMPTY for one without rows. */
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
  const firstSql = `SELECT CAST(${quotedName(column)} AS VARCHAR) FROM ${from} LIMIT 1`;
  const [first] = await database.rows({ sql: firstSql, values });
  if (first === undefined) throw fileError("DATA_EMPTY", database.place, "has no rows");
  const table = { database, from, values, layout };
  if (type === "TIMESTAMP WITH TIME ZONE") return { ...table, time: momentTimes(column, module) };
  if (/^(?:TIMESTAMP(?:_S|_MS|_NS)?|DATE)$/.test(type))
    return { ...table, time: wallTimes(column, type, zone, module) };
  if (/^(?:U?(?:INTEGER|BIGINT)|DOUBLE|DECIMAL\(.*\))$/.test(type))
    return { ...table, time: countedTimes(column, type, timeUnit ?? epochUnit(Number(first[0]))) };
  throw invalidFile(database.place, `must have times in column ${column}, has ${type}`, { column, type });
}

/** The condition behind WHERE for some rows of a table, and the values in it. */
export function rowsWhere({ layout, time, values }: BarTable, { symbol, interval, from, to }: RowChoice): Query {
  const conditions = [`CAST(${quotedName(layout.symbol)} AS VARCHAR) = $symbol`];
  const bound: Record<string, DuckDBValue> = { ...values, symbol };
  if (interval !== undefined && layout.interval !== undefined) {
    conditions.push(`CAST(${quotedName(layout.interval)} AS VARCHAR) = $interval`);
    bound["interval"] = interval;
  }
  if (from > -Infinity) {
    conditions.push(`${quotedName(layout.time)} >= $from`);
    bound["from"] = time.from(from);
  }
  if (to < Infinity) {
    conditions.push(`${quotedName(layout.time)} < $to`);
    bound["to"] = time.to(to);
  }
  return { sql: conditions.join(" AND "), values: bound };
}

/** How a column of a table tells times. */
interface TimeColumn {
  /** A double for each row, in SQL. */
  readonly expression: string;
  /** What every time must be, for an error. */
  readonly mustBe: string;
  /** How times are read, for the notes; nothing where there is only one way. */
  readonly note: string | undefined;
  /** A value that no row at or after the instant lies before. */
  readonly from: (instant: number) => DuckDBValue;
  /** A value that all rows before the instant lie before. */
  readonly to: (instant: number) => DuckDBValue;
  /** The instant of a double of the expression; NaN for one that is none. */
  readonly instant: (value: number) => number;
}

/** Moments with an offset, kept in microseconds. */
function momentTimes(column: string, { DuckDBTimestampTZValue: Moment }: DuckDbModule): TimeColumn {
  const bound = (instant: number): DuckDBValue => new Moment(micros(instant));
  return { expression: milliseconds(column), mustBe: WHOLE, note: undefined, from: bound, to: bound, instant: whole };
}

/** Dates, and times of day without an offset: those that clocks of a zone show. */
function wallTimes(column: string, type: string, zone: Zone, { DuckDBTimestampValue: Wall }: DuckDbModule): TimeColumn {
  const utc = zone.name === "UTC";
  // Clocks differ from UTC by less than a day: the rows beyond the range that this adds are left out later.
  const slack = utc ? 0 : DAY_MS;
  const local =
    type === "DATE" ? (value: number) => zone.toInstantOrAfter(value) : (value: number) => zone.toInstant(value);
  return {
    expression: type === "TIMESTAMP_NS" ? fromNanoseconds(column) : milliseconds(column),
    mustBe: utc ? WHOLE : `${WHOLE} that the clocks of ${zone.name} show`,
    note: `Times without an offset are read as ${zone.name}.`,
    from: (instant) => new Wall(micros(instant - slack)),
    to: (instant) => new Wall(micros(instant + slack)),
    instant: utc ? whole : (value) => (Number.isNaN(whole(value)) ? NaN : local(value)),
  };
}

/** Numbers counted from 1970-01-01 UTC. */
function countedTimes(column: string, type: string, unit: EpochUnit): TimeColumn {
  const perMillisecond = { seconds: 0.001, milliseconds: 1, microseconds: 1000 }[unit];
  const fractional = /^(?:FLOAT|DOUBLE|DECIMAL)/.test(type);
  // A seconds' fraction is not exact in binary: a microsecond of slack, and the rows beyond the range are left out later.
  const bound = (instant: number, slack: number): DuckDBValue =>
    fractional ? (instant + slack) * perMillisecond : BigInt(Math.ceil(instant * perMillisecond));
  return {
    expression: `coalesce(CAST(${quotedName(column)} AS DOUBLE), 'NaN'::DOUBLE)`,
    mustBe: `${unit} since 1970 that make whole milliseconds of the years 1 to 9999`,
    note: `Times are read as ${unit} since 1970.`,
    from: (instant) => bound(instant, -0.001),
    to: (instant) => bound(instant, 0.001),
    instant: (value) => {
      const instant = Math.round(value / perMillisecond);
      return Math.abs(value / perMillisecond - instant) <= 0.0005 ? whole(instant) : NaN;
    },
  };
}

const WHOLE = "a time in whole milliseconds of the years 1 to 9999";
const FIRST = -62_135_596_800_000;
const LAST = 253_402_300_799_999;

function whole(value: number): number {
  return Number.isInteger(value) && value >= FIRST && value <= LAST ? value : NaN;
}

function milliseconds(column: string): string {
  return `coalesce(epoch_us(${quotedName(column)})::DOUBLE / 1000, 'NaN'::DOUBLE)`;
}

/** Nanoseconds have more digits than a double: what does not make a whole millisecond is given a half of one, to be refused. */
function fromNanoseconds(column: string): string {
  const ns = `epoch_ns(${quotedName(column)})`;
  return `coalesce((${ns} // 1000000)::DOUBLE + CASE WHEN ${ns} % 1000000 = 0 THEN 0 ELSE 0.5 END, 'NaN'::DOUBLE)`;
}

function micros(instant: number): bigint {
  return BigInt(Math.ceil(Math.min(Math.max(instant, FIRST), LAST + 1))) * 1000n;
}

/** A name as SQL takes it whatever it holds: `my "odd" name` becomes `"my ""odd"" name"`. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
