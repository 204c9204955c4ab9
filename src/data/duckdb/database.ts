import type * as DuckDb from "@duckdb/node-api";
import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance, DuckDBValue } from "@duckdb/node-api";
import { type Column, concatColumns } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { loadPackage } from "../../primitives/load-package.ts";
import { invalidFile } from "../file-error.ts";

/** A question in SQL. What came from outside stands in `values`, or in the text as a quoted name. */
export interface Query {
  readonly sql: string;
  readonly values: Readonly<Record<string, DuckDBValue>>;
}

/** Extensions are on the network, where nothing is fetched from unasked. */
const SETTINGS = { autoinstall_known_extensions: "false", autoload_known_extensions: "false" };

/** An open DuckDB that is only read. `place` is what its errors call it: the file or folder as the user named it. */
export class Database {
  readonly place: string;
  readonly #instance: DuckDBInstance;
  #closed = false;

  constructor(place: string, instance: DuckDBInstance) {
    this.place = place;
    this.#instance = instance;
  }

  /** A database file; without one, a database in memory that reads other files. Throws DATA_FILE_INVALID. */
  static async open({ DuckDBInstance: Instance }: DuckDbModule, place: string, file?: string): Promise<Database> {
    try {
      const settings = file === undefined ? SETTINGS : { ...SETTINGS, access_mode: "READ_ONLY" };
      return new Database(place, await Instance.create(file ?? ":memory:", settings));
    } catch (error) {
      throw invalidFile(place, `cannot be opened as a DuckDB database: ${firstLineOf(error)}`);
    }
  }

  /** All rows of a short answer. Throws DATA_FILE_INVALID. */
  async rows(query: Query): Promise<readonly (readonly DuckDBValue[])[]> {
    return this.#withConnection(async (connection) => (await connection.run(query.sql, { ...query.values })).getRows());
  }

  /** Names of the columns that the answer has, and their types as DuckDB spells them. Throws DATA_FILE_INVALID. */
  async columnTypes(query: Query): Promise<ReadonlyMap<string, string>> {
    return this.#withConnection(async (connection) => {
      const result = await connection.run(query.sql, { ...query.values });
      return new Map(result.columnNames().map((name, i) => [name, String(result.columnType(i))]));
    });
  }

  /**
   * The columns of an answer, every one of them of doubles without NULL, in memory of their own; `allocate` gives the memory.
   * Throws DATA_FILE_INVALID.
   */
  async columns(query: Query, allocate: (rows: number) => Column): Promise<readonly Column[]> {
    return this.#withConnection(async (connection) => {
      const result = await connection.stream(query.sql, { ...query.values });
      // How many rows there are shows when the last has come: until then they stay where DuckDB put them, for as long as their chunk is held.
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

  close(): void {
    if (!this.#closed) this.#instance.closeSync();
    this.#closed = true;
  }

  /** A connection of its own for each question: answers of which a part is still to come may not share one. */
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

/** The package keeps the memory of a vector to itself and offers copies of boxed values: a hundred times slower. */
function doublesOf(vector: object): Float64Array {
  const { items } = vector as { readonly items?: unknown };
  if (items instanceof Float64Array) return items;
  throw new TypeError("a column of doubles has no memory of doubles");
}

/** The first line of what DuckDB says; the lines below show the SQL. */
function firstLineOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n", 1)[0]!;
}

export type DuckDbModule = typeof DuckDb;

/**
 * The package that runs DuckDB, which not everybody who reads bars needs: it is installed on its own, and loaded when it is first asked for.
 * Throws PACKAGE_MISSING.
 */
export function loadDuckDb(
  load: () => Promise<DuckDbModule> = () => import("@duckdb/node-api"),
): Promise<DuckDbModule> {
  return loadPackage(["@duckdb/node-api"], "read with DuckDB", load);
}
