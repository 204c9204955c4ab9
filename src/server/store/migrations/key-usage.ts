import type { Migration } from "./migration.ts";

/**
 * How often and when last a key was used, and which key replaced it. And sessions with accounts go on by the rules that they began with: margin was called
 * at closes then, and orders of one moment came in the order of the calls. A server that asks for the settings as they were goes on with such a session.
 */
export const keyUsage: Migration = {
  number: 10,
  sql: `
    ALTER TABLE keys ADD COLUMN replaced_by TEXT;
    ALTER TABLE keys ADD COLUMN requests INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE keys ADD COLUMN last_used_at INTEGER;
    UPDATE sessions SET
      restarted = coalesce(
        restarted,
        json_object('epoch', 1, 'origin', start, 'asked', json_object('start', start, 'settings', json(settings)))
      ),
      settings = json_patch('{"admission":"as-submitted","marginCalls":"at-close"}', settings)
    WHERE id IN (SELECT session FROM accounts);
  `,
};
