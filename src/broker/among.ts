import type { Feed } from "../market/feed.ts";

/** Whether an instrument is in the list. Lists here are of one or a few: a loop beats the built-in search. */
export function among(feeds: readonly Feed[], feed: Feed): boolean {
  for (let i = 0; i < feeds.length; i++) if (feeds[i] === feed) return true;
  return false;
}
