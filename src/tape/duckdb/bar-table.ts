import type { DuckDBValue } from "@duckdb/node-api";
import { type EpochUnit, epochUnit } from "../csv/times.ts";
import { fileError } from "../csv/file-error.ts";
import type { Zone } from "../../time/zone.ts";
import type { Database, Query } from "./database.ts";
import { type BarPart, type Layout, layoutOf } from "./layout.ts";
import type { DuckDbModule } from "./load-duckdb.ts";
import { quotedName } from "./quoted-name.ts";
import { countedTimes, momentTimes, type TimeColumn, wallTimes } from "./time-column.ts";

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
export interface TableOptions {
  readonly columns: Readonly<Partial<Record<BarPart, string>>>;
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
  if (first === undefined) throw fileError("DATA_EMPTY", database.place, "must have a row for each bar, has none");
  const table = { database, from, values, layout };
  if (type === "TIMESTAMP WITH TIME ZONE") return { ...table, time: momentTimes(column, module) };
  if (/^(?:TIMESTAMP(?:_S|_MS|_NS)?|DATE)$/.test(type))
    return { ...table, time: wallTimes(column, type, zone, module) };
  if (/^(?:U?(?:INTEGER|BIGINT)|DOUBLE|DECIMAL\(.*\))$/.test(type))
    return { ...table, time: countedTimes(column, type, timeUnit ?? epochUnit(Number(first[0]))) };
  throw fileError("DATA_FILE_INVALID", database.place, `must have times in column ${column}, has ${type}`, {
    column,
    type,
  });
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
