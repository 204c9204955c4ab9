import { DuckDBInstance } from "@duckdb/node-api";

/** Runs statements in a DuckDB in memory, or in a database file. */
export async function runSql(statements: readonly string[], file = ":memory:"): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

/** A text as SQL takes it. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Writes what a statement selects to a Parquet file. */
export async function writeParquet(file: string, select: string, more = ""): Promise<string> {
  await runSql([`COPY (${select}) TO ${quotedText(file)} (FORMAT parquet${more})`]);
  return file;
}
