import { existsSync, renameSync, rmSync } from "node:fs";
import type { Database } from "libsql";
import { HindcastError } from "../../primitives/errors.ts";
import { type Migration, MIGRATIONS } from "./migrations.ts";
import { makePrivate } from "./private-file.ts";

/** Throws unless a database is empty or was created by some version of Hindcast. Writes nothing. */
export function checkHindcastDatabase(database: Database): void {
  // Reads everything in one statement, since another process may be creating the database right now.
  const { version, tables, keys } = database.prepare(LAYOUT_QUERY).get() as Layout;
  if (version === 0 ? tables === 0 : keys === 1) return;
  throw new Error("the file is the database of another program");
}

interface Layout {
  readonly version: number;
  readonly tables: number;
  readonly keys: number;
}

/** Every state file has the table of keys, which the first migration creates. */
const LAYOUT_QUERY = `
  SELECT (SELECT user_version FROM pragma_user_version) AS version, count(*) AS tables, count(*) FILTER (WHERE name = 'keys') AS keys
  FROM sqlite_master WHERE type = 'table'
`;

/**
 * Copies a state file of an older version next to itself, such as to `state.db.v9` for layout 9. The older version cannot read newer
 * layouts, but it can use this copy. A copy that already exists stays.
 */
export function copyOlderVersion(database: Database, path: string): void {
  const version = versionOf(database);
  if (version === 0 || version >= MIGRATIONS.at(-1)!.number) return;
  const copy = `${path}.v${version}`;
  if (existsSync(copy)) return;
  const partial = `${copy}.${process.pid}`;
  rmSync(partial, { force: true });
  makePrivate(partial);
  database.prepare("VACUUM INTO ?").run(partial);
  // Another process may already have made the copy and changed the layout.
  if (existsSync(copy)) rmSync(partial);
  else renameSync(partial, copy);
}

/**
 * Changes a state file to the newest layout, each step in a transaction of its own. Throws STATE_INVALID for a file written by a newer
 * version.
 */
export function migrate(database: Database, migrations: readonly Migration[] = MIGRATIONS): void {
  const newest = migrations.at(-1)?.number ?? 0;
  let done = versionOf(database);
  if (done > newest) {
    const message = `the state has layout ${done}, written by a newer version of Hindcast; this version supports layouts up to ${newest}`;
    throw new HindcastError("STATE_INVALID", message, { version: done, newest });
  }
  while (done < newest) {
    database
      .transaction(() => {
        // Another process may already have run this step.
        const version = versionOf(database);
        const next = migrations.find(({ number }) => number === version + 1);
        if (next === undefined) return;
        database.exec(next.sql);
        database.exec(`PRAGMA user_version = ${next.number}`);
      })
      .immediate();
    done = versionOf(database);
  }
}

/** Returns the number of the last migration that was applied to a database. */
export function versionOf(database: Database): number {
  return (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}
