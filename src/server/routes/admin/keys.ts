import { IssuedKey, Key, KeyPath, Keys, NewKeyBody, RotateKeyBody } from "../../../schemas/key.ts";
import { DEFAULT_SCOPES } from "../../../schemas/scope.ts";
import { parseInstant } from "../../../time/instant.ts";
import { ApiError, invalidParameters } from "../../errors/api-error.ts";
import { readMember } from "../../errors/error-of.ts";
import { issuedKeyJson, keyJson, servedKeyJson } from "../../keys/key-json.ts";
import { limitExceeded } from "../../limits/rate-limits.ts";
import { defineRoute } from "../../route.ts";
import type { ServerContext } from "../../server-context.ts";

const tag = "Administration";
const scope = "admin";

export const createKey = defineRoute({
  method: "POST",
  path: "/_admin/keys",
  scope,
  changes: "keys",
  tag,
  summary: "Generate a key",
  description:
    "Only this response contains the text of the key; the server stores its SHA-256. A key with the scope `admin` can grant every tier and scope. A server generates at most 1,000 keys an hour.",
  body: NewKeyBody,
  response: IssuedKey,
  status: 201,
  handler: ({ body: { name, tier, scopes = DEFAULT_SCOPES, expires_at }, server }) => {
    const expiresAt = expiryOf(expires_at, server);
    countGenerated(server);
    return issuedKeyJson(server.keys.create({ name, tier, scopes, expiresAt }));
  },
});

export const listKeys = defineRoute({
  method: "GET",
  path: "/_admin/keys",
  scope,
  tag,
  summary: "List all keys",
  description:
    "Lists keys oldest first, including expired and revoked ones, each with its limits and usage. The texts of keys are not stored.",
  response: Keys,
  handler: ({ server: { keys, wallClock } }) => {
    const now = wallClock();
    return { keys: keys.list().map((key) => servedKeyJson(key, keys.usage(key.id), keys.window(key.id)!, now)) };
  },
});

export const revokeKey = defineRoute({
  method: "DELETE",
  path: "/_admin/keys/:id",
  scope,
  changes: "keys",
  tag,
  summary: "Revoke a key",
  description:
    "The key is rejected from its next request on, and its connections to the stream are closed. Revoking a key again changes nothing. A key cannot revoke itself.",
  params: KeyPath,
  response: Key,
  handler: ({ params: { id }, key, server: { keys, wallClock } }) => {
    if (id === key.id) throw ownKey(id);
    return keyJson(keys.revoke(id) ?? unknownKey(id), keys.usage(id), wallClock());
  },
});

export const rotateKey = defineRoute({
  method: "POST",
  path: "/_admin/keys/:id/rotate",
  scope,
  changes: "keys",
  tag,
  summary: "Replace a key with a new one",
  description:
    "The new key has the name, tier and accounts of the old one, and its scopes unless others are given. Its text is shown once. The old key ends at once, or after `grace_seconds`. Ended and already rotated keys are not found.",
  params: KeyPath,
  body: RotateKeyBody,
  response: IssuedKey,
  status: 201,
  handler: ({ params: { id }, body: { grace_seconds = 0, expires_at, scopes }, server }) => {
    const expiresAt = expiryOf(expires_at, server);
    countGenerated(server);
    const rotation = { graceMs: grace_seconds * 1000, expiresAt, scopes };
    return issuedKeyJson(server.keys.rotate(id, rotation) ?? unknownKey(id));
  },
});

/** Parses the time at which a key expires. Throws INVALID_PARAMETERS for a time that has passed. */
function expiryOf(expires: string | undefined, { wallClock }: ServerContext): number | undefined {
  const expiresAt = readMember("expires_at", expires, (text) => (text === undefined ? undefined : parseInstant(text)));
  if (expiresAt === undefined || expiresAt > wallClock()) return expiresAt;
  const problem = { in: "body", parameter: "expires_at", value: expires! } as const;
  throw invalidParameters([{ ...problem, reason: "must be in the future" }]);
}

/** Counts an API key that is about to be generated. Throws RATE_LIMIT_EXCEEDED if too many were generated within an hour. */
function countGenerated({ keys: { generated }, wallClock }: ServerContext): void {
  const now = wallClock();
  if (!generated.count(now)) throw limitExceeded(generated, now, "new keys");
}

function ownKey(id: string): ApiError {
  const reason =
    "must not be the key of the request: rotate it instead, or revoke it with another admin key or with hindcast keys revoke";
  return invalidParameters([{ in: "path", parameter: "id", value: id, reason }]);
}

function unknownKey(id: string): never {
  throw new ApiError("NOT_FOUND", "no active key has this id: it is unknown, has ended or was rotated", {
    id,
  });
}
