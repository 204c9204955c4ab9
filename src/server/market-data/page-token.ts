import { createHash } from "node:crypto";
import { refused } from "../errors/api-error.ts";

/** Tokens of one list, as one request asks for it. */
export interface PageTokens {
  /** A place in the list as a token that says nothing to clients. */
  tokenOf(place: string): string;
  /** The place that a token stands for. Throws INVALID_PARAMETERS for a text that is no token of the list with these filters. */
  placeOf(token: string, valid: RegExp): string;
}

/** Letters of the mark: 48 bits, so that a token of another list is none of this one. */
const MARK_LENGTH = 8;

/**
 * The tokens of a list, which no other list takes, nor this one with other filters: a place in them would be another one, or none. `list` are the names
 * that tell it from all others.
 */
export function pageTokens(list: readonly string[], query: object): PageTokens {
  let mark: string | undefined;
  const tokenOf = (place: string): string =>
    (mark ??= markOf(list, query)) + Buffer.from(place, "utf8").toString("base64url");
  return {
    tokenOf,
    placeOf(token, valid) {
      const place = Buffer.from(token.slice(MARK_LENGTH), "base64url").toString("utf8");
      if (valid.test(place) && tokenOf(place) === token) return place;
      throw refused(`page_token must be the next_page_token of an answer to the same request, was ${token}`, [
        { in: "query", parameter: "page_token", value: token, reason: "page_token_invalid" },
      ]);
    },
  };
}

/** Members of a query that are no filters: how many are asked for at once may differ from page to page. */
const PAGING: ReadonlySet<string> = new Set(["limit", "page_token"]);

/** The same after a restart and, whatever a client writes first, for the same filters. */
function markOf(list: readonly string[], query: object): string {
  const filters = Object.entries(query).filter(([name, value]) => value !== undefined && !PAGING.has(name));
  filters.sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash("sha256").update(JSON.stringify([list, filters]));
  return digest.digest("base64url").slice(0, MARK_LENGTH);
}
