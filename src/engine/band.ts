import type { Money } from "../ledger/money.ts";
import { relativeChange } from "../metrics/statistics.ts";

/** Range of results when bars do not show which of two orders filled first. */
export interface Band {
  /** Result if the order that is worse for the trader fills first. */
  readonly pessimistic: BandEnd;
  /** Result if the order that is better for the trader fills first. */
  readonly optimistic: BandEnd;
  /** Whether one end of the band is a loss and the other is not. */
  readonly crossesZero: boolean;
}

/** One end of a band. */
export interface BandEnd {
  /** Final equity, rounded to the decimals of money. */
  readonly finalEquity: number;
  /** Total return of the run, as a fraction. */
  readonly totalReturn: number;
  /** SHA-256 of the fills at this end. */
  readonly fillHash: string;
}

export function bandOf(low: BandEnd, high: BandEnd): Band {
  const crossesZero =
    Math.min(low.totalReturn, high.totalReturn) < 0 && Math.max(low.totalReturn, high.totalReturn) >= 0;
  return Object.freeze({ pessimistic: low, optimistic: high, crossesZero });
}

/**
 * Returns one end of a band: the last recorded equity, rounded as when booked, or the starting cash without a record.
 */
export function bandEnd(cash: number, finalEquity: number | undefined, money: Money, fillHash: string): BandEnd {
  const final = finalEquity ?? cash;
  const totalReturn = relativeChange(cash, final) === 0 ? 0 : final / cash - 1;
  return Object.freeze({ finalEquity: money.estimate(final), totalReturn, fillHash });
}
