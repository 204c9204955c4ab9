import type * as DuckDb from "@duckdb/node-api";
import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance, DuckDBValue } from "@duckdb/node-api";
import { type Column, concatColumns } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { loadPackage } from "../../primitives/load-package.ts";
import { invalidFile } from "../file-error.ts";

/** An SQL query. Input of users is only in `values`, or in the SQL as a quoted name, to prevent injection. */
export interface Query {
  readonly sql: string;
  readonly values: Readonly<Record<string, DuckDBValue>>;
}

/** Settings that stop DuckDB from loading extensions over the network. */
const SETTINGS = { autoinstall_known_extensions: "false", autoload_known_extensions: "false" };

/** A read-only DuckDB database. `place` is the file or folder as the user named it, for errors. */
export class Database {
  readonly place: string;
  readonly #instance: DuckDBInstance;
  #closed = false;

  constructor(place: string, instance: DuckDBInstance) {
    this.place = place;
    this.#instance = instance;
  }

  /** Opens a database file; without `file`, a database in memory that reads other files. Throws `DATA_FILE_INVALID`. */
  static async open({ DuckDBInstance: Instance }: DuckDbModule, place: string, file?: string): Promise<Database> {
    try {
      const settings = file === undefined ? SETTINGS : { ...SETTINGS, access_mode: "READ_ONLY" };
      return new Database(place, await Instance.create(file ?? ":memory:", settings));
    } catch (error) {
      throw invalidFile(place, `cannot be opened as a DuckDB database: ${firstLineOf(error)}`);
    }
  }

  /** Returns all rows of a query with a small result. Throws `DATA_FILE_INVALID`. */
  async rows(query: Query): Promise<readonly (readonly DuckDBValue[])[]> {
    return this.#withConnection(async (connection) => (await connection.run(query.sql, { ...query.values })).getRows());
  }

  /** Returns the column names of a query with DuckDB's names of their types. Throws `DATA_FILE_INVALID`. */
  async columnTypes(query: Query): Promise<ReadonlyMap<string, string>> {
    return this.#withConnection(async (connection) => {
      const result = await connection.run(query.sql, { ...query.values });
      return new Map(result.columnNames().map((name, i) => [name, String(result.columnType(i))]));
    });
  }

  /**
   * Returns the columns of a query whose columns are all doubles without NULL, copied into columns from `allocate`.
   * Throws `DATA_FILE_INVALID`.
   */
  async columns(query: Query, allocate: (rows: number) => Column): Promise<readonly Column[]> {
    return this.#withConnection(async (connection) => {
      const result = await connection.stream(query.sql, { ...query.values });
      // Columns can be allocated only when the number of rows is known, so all chunks are kept until then.
      const chunks: DuckDBDataChunk[] = [];
      for (let chunk = await result.fetchChunk(); chunk !== null; chunk = await result.fetchChunk()) {
        if (chunk.rowCount === 0) break;
        chunks.push(chunk);
      }
      return Array.from({ length: result.columnCount }, (_, i) => {
        const pieces = chunks.map((chunk) => doublesOf(chunk.getColumnVector(i)));
        return concatColumns(pieces, allocate);
      });
    });
  }

  /** Closes the database; calling it again has no effect. */
  close(): void {
    if (!this.#closed) this.#instance.closeSync();
    this.#closed = true;
  }

  /** Runs a query on a new connection, since two queries that stream results cannot share a connection. */
  async #withConnection<Answer>(ask: (connection: DuckDBConnection) => Promise<Answer>): Promise<Answer> {
    if (this.#closed) throw invalidFile(this.place, "cannot be read: it was closed");
    let connection: DuckDBConnection | undefined;
    try {
      connection = await this.#instance.connect();
      return await ask(connection);
    } catch (error) {
      if (error instanceof HindcastError) throw error;
      throw invalidFile(this.place, `cannot be read by DuckDB: ${firstLineOf(error)}`);
    } finally {
      connection?.closeSync();
    }
  }
}

/**
 * Returns the memory of a DuckDB vector, a private field of the package. The public API copies boxed values and is a hundred times
 * slower.
 */
function doublesOf(vector: object): Float64Array {
  const { items } = vector as { readonly items?: unknown };
  if (items instanceof Float64Array) return items;
  throw new TypeError("DuckDB returned a column of doubles without a Float64Array");
}

/** Returns the first line of a DuckDB error; later lines show the SQL. */
function firstLineOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n", 1)[0]!;
}

export type DuckDbModule = typeof DuckDb;

/** Loads the optional package that runs DuckDB. Throws `PACKAGE_MISSING`. */
export function loadDuckDb(
  load: () => Promise<DuckDbModule> = () => import("@duckdb/node-api"),
): Promise<DuckDbModule> {
  return loadPackage(["@duckdb/node-api"], "read with DuckDB", load);
}
