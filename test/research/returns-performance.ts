import { Performance } from "../../src/metrics/performance.ts";
import { SeededRandom } from "../../src/primitives/random.ts";
import { gaussian } from "../../src/research/search/searcher.ts";

const DAY_MS = 86_400_000;
const NONE = new Float64Array(0);

/** Creates normally distributed random returns from a seed. */
export function normalReturns(length: number, seed: number, mean = 0, deviation = 0.01): Float64Array {
  const random = new SeededRandom(seed);
  return Float64Array.from({ length }, () => mean + deviation * gaussian(random));
}

/** Creates the performance of an account with the given returns, one per daily session, and the given trades. */
export function performanceFrom(
  returns: Float64Array,
  { pnl = NONE, riskFreeRate = 0 }: { readonly pnl?: Float64Array; readonly riskFreeRate?: number } = {},
): Performance {
  let equity = 100;
  const curve = returns.map((value) => (equity *= 1 + value));
  const time = returns.map((_, i) => (i + 1) * DAY_MS);
  const none = new Float64Array(pnl.length);
  return new Performance({
    startTime: 0,
    endTime: time.at(-1) ?? 0,
    startEquity: 100,
    time,
    equity: curve,
    sessions: Int32Array.from(returns, (_, i) => i),
    buyAndHold: curve,
    recordsInMarket: returns.length,
    commissionPaid: 0,
    trades: {
      length: pnl.length,
      pnl,
      return: none,
      commission: none,
      entryTime: none,
      exitTime: none,
      bars: none,
      quantity: none,
    },
    periodsPerYear: 252,
    riskFreeRate,
    minimumReturn: 0,
  });
}
