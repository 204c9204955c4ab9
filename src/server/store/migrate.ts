import { existsSync, renameSync, rmSync } from "node:fs";
import type { Database } from "libsql";
import { HindcastError } from "../../primitives/errors.ts";
import { type Migration, MIGRATIONS } from "./migrations.ts";
import { makePrivate } from "./private-file.ts";

/** Throws unless a database is new or was made by Hindcast, of any version. Writes nothing. */
export function checkOurs(database: Database): void {
  // One statement, for another process may be making the state just now.
  const { version, tables, keys } = database.prepare(LAYOUT).get() as Layout;
  if (version === 0 ? tables === 0 : keys === 1) return;
  throw new Error("it is a database of another program");
}

interface Layout {
  readonly version: number;
  readonly tables: number;
  readonly keys: number;
}

/** The first step makes the table of keys. */
const LAYOUT = `
  SELECT (SELECT user_version FROM pragma_user_version) AS version, count(*) AS tables, count(*) FILTER (WHERE name = 'keys') AS keys
  FROM sqlite_master WHERE type = 'table'
`;

/**
 * Keeps a state file that an older version wrote as it is, next to it: `state.db.v9` of layout 9. The older version reads no newer layout, and goes
 * on with this copy. One that is there stays.
 */
export function keepOlder(database: Database, path: string): void {
  const version = versionOf(database);
  if (version === 0 || version >= MIGRATIONS.at(-1)!.number) return;
  const kept = `${path}.v${version}`;
  if (existsSync(kept)) return;
  const half = `${kept}.${process.pid}`;
  rmSync(half, { force: true });
  makePrivate(half);
  database.prepare("VACUUM INTO ?").run(half);
  // Another process may have been faster, and have changed the layout since.
  if (existsSync(kept)) rmSync(half);
  else renameSync(half, kept);
}

/**
 * Brings the layout of a state file up to the newest step, each step in a transaction of its own.
 * Throws STATE_INVALID for a file that a newer version has written.
 */
export function migrate(database: Database, migrations: readonly Migration[] = MIGRATIONS): void {
  const newest = migrations.at(-1)?.number ?? 0;
  let done = versionOf(database);
  if (done > newest) {
    const message = `state must be of version ${newest} or older, was ${done}: a newer version of Hindcast wrote it`;
    throw new HindcastError("STATE_INVALID", message, { version: done, newest });
  }
  while (done < newest) {
    database
      .transaction(() => {
        // Another process may have been faster.
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

/** The last step that has made its layout. */
export function versionOf(database: Database): number {
  return (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}
