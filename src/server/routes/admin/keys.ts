import { IssuedKey, Key, KeyPath, Keys, NewKeyBody } from "../../../schemas/key.ts";
import { DEFAULT_SCOPES } from "../../../schemas/scope.ts";
import { parseInstant } from "../../../time/instant.ts";
import { ApiError, invalidParameters } from "../../errors/api-error.ts";
import { readMember } from "../../errors/read-member.ts";
import { issuedKeyJson, keyJson } from "../../keys/key-json.ts";
import { defineRoute } from "../../route.ts";

const tag = "Administration";
const scope = "admin";

export const createKey = defineRoute({
  method: "POST",
  path: "/_admin/keys",
  scope,
  tag,
  summary: "Make a key",
  description: "The answer is the only one that ever shows the text of the key: what is kept is its SHA-256.",
  body: NewKeyBody,
  response: IssuedKey,
  status: 201,
  handler: ({ body: { name, tier, scopes = DEFAULT_SCOPES, expires_at }, server }) => {
    const expiresAt = readMember("expires_at", expires_at, (given) =>
      given === undefined ? undefined : parseInstant(given),
    );
    if (expiresAt !== undefined && expiresAt <= server.wallClock()) {
      const problem = { in: "body", parameter: "expires_at", value: expires_at } as const;
      throw invalidParameters([{ ...problem, reason: "must lie in the future" }]);
    }
    return issuedKeyJson(server.keys.create({ name, tier, scopes, expiresAt }));
  },
});

export const listKeys = defineRoute({
  method: "GET",
  path: "/_admin/keys",
  scope,
  tag,
  summary: "All keys, the oldest first, revoked ones too",
  description: "Names, tiers, scopes and times; the texts of keys are not kept.",
  response: Keys,
  handler: ({ server }) => ({ keys: server.keys.list().map(keyJson) }),
});

export const revokeKey = defineRoute({
  method: "DELETE",
  path: "/_admin/keys/:id",
  scope,
  tag,
  summary: "End a key at once",
  description:
    "Its next request is refused, and its connections to the stream are closed. One that was revoked before stays as it was.",
  params: KeyPath,
  response: Key,
  handler: ({ params: { id }, server }) => keyJson(server.keys.revoke(id) ?? unknownKey(id)),
});

export const rotateKey = defineRoute({
  method: "POST",
  path: "/_admin/keys/:id/rotate",
  scope,
  tag,
  summary: "Make a key with the rights of another, which ends at once",
  description: "The accounts go over to the new key, whose text is shown once. The old one is refused from then on.",
  params: KeyPath,
  response: IssuedKey,
  status: 201,
  handler: ({ params: { id }, server }) => issuedKeyJson(server.keys.rotate(id) ?? unknownKey(id)),
});

function unknownKey(id: string): never {
  throw new ApiError("NOT_FOUND", "there is no such key, or it was revoked before", { id });
}
