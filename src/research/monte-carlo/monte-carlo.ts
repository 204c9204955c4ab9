import type { Performance } from "../../metrics/performance.ts";
import { checkOptions, type OptionNames } from "../../primitives/check-options.ts";
import { checkNumber, checkInteger, parameterError } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { MISSING } from "../../primitives/column.ts";
import { SeededRandom } from "../../primitives/random.ts";
import { type Fan, FanRecorder, equityAfter } from "./fan.ts";
import { type ConfidenceInterval, intervalOf } from "./percentiles.ts";

export interface MonteCarloOptions {
  /**
   * `bootstrap` draws sessions, in blocks and with replacement: it shows how uncertain the metrics are. `trade-shuffle` reorders the closed
   * trades: it shows how much of the drawdown was due to their order.
   */
  readonly method?: "bootstrap" | "trade-shuffle";
  /** Number of histories to draw; 2,000 by default. */
  readonly runs?: number;
  /** Share of the histories within the intervals; 0.95 by default. */
  readonly confidence?: number;
  /** Mean length of a block, in sessions. Default: the cube root of the number of sessions. */
  readonly block?: number;
  /** Drawdown that counts as ruin, as a fraction; 0.5 by default. */
  readonly ruin?: number;
  readonly seed?: number;
}

const OPTIONS: OptionNames<MonteCarloOptions> = {
  method: true,
  runs: true,
  confidence: true,
  block: true,
  ruin: true,
  seed: true,
};

/**
 * Metrics of resampled histories of a run. Returns and drawdowns are fractions. A history that has lost everything, or more with borrowed
 * money, stays at that value.
 */
export interface MonteCarlo {
  readonly method: "bootstrap" | "trade-shuffle";
  readonly runs: number;
  readonly confidence: number;
  /** Number of sessions or trades in a history. */
  readonly length: number;
  readonly block: number;
  readonly totalReturn: ConfidenceInterval;
  /** Annual Sharpe ratio; NaN for shuffled trades, which have no sessions. */
  readonly sharpe: ConfidenceInterval;
  /** Compound annual growth rate; NaN for shuffled trades. */
  readonly cagr: ConfidenceInterval;
  readonly maxDrawdown: ConfidenceInterval;
  /** Share of the histories that lost money. */
  readonly lossShare: number;
  /** Share of the histories whose drawdown reached the option `ruin`. */
  readonly ruinShare: number;
  /** Total return and maximum drawdown of the run itself, from the same sessions or trades. */
  readonly actual: { readonly totalReturn: number; readonly maxDrawdown: number };
  /** Total return of each history, in the order in which they were drawn. `drawdowns` has their maximum drawdowns. */
  readonly totals: Float64Array;
  readonly drawdowns: Float64Array;
  /** Percentiles of the histories over time. */
  readonly fan: Fan;
}

/**
 * Resamples the sessions or trades of a run and reports a confidence interval for each metric.
 *
 * Throws DATA_EMPTY for a run with fewer than two sessions or closed trades.
 *
 * @example
 * const { sharpe, maxDrawdown } = monteCarlo(result.performance);
 * sharpe.low; // with 0.95 confidence the true ratio lies above this, if the future is like the past
 */
export function monteCarlo(performance: Performance, options: MonteCarloOptions = {}): MonteCarlo {
  checkOptions("monteCarlo", options, OPTIONS);
  if (!(performance?.returns instanceof Float64Array))
    throw parameterError("performance", "the performance of a run, such as result.performance", performance);
  const { method = "bootstrap", confidence = 0.95, ruin = 0.5 } = options;
  if (method !== "bootstrap" && method !== "trade-shuffle") {
    throw parameterError("method", "bootstrap or trade-shuffle", method);
  }
  const runs = checkInteger("runs", options.runs ?? 2000, 1, 10_000_000);
  checkNumber("confidence", confidence, 0.01, 0.9999);
  checkNumber("ruin", ruin, 0.001, 1);
  const random = new SeededRandom(checkInteger("seed", options.seed ?? 1, 0, 2 ** 32 - 1));
  const shuffles = method === "trade-shuffle";
  const steps = shuffles ? tradeReturns(performance) : performance.returns.filter((value) => !Number.isNaN(value));
  const { length } = steps;
  if (length < 2) {
    const what = shuffles ? "closed trades" : "sessions";
    throw new HindcastError("DATA_EMPTY", `there must be at least two ${what} to draw from, there were ${length}`, {
      length,
    });
  }
  const block = shuffles ? 1 : checkNumber("block", options.block ?? defaultBlock(length), 1, length);
  const totals = new Float64Array(runs);
  const drawdowns = new Float64Array(runs);
  const sharpes = new Float64Array(runs).fill(MISSING[0]!);
  const cagrs = new Float64Array(runs).fill(MISSING[0]!);
  const draw = Int32Array.from({ length }, (_, i) => i);
  const { periodsPerYear, riskFreeReturn } = performance;
  const recorder = new FanRecorder(length, runs);
  const years = length / periodsPerYear;
  for (let run = 0; run < runs; run++) {
    if (shuffles) shuffle(draw, random);
    else drawBlocks(draw, length, block, random);
    const { total, maxDrawdown, sharpe } = replayDraw(steps, draw, riskFreeReturn);
    totals[run] = total;
    drawdowns[run] = maxDrawdown;
    recorder.record(run, steps, draw);
    if (shuffles) continue;
    sharpes[run] = sharpe * Math.sqrt(periodsPerYear);
    cagrs[run] = total > -1 ? (1 + total) ** (1 / years) - 1 : -1;
  }
  const originalOrder = Int32Array.from({ length }, (_, i) => i);
  const tail = (1 - confidence) / 2;
  const actual = replayDraw(steps, originalOrder, riskFreeReturn);
  return Object.freeze({
    method,
    runs,
    confidence,
    length,
    block,
    totalReturn: intervalOf(totals, confidence),
    sharpe: intervalOf(sharpes, confidence),
    cagr: intervalOf(cagrs, confidence),
    maxDrawdown: intervalOf(drawdowns, confidence),
    lossShare: totals.filter((total) => total < 0).length / runs,
    ruinShare: drawdowns.filter((maxDrawdown) => maxDrawdown <= -ruin).length / runs,
    actual: Object.freeze({ totalReturn: actual.total, maxDrawdown: actual.maxDrawdown }),
    totals,
    drawdowns,
    fan: recorder.fan([tail, 0.25, 0.5, 0.75, 1 - tail], recorder.equityOf(steps, originalOrder)),
  });
}

/** Return of each closed trade, as a share of the equity before it. */
function tradeReturns({ trades, startEquity }: Performance): Float64Array {
  let equity = startEquity;
  return trades.pnl.map((pnl) => {
    const step = equity > 0 ? pnl / equity : 0;
    equity += pnl;
    return step;
  });
}

function replayDraw(
  steps: Float64Array,
  draw: Int32Array,
  riskFree: number,
): { readonly total: number; readonly maxDrawdown: number; readonly sharpe: number } {
  let [worth, peak, maxDrawdown, sum, squares] = [1, 1, 0, 0, 0];
  for (const place of draw) {
    const step = steps[place]!;
    worth = equityAfter(worth, step);
    if (worth > peak) peak = worth;
    else if (worth / peak - 1 < maxDrawdown) maxDrawdown = worth / peak - 1;
    sum += step;
    squares += step * step;
  }
  const mean = sum / draw.length;
  const variance = (squares - sum * mean) / (draw.length - 1);
  const sharpe = variance > 1e-20 ? (mean - riskFree) / Math.sqrt(variance) : MISSING[0]!;
  return { total: worth - 1, maxDrawdown, sharpe };
}

/** Fisher-Yates shuffle: all orders are equally likely. */
function shuffle(order: Int32Array, random: SeededRandom): void {
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(random.next() * (i + 1));
    const swapped = order[i]!;
    order[i] = order[other]!;
    order[other] = swapped;
  }
}

/**
 * Fills `draw` with indexes into a column of this length, in blocks of random length, `block` on average. Blocks start anywhere and wrap
 * around at the end. Neighbors in the column mostly stay neighbors, so that streaks are preserved.
 *
 * Source: D. N. Politis and J. P. Romano, "The Stationary Bootstrap", Journal of the American Statistical Association, 1994.
 */
export function drawBlocks(draw: Int32Array, length: number, block: number, random: SeededRandom): void {
  let place = 0;
  for (let i = 0; i < draw.length; i++) {
    const fresh = i === 0 || random.next() * block < 1;
    place = fresh ? Math.floor(random.next() * length) : place + 1 === length ? 0 : place + 1;
    draw[i] = place;
  }
}

/** Default mean block length: the cube root of the number of sessions, rounded, at least 1. */
function defaultBlock(length: number): number {
  return Math.max(1, Math.round(Math.cbrt(length)));
}
