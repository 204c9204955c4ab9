import { ServedKey } from "../../../schemas/key.ts";
import { servedKeyJson } from "../../keys/key-json.ts";
import { defineRoute } from "../../route.ts";

export const accountKeyRoute = defineRoute({
  method: "GET",
  path: "/trading/account/key",
  scope: undefined,
  tag: "Trading",
  summary: "Read the key of the request",
  description:
    "Tier, scopes, limits and usage of the key that sends the request. Any key may ask. Times are those of the real clock, not of the market.",
  response: ServedKey,
  handler: ({ key, server: { keys, wallClock } }) =>
    servedKeyJson(key, keys.usage(key.id), keys.window(key.id)!, wallClock()),
});
