/** Trials on one page at most: more make it heavy to send and slow to draw. */
const MOST_TRIALS = 12_000;
/** Of those the best by rank, without a gap; the rest are taken evenly from all others. */
const BEST = 4000;

/**
 * The ranks that a page shows: all where they are not too many, else the best and an even sample of the others, the last included. A page that
 * showed the best alone would hide how most of the trials went.
 */
export function shownRanks(length: number, most = MOST_TRIALS, best = BEST): number[] {
  if (length <= most) return Array.from({ length }, (_, rank) => rank);
  const rest = most - best;
  return Array.from({ length: most }, (_, i) =>
    i < best ? i : best + Math.round(((i - best) * (length - 1 - best)) / (rest - 1)),
  );
}
