import { fileError } from "../csv/file-error.ts";
import type { Database } from "./database.ts";
import { quotedName } from "./quoted-name.ts";

const USUAL = "bars";

/**
 * The table or view of a database that holds the bars, quoted: the one that is named (`table` or `schema.table`), else `bars`, else the only one.
 * Throws DATA_FILE_INVALID.
 */
export async function databaseTable(database: Database, asked: string | undefined): Promise<string> {
  const rows = await database.rows({
    sql: `SELECT table_schema, table_name FROM information_schema.tables
          WHERE table_catalog = current_database() ORDER BY table_schema, table_name`,
    values: {},
  });
  const tables = rows.map(([schema, name]) => ({ schema: String(schema), name: String(name) }));
  const named = tables.filter(({ schema, name }) =>
    asked === undefined ? name === USUAL : name === asked || `${schema}.${name}` === asked,
  );
  const candidates = asked === undefined && named.length === 0 ? tables : named;
  const [table] = candidates;
  if (table !== undefined && candidates.length === 1) return `${quotedName(table.schema)}.${quotedName(table.name)}`;
  const known = tables.map(({ schema, name }) => (schema === "main" ? name : `${schema}.${name}`));
  const mustHave = asked === undefined ? `a table ${USUAL} or one table only; name one` : `one table ${asked}`;
  throw fileError("DATA_FILE_INVALID", database.place, `must have ${mustHave}, has ${known.join(", ") || "none"}`, {
    table: asked,
    tables: known,
  });
}
