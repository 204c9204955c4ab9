import type { Feed } from "../market/feed.ts";

/** So many are gone through one by one: a loop over a few beats any search. */
const FEW = 8;

/** Whether an instrument is in a list, which is in the order of their places in the run. */
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

/** Two such lists as one. */
export function mergeFeeds(some: readonly Feed[], others: readonly Feed[]): readonly Feed[] {
  const more = others.filter((feed) => !includesFeed(some, feed));
  return more.length === 0 ? some : [...some, ...more].toSorted((a, b) => a.index - b.index);
}
