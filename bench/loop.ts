import { pathToFileURL } from "node:url";
import { backtest, crossesAbove, crossesBelow, defineStrategy, marketOf, prepareData, ta } from "hindcast";
import { smaCross } from "../strategies/sma-cross.ts";
import { interleaved } from "./interleaved.ts";
import { flatKernel, queuedKernel } from "./support/kernels.ts";
import { randomWalk } from "./support/random-walk.ts";

/** At a commission of 0.05 percent the account would die of its thousands of trades. */
const RATE = 0.00001;

/** The same strategy by declared signals. */
const smaSignals = defineStrategy({
  name: "sma-signals",
  params: smaCross.params!,
  indicators: ({ close }, { fast, slow }) => ({ fast: ta.sma(close, fast), slow: ta.sma(close, slow) }),
  signals: ({ ind }) => ({ enter: crossesAbove(ind.fast, ind.slow), exit: crossesBelow(ind.fast, ind.slow) }),
});
/** Averages so long that they cross a few hundred times. */
const RARE = { fast: 100, slow: 300 };

/** Bars a second of one way to run the strategy, and its speed as a share of the queued kernel's. */
export interface LoopRow {
  readonly bars: number;
  readonly run: string;
  readonly millionBarsPerSecond: number;
  readonly ofQueuedKernel: number;
}

/**
 * How fast is the event loop? SMA 10/30 cross on a synthetic random walk, market orders, a commission, equity recorded, everything booked:
 * beside a loop written by hand for this one strategy with a callback for each bar and a queue of orders, and a flat one without. Orders and
 * fills of all are the same but for the rounding of money, which the hand-written ones leave out.
 */
export function benchLoop(bars: number): LoopRow[] {
  const settings = { commission: { model: "percent", rate: RATE } };
  const walk = randomWalk(bars);
  const data = marketOf({ WALK: walk });
  const prepared = prepareData(data, settings);
  const fast = ta.sma(walk.close, 10);
  const slow = ta.sma(walk.close, 30);
  const ms = interleaved(
    {
      "flat kernel": () => flatKernel(walk, fast, slow, RATE),
      "queued kernel": () => queuedKernel(walk, fast, slow, RATE),
      "indicators beforehand": () => backtest(smaCross, prepared, settings),
      "declared signals": () => backtest(smaSignals, prepared, settings),
      "rare signals, hook": () => backtest(smaCross, prepared, { ...settings, params: RARE }),
      "rare signals, declared": () => backtest(smaSignals, prepared, { ...settings, params: RARE }),
      "indicators in the run": () => backtest(smaCross, data, settings),
      "with all metrics": () => backtest(smaCross, prepared, settings).summary,
    },
    { rounds: 15, warmUp: 6, clear: false },
  );
  return Object.entries(ms).map(([run, time]) => ({
    bars,
    run,
    millionBarsPerSecond: bars / time / 1000,
    ofQueuedKernel: ms["queued kernel"] / time,
  }));
}

/** The rows as lines of text. */
export function loopText(rows: readonly LoopRow[]): string {
  const line = (row: LoopRow) =>
    `${row.bars.toLocaleString("en").padStart(9)} bars  ${row.run.padEnd(22)} ${row.millionBarsPerSecond.toFixed(1).padStart(6)} M bars/s ` +
    `${(100 * row.ofQueuedKernel).toFixed(0).padStart(5)} % of the queued kernel`;
  return rows.map(line).join("\n");
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(loopText(benchLoop(Number(process.argv[2] ?? 1_000_000))));
}
