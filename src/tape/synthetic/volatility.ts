/** Weights of the variance of tomorrow: what it always has, what it keeps, what a shock adds, and what a fall adds beyond that. */
const FLOOR = 0.02;
const KEPT = 0.84;
const SHOCK = 0.08;
const FALL = 0.12;
/** No storm grows beyond this many times the usual variance. */
const MOST = 12;

/**
 * How nervous a market is: its deviation in units of the usual one. A large shock makes the next days nervous, a fall more than a
 * rise, and it passes within weeks: GARCH(1,1) with a threshold.
 *
 * Source: L. Glosten, R. Jagannathan and D. Runkle, "On the Relation between the Expected Value and the Volatility of the Nominal
 * Excess Return on Stocks", Journal of Finance, 1993.
 */
export class Volatility {
  #variance = 1;

  get level(): number {
    return Math.sqrt(this.#variance);
  }

  /** Takes the shock of a day, in deviations of that day. */
  take(shock: number): void {
    const answer = shock < 0 ? SHOCK + FALL : SHOCK;
    this.#variance = Math.min(MOST, FLOOR + (KEPT + answer * shock * shock) * this.#variance);
  }
}
