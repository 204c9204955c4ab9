import type { BacktestResult } from "./backtest-result.ts";

/** Both ends of what a run may have come to, by which way bars went first that reached orders on both sides. */
export interface Band {
  readonly pessimistic: BandEnd;
  readonly optimistic: BandEnd;
  /** One end is a loss and the other is not: a strategy with such a band is not a result. */
  readonly crossesZero: boolean;
}

export interface BandEnd {
  readonly finalEquity: number;
  readonly totalReturn: number;
  readonly fillHash: string;
}

export function bandOf(pessimistic: BacktestResult, optimistic: BacktestResult): Band {
  const low = endOf(pessimistic);
  const high = endOf(optimistic);
  const crossesZero =
    Math.min(low.totalReturn, high.totalReturn) < 0 && Math.max(low.totalReturn, high.totalReturn) >= 0;
  return Object.freeze({ pessimistic: low, optimistic: high, crossesZero });
}

function endOf(result: BacktestResult): BandEnd {
  const { equity } = result.equity;
  const finalEquity = equity.length === 0 ? result.settings.cash : equity[equity.length - 1]!;
  return Object.freeze({ finalEquity, totalReturn: finalEquity / result.settings.cash - 1, fillHash: result.fillHash });
}
