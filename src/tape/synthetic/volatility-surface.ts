/** What puts far below the market cost more than calls far above, and how both wings rise; per standard deviation. */
const SKEW = -0.07;
const SMILE = 0.035;
/** How fast today's volatility gives way to the lasting one, in years to expiration. */
const FORGETS = 0.25;
const LEAST = 0.05;
const MOST = 2;

/**
 * Implied volatility by time to expiration and strike, four decimals: at the money between today's volatility and the lasting one, the nearer
 * to today's the shorter the time; dearer for low strikes, and for both far ends.
 */
export function surfaceVolatility(today: number, lasting: number, years: number, moneyness: number): number {
  const weight = FORGETS / (FORGETS + years);
  const middle = Math.sqrt(weight * today * today + (1 - weight) * lasting * lasting);
  // The strike in deviations of the price at expiration, months at least: else the wings of the last days would touch the sky.
  const distance = (moneyness - 1) / (middle * Math.sqrt(Math.max(years, 0.08)));
  const wings = 1 + SKEW * distance + SMILE * distance * distance;
  return Math.round(1e4 * Math.min(MOST, Math.max(LEAST, middle * wings))) / 1e4;
}
