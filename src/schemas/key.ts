import { Type, type Static } from "typebox";
import { closedObject } from "./closed-object.ts";
import { KeyName } from "./key-name.ts";
import { Nullable } from "./or-null.ts";
import { SCOPES } from "./scope.ts";
import { TIER_NAMES } from "./tier.ts";
import { Timestamp } from "./timestamp.ts";

const Scopes = Type.Array(Type.Enum([...SCOPES]), { uniqueItems: true });
const Tier = Type.Enum([...TIER_NAMES]);

/** A key as an administrator sees it: all but its text. */
export const Key = Type.Object({
  id: Type.String(),
  name: Type.String(),
  tier: Tier,
  scopes: Scopes,
  created_at: Timestamp,
  expires_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
});
export type Key = Static<typeof Key>;

export const Keys = Type.Object({ keys: Type.Array(Key) });
export type Keys = Static<typeof Keys>;

/** A new key. Its text is shown this once. */
export const IssuedKey = Type.Object({
  key: Key,
  api_key: Type.String({ description: "The text to send as `Authorization: Bearer <API_KEY>`. It is kept nowhere." }),
});
export type IssuedKey = Static<typeof IssuedKey>;

export const NewKeyBody = closedObject({
  name: KeyName,
  tier: Tier,
  scopes: Type.Optional({ ...Scopes, minItems: 1, description: "All but `admin` when left out." }),
  expires_at: Type.Optional(
    Type.String({
      pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$`,
      description: "An instant in UTC, by the clock of the world, not the market's.",
      examples: ["2031-01-01T00:00:00Z"],
    }),
  ),
});
export type NewKeyBody = Static<typeof NewKeyBody>;

export const KeyPath = closedObject({ id: Type.String({ pattern: "^[0-9A-Za-z]{12}$" }) });
