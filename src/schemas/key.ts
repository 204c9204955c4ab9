import { type Static, Type } from "typebox";
import { closedObject, Literals, Nullable, Timestamp } from "./fields.ts";
import { SCOPES } from "./scope.ts";
import { TIER_NAMES } from "./tier.ts";

const Scopes = Type.Array(Type.Enum([...SCOPES]), { uniqueItems: true });
const Tier = Type.Enum([...TIER_NAMES]);

const KEY_STATUSES = ["active", "expired", "revoked"] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

const KEY_MEMBERS = {
  id: Type.String({ description: "The part of the key between `hc_` and the next `_`." }),
  name: Type.String(),
  tier: Tier,
  scopes: Scopes,
  status: Literals(KEY_STATUSES, { description: "Status of the key. Only an active key is accepted." }),
  created_at: Timestamp,
  expires_at: Nullable({ ...Timestamp, description: "Time at which the key expires; null if it does not expire." }),
  revoked_at: Nullable(Timestamp),
  replaced_by: Nullable(
    Type.String({ description: "Id of the key that replaced this key by rotation; null if none did." }),
  ),
  usage: Type.Object({
    requests_total: Type.Integer({
      description: "Number of requests with the key, including rejected ones. It is saved every ten seconds.",
    }),
    last_used_at: Nullable(Timestamp),
  }),
};

/** An API key without its secret text. Times are real time, not market time. */
export const Key = Type.Object(KEY_MEMBERS);
export type Key = Static<typeof Key>;

/** An API key of a running server, with its limits and usage. */
export const ServedKey = Type.Object(
  {
    ...KEY_MEMBERS,
    limits: Type.Object({
      requests: Nullable(
        Type.Integer({
          description: "Number of requests that the rate limit allows in a window of time; null for no limit.",
        }),
      ),
      window_seconds: Type.Integer({ description: "Length of a window of the rate limit, in seconds." }),
      stream: Type.Boolean({ description: "Whether the tier of the key includes the real-time stream." }),
    }),
    window: Type.Object({
      requests: Type.Integer({
        description: "Number of requests in the current window, including the current request.",
      }),
      remaining: Nullable(
        Type.Integer({ description: "Number of requests that are left in the current window; null for no limit." }),
      ),
      ends_at: Nullable({
        ...Timestamp,
        description: "Time at which the current window ends; null before the first request.",
      }),
    }),
  },
  {
    examples: [
      {
        id: "4fT2mQxZ81ab",
        name: "notebook",
        tier: "pro",
        scopes: ["market_data:read", "trading:read"],
        status: "active",
        created_at: "2030-01-01T00:00:00.000Z",
        expires_at: null,
        revoked_at: null,
        replaced_by: null,
        usage: { requests_total: 1204, last_used_at: "2030-01-02T09:41:07.120Z" },
        limits: { requests: 10_000, window_seconds: 3600, stream: true },
        window: { requests: 12, remaining: 9988, ends_at: "2030-01-02T10:12:31.000Z" },
      },
    ],
  },
);
export type ServedKey = Static<typeof ServedKey>;

export const Keys = Type.Object({ keys: Type.Array(ServedKey, { description: "Oldest first." }) });
export type Keys = Static<typeof Keys>;

/** A new API key. Its secret text is shown only once. */
export const IssuedKey = Type.Object({
  key: Key,
  api_key: Type.String({
    description: "Text of the key, to send as `Authorization: Bearer <API_KEY>`. The server does not store it.",
  }),
});
export type IssuedKey = Static<typeof IssuedKey>;

const Expiry = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$`,
  description: "Time at which the key expires: an instant in UTC, in real time rather than market time.",
  examples: ["2031-01-01T00:00:00Z"],
});

const LONGEST = 100;
/** Matches one line of a terminal or log: no control characters, line separators or changes of text direction. */
const ONE_LINE = String.raw`^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+$`;

/** Name of an API key, chosen by the person who creates the key. */
const KeyName = Type.String({
  minLength: 1,
  maxLength: LONGEST,
  pattern: ONE_LINE,
  description: "Name of the key: one line, without control characters.",
});

export const NewKeyBody = closedObject({
  name: KeyName,
  tier: Tier,
  scopes: Type.Optional({
    ...Scopes,
    minItems: 1,
    description: "Scopes of the key. Default: all scopes except `replay:main`, `replay:faults` and `admin`.",
  }),
  expires_at: Type.Optional(Expiry),
});
export type NewKeyBody = Static<typeof NewKeyBody>;

/** Longest grace period of a rotated key: a week. */
export const LONGEST_GRACE_SECONDS = 604_800;

export const RotateKeyBody = closedObject({
  grace_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LONGEST_GRACE_SECONDS,
      description: "Number of seconds for which the old key stays valid. Default: 0.",
    }),
  ),
  scopes: Type.Optional({
    ...Scopes,
    minItems: 1,
    description: "Scopes of the new key. Default: those of the old key.",
  }),
  expires_at: Type.Optional({
    ...Expiry,
    description: "Time at which the new key expires. Default: that of the old key.",
  }),
});
export type RotateKeyBody = Static<typeof RotateKeyBody>;

export const KeyPath = closedObject({ id: Type.String({ pattern: "^[0-9A-Za-z]{12}$" }) });

/** Rule for the name of an API key, for error messages. */
export const KEY_NAME_WORDS = `one line of 1 to ${LONGEST} characters, none of them control characters`;

/** Whether a text is a valid name of an API key. */
export function isKeyName(text: string): boolean {
  return text.length <= LONGEST && new RegExp(ONE_LINE).test(text);
}
