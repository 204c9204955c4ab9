import { fileError, fileNotFound, invalidFile } from "../file-error.ts";
import { Database, type DuckDbModule, loadDuckDb } from "./database.ts";
import type { BarField } from "./bar-fields.ts";
import { type BarTable, barTable, quoteName } from "./bar-table.ts";
import { readdir, stat } from "node:fs/promises";
import { checkOptions, type OptionNames } from "../../primitives/check-options.ts";
import { checkInterval, type Interval } from "../../time/interval.ts";
import { zoneOf } from "../../time/zone.ts";
import type { EpochUnit } from "../csv/times.ts";
import type { DuckDbMarket, Instruments } from "./duckdb-market.ts";
import { TableMarket } from "./table-market.ts";
import { join } from "node:path";

const DEFAULT_TABLE = "bars";

/**
 * Returns the quoted name of the table or view with the bars: the requested one (`table` or `schema.table`), else `bars`, else the only
 * table. Throws `DATA_FILE_INVALID`.
 */
async function findTable(database: Database, requested: string | undefined): Promise<string> {
  const rows = await database.rows({
    sql: `SELECT table_schema, table_name FROM information_schema.tables
          WHERE table_catalog = current_database() ORDER BY table_schema, table_name`,
    values: {},
  });
  const tables = rows.map(([schema, name]) => ({ schema: String(schema), name: String(name) }));
  const named = tables.filter(({ schema, name }) =>
    requested === undefined ? name === DEFAULT_TABLE : name === requested || `${schema}.${name}` === requested,
  );
  const candidates = requested === undefined && named.length === 0 ? tables : named;
  const [table] = candidates;
  if (table !== undefined && candidates.length === 1) return `${quoteName(table.schema)}.${quoteName(table.name)}`;
  const known = tables.map(({ schema, name }) => (schema === "main" ? name : `${schema}.${name}`));
  const mustHave =
    requested === undefined
      ? `a table named ${DEFAULT_TABLE}, or only one table (choose one with the option table)`
      : `exactly one table named ${requested}`;
  throw invalidFile(database.place, `must have ${mustHave}, has ${known.join(", ") || "none"}`, {
    table: requested,
    tables: known,
  });
}

/** Where the bars are stored: in Parquet files, or in a table of a DuckDB database. */
export type DuckDbSource =
  | {
      /** A file, a folder with its subfolders, or a pattern such as `bars/*.parquet`. */
      readonly parquet: string;
    }
  | {
      /** Path of the database file. */
      readonly database: string;
      /** Table or view, also as `schema.table`. Default: `bars`, else the only table. */
      readonly table?: string;
    };

/** Options of `openDuckDb`. */
export interface DuckDbOptions {
  /** Names of columns that differ from the usual ones, by field: `{ symbol: "ric", time: "bar_start" }`. */
  readonly columns?: Readonly<Partial<Record<BarField, string>>>;
  /**
   * IANA zone of times without an offset. Default: `UTC`. A date alone is midnight in this zone, and each day of the zone is a session of
   * intraday bars.
   */
  readonly zone?: string;
  /** Interval of all bars of a table without an interval column. Default: the usual step between the bars of each symbol. */
  readonly interval?: Interval;
  /** Unit of times that are numbers. Default: inferred from the size of the first time. */
  readonly timeUnit?: EpochUnit;
  /** Properties of instruments by symbol, such as currency, tick and lot. */
  readonly instruments?: Instruments;
}

/**
 * Opens bars that exceed memory: Parquet files or a DuckDB database with a row for each bar of every instrument. It needs the optional
 * package `@duckdb/node-api`. The data are only read.
 *
 * Columns are found by name, in any case: `symbol` (or `ticker`, `asset`, …), `time` (or `timestamp`, `date`, …), `open`, `high`, `low`,
 * `close`; optionally `interval`, `volume` and `adj_close`. Folders such as `symbol=AAPL` count as columns. A time is a timestamp with or
 * without an offset, a date, or a number of seconds, milliseconds or microseconds since 1970.
 *
 * Throws `PACKAGE_MISSING`, `DATA_FILE_NOT_FOUND`, `DATA_FILE_INVALID` (not Parquet or a database, or a table or column that is missing or
 * of another type), `DATA_EMPTY`, `ZONE_UNKNOWN`, `INTERVAL_UNKNOWN` and `SETTING_INVALID` (an interval for data with an interval column).
 *
 * @example
 * const market = await openDuckDb({ parquet: "lake/minutes" }, { zone: "America/New_York" });
 * const bars = await market.bars("AAPL", "1m", { from: Date.UTC(2020, 0, 1) });
 */
export async function openDuckDb(place: DuckDbSource, options: DuckDbOptions = {}): Promise<DuckDbMarket> {
  const { columns = {}, interval, timeUnit, instruments = {} } = checkOptions("openDuckDb", options, OPTIONS);
  const tableOptions = { columns, timeUnit, zone: zoneOf(options.zone ?? "UTC") };
  const commonInterval = interval === undefined ? undefined : checkInterval(interval);
  const module = await loadDuckDb();
  const database = await openDatabase(module, place);
  try {
    const table = await openTable(module, database, place, tableOptions);
    return new TableMarket(table, commonInterval, instruments, options.zone);
  } catch (error) {
    database.close();
    throw error;
  }
}

const OPTIONS: OptionNames<DuckDbOptions> = {
  columns: true,
  zone: true,
  interval: true,
  timeUnit: true,
  instruments: true,
};

async function openDatabase(module: DuckDbModule, place: DuckDbSource): Promise<Database> {
  if ("parquet" in place) return Database.open(module, place.parquet);
  const file = place.database;
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw fileNotFound(file);
  return Database.open(module, file, file);
}

async function openTable(
  module: DuckDbModule,
  database: Database,
  place: DuckDbSource,
  tableOptions: Parameters<typeof barTable>[4],
): Promise<BarTable> {
  if ("database" in place) return barTable(module, database, await findTable(database, place.table), {}, tableOptions);
  const files = module.listValue([...(await parquetFiles(database, place.parquet))]);
  return barTable(module, database, PARQUET_SOURCE, { files }, tableOptions);
}

/** SQL that reads Parquet files as one table. A column that a file lacks is NULL, and is refused like any other missing value. */
const PARQUET_SOURCE = "read_parquet($files, union_by_name = true, hive_types_autocast = false)";

/**
 * Returns the Parquet files of a place, sorted by name: a file, all `*.parquet` files of a folder and its subfolders, or the matches of a
 * pattern such as `bars/*.parquet`. Throws `DATA_FILE_NOT_FOUND`.
 */
async function parquetFiles(database: Database, place: string): Promise<readonly string[]> {
  const files = await listFiles(database, place);
  if (files.length > 0) return files.toSorted();
  throw fileError(
    "DATA_FILE_NOT_FOUND",
    place,
    "must be a Parquet file, a folder of Parquet files or a pattern, but no file was found",
  );
}

async function listFiles(database: Database, place: string): Promise<readonly string[]> {
  const found = await stat(place).catch(() => undefined);
  if (found?.isFile()) return [place];
  if (found?.isDirectory()) {
    const names = await readdir(place, { recursive: true });
    return names.filter((name) => name.endsWith(".parquet")).map((name) => join(place, name));
  }
  if (!/[*?[]/.test(place)) return [];
  return (await database.rows({ sql: "SELECT file FROM glob($place)", values: { place } })).map(([file]) =>
    String(file),
  );
}
