import type { Migration } from "./migration.ts";

/** How often and when last a key was used, and which key replaced it. */
export const keyUsage: Migration = {
  number: 10,
  sql: `
    ALTER TABLE keys ADD COLUMN replaced_by TEXT;
    ALTER TABLE keys ADD COLUMN requests INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE keys ADD COLUMN last_used_at INTEGER;
  `,
};
