import type { Money } from "../ledger/money.ts";
import { changeOf } from "../metrics/statistics.ts";

/** Both ends of what a run may have come to, by which way bars went first that reached orders on both sides. */
export interface Band {
  readonly pessimistic: BandEnd;
  readonly optimistic: BandEnd;
  /** One end is a loss and the other is not: a strategy with such a band is not a result. */
  readonly crossesZero: boolean;
}

export interface BandEnd {
  /** Rounded as money is booked. */
  readonly finalEquity: number;
  readonly totalReturn: number;
  readonly fillHash: string;
}

export function bandOf(low: BandEnd, high: BandEnd): Band {
  const crossesZero =
    Math.min(low.totalReturn, high.totalReturn) < 0 && Math.max(low.totalReturn, high.totalReturn) >= 0;
  return Object.freeze({ pessimistic: low, optimistic: high, crossesZero });
}

/** What one run came to: its last equity, as it would be booked, the cash where it recorded none. */
export function bandEnd(cash: number, finalEquity: number | undefined, money: Money, fillHash: string): BandEnd {
  const final = finalEquity ?? cash;
  const totalReturn = changeOf(cash, final) === 0 ? 0 : final / cash - 1;
  return Object.freeze({ finalEquity: money.estimate(final), totalReturn, fillHash });
}
