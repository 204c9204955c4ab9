import { refused } from "./refused.ts";

/** A place in a list as a token that says nothing to clients. */
export function tokenOf(place: string): string {
  return Buffer.from(place, "utf8").toString("base64url");
}

/** The place that a token stands for. Throws INVALID_PARAMETERS for a text that is no token of ours. */
export function placeOf(token: string, valid: RegExp): string {
  const place = Buffer.from(token, "base64url").toString("utf8");
  if (valid.test(place) && tokenOf(place) === token) return place;
  throw refused(`page_token must be the next_page_token of an answer, was ${token}`, [
    { in: "query", parameter: "page_token", value: token, reason: "page_token_invalid" },
  ]);
}
