import { createHash } from "node:crypto";
import { refused } from "../errors/api-error.ts";

/** Page tokens for one list with one set of filters. */
export interface PageTokens {
  /** Returns an opaque token for a place in the list. */
  tokenOf(place: string): string;
  /**
   * Returns the place in the list that a token means. Throws INVALID_PARAMETERS for a text that is not a token of this list with these
   * filters.
   */
  placeOf(token: string, valid: RegExp): string;
}

/** Number of characters of the digest in a page token (48 bits). The digest identifies the list. */
const PREFIX_LENGTH = 8;

/** Returns the page tokens of a list. Only the same list with the same filters accepts a token. `list` are names that identify the list. */
export function pageTokens(list: readonly string[], query: object): PageTokens {
  let prefix: string | undefined;
  const tokenOf = (place: string): string =>
    (prefix ??= listDigest(list, query)) + Buffer.from(place, "utf8").toString("base64url");
  return {
    tokenOf,
    placeOf(token, valid) {
      const place = Buffer.from(token.slice(PREFIX_LENGTH), "base64url").toString("utf8");
      if (valid.test(place) && tokenOf(place) === token) return place;
      throw refused(`page_token must be the next_page_token of an answer to the same request, was ${token}`, [
        { in: "query", parameter: "page_token", value: token, reason: "page_token_invalid" },
      ]);
    },
  };
}

/** Members of a query that are not filters, since they may differ from page to page. */
const PAGE_MEMBERS: ReadonlySet<string> = new Set(["limit", "page_token"]);

/** Digest of a list and its filters. It is the same after a restart and for any order of query members. */
function listDigest(list: readonly string[], query: object): string {
  const filters = Object.entries(query).filter(([name, value]) => value !== undefined && !PAGE_MEMBERS.has(name));
  filters.sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash("sha256").update(JSON.stringify([list, filters]));
  return digest.digest("base64url").slice(0, PREFIX_LENGTH);
}
