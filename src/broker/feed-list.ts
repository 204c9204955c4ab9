import type { Feed } from "../market/feed.ts";

/** Number of feeds up to which a loop is faster than a binary search. */
const FEW = 8;

/** Whether a list of feeds, sorted by index, contains a feed. */
export function includesFeed(feeds: readonly Feed[], feed: Feed): boolean {
  let low = 0;
  let high = feeds.length;
  while (high - low > FEW) {
    const middle = (low + high) >> 1;
    if (feeds[middle]!.index <= feed.index) low = middle;
    else high = middle;
  }
  for (let i = low; i < high; i++) if (feeds[i] === feed) return true;
  return false;
}

/** Merges two lists of feeds, each sorted by index. */
export function mergeFeeds(some: readonly Feed[], others: readonly Feed[]): readonly Feed[] {
  const more = others.filter((feed) => !includesFeed(some, feed));
  return more.length === 0 ? some : [...some, ...more].toSorted((a, b) => a.index - b.index);
}
