import type { Money } from "../ledger/money.ts";
import { relativeChange } from "../metrics/statistics.ts";

/** Range of results if bars do not tell which of two orders filled first. */
export interface Band {
  /** Result if the worse order fills first. */
  readonly pessimistic: BandEnd;
  /** Result if the better order fills first. */
  readonly optimistic: BandEnd;
  /** Whether one end is a loss and the other is not. */
  readonly crossesZero: boolean;
}

/** One end of a band. */
export interface BandEnd {
  /** Final equity, rounded to the decimals of money. */
  readonly finalEquity: number;
  /** Total return, as a fraction. */
  readonly totalReturn: number;
  /** SHA-256 of the fills. */
  readonly fillHash: string;
}

export function bandOf(low: BandEnd, high: BandEnd): Band {
  const crossesZero =
    Math.min(low.totalReturn, high.totalReturn) < 0 && Math.max(low.totalReturn, high.totalReturn) >= 0;
  return Object.freeze({ pessimistic: low, optimistic: high, crossesZero });
}

/** Returns one end of a band: the last recorded equity, as it would be booked, or the starting cash if nothing was recorded. */
export function bandEnd(cash: number, finalEquity: number | undefined, money: Money, fillHash: string): BandEnd {
  const final = finalEquity ?? cash;
  const totalReturn = relativeChange(cash, final) === 0 ? 0 : final / cash - 1;
  return Object.freeze({ finalEquity: money.estimate(final), totalReturn, fillHash });
}
