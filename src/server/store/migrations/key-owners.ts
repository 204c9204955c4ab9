import type { Migration } from "./migration.ts";

/** What a key owns outlives its rotation. */
export const keyOwners: Migration = {
  number: 3,
  sql: "ALTER TABLE keys ADD COLUMN owner TEXT;",
};
