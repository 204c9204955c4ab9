import type { Static, TSchema } from "typebox";
import type { Change } from "../../route.ts";
import { checkClosed } from "../../validation/closed-schema.ts";
import { partValidator } from "../../validation/part-validator.ts";
import type { Connection } from "../connection.ts";
import type { Inbox } from "../inbox.ts";

/** Something that a client can ask for. */
export interface Action {
  readonly name: string;
  /** It may come before a key was shown. */
  readonly first: boolean;
  /** What it changes beside its connection, and of whom; nothing when left out. */
  readonly changes: Change | undefined;
  /** It counts among the messages of which so many may come in a second. */
  readonly counted: boolean;
  /** Does what a message asks for. Throws an ApiError for one that is not in order. */
  take(connection: Connection, inbox: Inbox, message: Readonly<Record<string, unknown>>): void;
}

interface ActionDefinition<Schema extends TSchema> {
  readonly name: string;
  readonly schema: Schema;
  readonly first?: boolean;
  readonly counted?: boolean;
  readonly changes?: Change;
  run(connection: Connection, message: Static<Schema>, inbox: Inbox): void;
}

/** Defines what a client can ask for: its message is checked like the body of a request. */
export function defineAction<Schema extends TSchema>(definition: ActionDefinition<Schema>): Action {
  const { name, schema, first = false, counted = true, changes } = definition;
  checkClosed(`the message ${name}`, schema);
  const check = partValidator("body", schema);
  return {
    name,
    first,
    counted,
    changes,
    take: (connection, inbox, message) => {
      const checked = check(message);
      if ("error" in checked) throw checked.error;
      definition.run(connection, checked.value as Static<Schema>, inbox);
    },
  };
}
