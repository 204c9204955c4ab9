/**
 * How lively a market is inside its session. Both take the share of the session that is over, 0 to 1, and give weights, of which only the
 * proportions count.
 */
export interface Activity {
  readonly volatility: (share: number) => number;
  readonly volume: (share: number) => number;
}

/** A stock exchange: a loud open, a quiet noon, a loud close that ends in an auction. */
export const EXCHANGE_DAY: Activity = {
  volatility: (share) => 0.65 + 1.5 * power8(1 - share) + 0.5 * power8(share),
  volume: (share) => 0.55 + 2.2 * power8(1 - share) + 1.6 * power8(share) + (share > 0.997 ? 12 : 0),
};

/** A market around the clock: quiet but for the hours when Europe and America are both awake, at `peak` of the session. */
export function roundTheClock(peak: number): Activity {
  const hump = (share: number): number => {
    const distance = (share - peak) / 0.35;
    return Math.max(0, 1 - distance * distance);
  };
  return { volatility: (share) => 0.6 + hump(share), volume: (share) => 0.5 + 1.5 * hump(share) };
}

function power8(value: number): number {
  const square = value * value;
  const fourth = square * square;
  return fourth * fourth;
}
