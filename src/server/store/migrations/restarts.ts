import type { Migration } from "./migration.ts";

/** What the control of a session made of it outlives the process: JSON, null for a session that is as it was begun. */
export const restarts: Migration = {
  number: 4,
  sql: "ALTER TABLE sessions ADD COLUMN restarted TEXT;",
};
