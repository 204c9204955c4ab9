import { pathToFileURL } from "node:url";
import { backtest, crossedAbove, crossedBelow, defineStrategy, marketOf, prepareData, ta } from "hindcast";
import { interleaved } from "./interleaved.ts";
import { loopText, type LoopRow } from "./loop.ts";
import { queuedKernel } from "./support/kernels.ts";
import { randomWalk } from "./support/random-walk.ts";

const RATE = 0.00001;
const SYMBOLS = 20;

const crossEach = defineStrategy({
  name: "cross-each",
  indicators: ({ close }) => ({ fast: ta.sma(close, 10), slow: ta.sma(close, 30) }),
  onBar({ ind, symbols, orders }) {
    if (crossedAbove(ind.fast, ind.slow)) orders.buy({ percent: 1 / symbols.length });
    else if (crossedBelow(ind.fast, ind.slow)) orders.close();
  },
});

/**
 * What do twenty symbols on one clock cost, beside one symbol with as many bars? All close and open at the same moments and share one account. The
 * queued kernel runs them one after the other, each with an account of its own, since it knows no other way.
 */
export function benchManySymbols(bars: number): LoopRow[] {
  const settings = { commission: { model: "percent", rate: RATE } };
  const each = Math.floor(bars / SYMBOLS);
  const walks = Array.from({ length: SYMBOLS }, (_, i) => randomWalk(each, 42 + i));
  const averages = walks.map(({ close }) => [ta.sma(close, 10), ta.sma(close, 30)] as const);
  const many = prepareData(marketOf(Object.fromEntries(walks.map((walk, i) => [`S${i + 10}`, walk]))), settings);
  const one = prepareData(marketOf({ WALK: randomWalk(each * SYMBOLS) }), settings);
  const ms = interleaved(
    {
      "queued kernel": () => walks.map((walk, i) => queuedKernel(walk, ...averages[i]!, RATE)),
      "one symbol": () => backtest(crossEach, one, settings),
      "twenty symbols": () => backtest(crossEach, many, settings),
      "twenty, all metrics": () => backtest(crossEach, many, settings).summary,
    },
    { rounds: 15, warmUp: 6, clear: false },
  );
  return Object.entries(ms).map(([run, time]) => ({
    bars: each * SYMBOLS,
    run,
    millionBarsPerSecond: (each * SYMBOLS) / time / 1000,
    ofQueuedKernel: ms["queued kernel"] / time,
  }));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(loopText(benchManySymbols(Number(process.argv[2] ?? 1_000_000))));
}
