import { pathToFileURL } from "node:url";
import { backtest, crossedAbove, defineStrategy, marketOf, prepareData, ta } from "hindcast";
import { smaCross } from "../strategies/sma-cross.ts";
import { interleaved } from "./interleaved.ts";
import { bracketKernel, LOSS, PROFIT } from "./support/bracket-kernel.ts";
import { queuedKernel } from "./support/kernels.ts";
import { randomWalk } from "./support/random-walk.ts";

/** Speed of one way to run the strategy, in bars a second and relative to the queued kernel. */
interface LoopRow {
  readonly bars: number;
  readonly run: string;
  readonly millionBarsPerSecond: number;
  readonly relativeSpeed: number;
}

const RATE = 0.00001;

const bracketCross = defineStrategy({
  name: "bracket-cross",
  indicators: ({ close }) => ({ fast: ta.sma(close, 10), slow: ta.sma(close, 30) }),
  onBar({ ind, bar, position, orders }) {
    if (!position.flat || !crossedAbove(ind.fast, ind.slow)) return;
    const { close } = bar;
    orders.buy({ percent: 0.95, takeProfit: close * (1 + PROFIT), stopLoss: close * (1 - LOSS) });
  },
});

/**
 * Measures the cost of brackets: each trade has an entry and two exits of which one cancels the other, and every bar checks both. For
 * comparison: a hand-written loop for this strategy, and plain market orders.
 */
export function benchBracket(bars: number): LoopRow[] {
  const settings = { commission: { model: "percent", rate: RATE } };
  const walk = randomWalk(bars);
  const prepared = prepareData(marketOf({ WALK: walk }), settings);
  const fast = ta.sma(walk.close, 10);
  const slow = ta.sma(walk.close, 30);
  const ms = interleaved(
    {
      "queued kernel": () => queuedKernel(walk, fast, slow, RATE),
      "bracket kernel": () => bracketKernel(walk, fast, slow, RATE),
      "market orders": () => backtest(smaCross, prepared, settings),
      "a bracket for each trade": () => backtest(bracketCross, prepared, settings),
    },
    { rounds: 15, warmUp: 6, clear: false },
  );
  return Object.entries(ms).map(([run, time]) => ({
    bars,
    run,
    millionBarsPerSecond: bars / time / 1000,
    relativeSpeed: ms["queued kernel"] / time,
  }));
}

/** Formats the rows as lines of text. */
function loopText(rows: readonly LoopRow[]): string {
  const line = (row: LoopRow) =>
    `${row.bars.toLocaleString("en").padStart(9)} bars  ${row.run.padEnd(22)} ${row.millionBarsPerSecond.toFixed(1).padStart(6)} M bars/s ` +
    `${(100 * row.relativeSpeed).toFixed(0).padStart(5)} % of the queued kernel`;
  return rows.map(line).join("\n");
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(loopText(benchBracket(Number(process.argv[2] ?? 1_000_000))));
}
