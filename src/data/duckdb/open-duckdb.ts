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
 * The table or view of a database that holds the bars, quoted: the one that is named (`table` or `schema.table`), else `bars`, else the only one.
 * Throws DATA_FILE_INVALID.
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
    requested === undefined ? `a table ${DEFAULT_TABLE} or one table only; name one` : `one table ${requested}`;
  throw invalidFile(database.place, `must have ${mustHave}, has ${known.join(", ") || "none"}`, {
    table: requested,
    tables: known,
  });
}

/** Where bars are: Parquet files, or a table of a DuckDB database. */
export type DuckDbPlace =
  | {
      /** A file, a folder with its subfolders, or a pattern such as `bars/*.parquet`. */
      readonly parquet: string;
    }
  | {
      readonly database: string;
      /** By default `bars`, or the only one. */
      readonly table?: string;
    };

/** What the columns of a table do not say about its bars. */
export interface DuckDbOptions {
  /** The columns that have other names than usual, by what they hold: `{ symbol: "ric", time: "bar_start" }`. */
  readonly columns?: Readonly<Partial<Record<BarField, string>>>;
  /** IANA zone of times that have no offset; `UTC` by default. A date alone is midnight of this zone, and sessions of intraday bars are its days. */
  readonly zone?: string;
  /** The interval of all bars of a table without a column of intervals; by default the usual step between the bars of each symbol. */
  readonly interval?: Interval;
  /** What times count that are numbers; by default it is told by the size of the first. */
  readonly timeUnit?: EpochUnit;
  /** What is known of the instruments: currency, tick, lot … */
  readonly instruments?: Instruments;
}

/**
 * Opens bars that are too many for memory: Parquet files or a DuckDB database with a row for each bar of every instrument. It needs the
 * package `@duckdb/node-api`, installed on its own.
 *
 * Usual names of columns, in any case: `symbol` (or `ticker`, `asset` …), `interval` (where there are several), `time` (or `timestamp`, `date` …), `open`, `high`,
 * `low`, `close`, and where there are any `volume` and `adj_close`. Folders such as `symbol=AAPL` are columns too. A time is a timestamp with
 * an offset or without one, a date, or a number of seconds, milliseconds or microseconds since 1970. The data are only read.
 *
 * Throws PACKAGE_MISSING, DATA_FILE_NOT_FOUND, DATA_FILE_INVALID (no Parquet file, no database, no such table or column, a column that holds
 * something else), DATA_EMPTY, ZONE_UNKNOWN, INTERVAL_UNKNOWN, SETTING_INVALID (an interval for data that have a column of them).
 *
 * @example
 * const market = await openDuckDb({ parquet: "lake/minutes" }, { zone: "America/New_York" });
 * const bars = await market.bars("AAPL", "1m", { from: Date.UTC(2020, 0, 1) });
 */
export async function openDuckDb(place: DuckDbPlace, options: DuckDbOptions = {}): Promise<DuckDbMarket> {
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

async function openDatabase(module: DuckDbModule, place: DuckDbPlace): Promise<Database> {
  if ("parquet" in place) return Database.open(module, place.parquet);
  const file = place.database;
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw fileNotFound(file);
  return Database.open(module, file, file);
}

async function openTable(
  module: DuckDbModule,
  database: Database,
  place: DuckDbPlace,
  tableOptions: Parameters<typeof barTable>[4],
): Promise<BarTable> {
  if ("database" in place) return barTable(module, database, await findTable(database, place.table), {}, tableOptions);
  const files = module.listValue([...(await parquetFiles(database, place.parquet))]);
  return barTable(module, database, PARQUET_SOURCE, { files }, tableOptions);
}

/** Files may lack a column that others have: its values are NULL then, and refused like any other missing value. */
const PARQUET_SOURCE = "read_parquet($files, union_by_name = true, hive_types_autocast = false)";

/**
 * The Parquet files that a text means, in the order of their names: a file, all files `*.parquet` in a folder and the folders below it, or
 * those that a pattern such as `bars/*.parquet` matches. Throws DATA_FILE_NOT_FOUND.
 */
async function parquetFiles(database: Database, place: string): Promise<readonly string[]> {
  const files = await listFiles(database, place);
  if (files.length > 0) return files.toSorted();
  throw fileError(
    "DATA_FILE_NOT_FOUND",
    place,
    "must be a Parquet file, a folder of them or a pattern; no file was found",
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
