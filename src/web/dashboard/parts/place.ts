import type { Api } from "../api/api.ts";
import type { Feed } from "../api/feed.ts";
import type { Desk } from "../data/desk.ts";

/** What the parts of the page work with. */
export interface Place {
  readonly api: Api;
  readonly desk: Desk;
  readonly feed: Feed;
}
