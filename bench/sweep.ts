import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Column, defineStrategy, marketOf, param, ta } from "hindcast";
import { range, sweep, workers, type Executor } from "hindcast/research";
import { smaCross } from "../strategies/sma-cross.ts";
import { flatKernel } from "./support/kernels.ts";
import { randomWalk } from "./support/random-walk.ts";
import { median, timed } from "./support/timed.ts";

const RATE = 0.0001;
const BARS = 2148;
const FAST = range(5, 54);
const SLOW = range(60, 258, 2);
const settings = { commission: { model: "percent", rate: RATE } };
const params = { fast: FAST, slow: SLOW };
/** Metrics that most tools report. */
const METRICS = (
  "total-return cagr volatility sharpe sortino calmar max-drawdown longest-drawdown average-drawdown ulcer-index " +
  "exposure trades win-rate profit-factor expectancy payoff-ratio sqn best-trade worst-trade average-trade"
).split(" ");
const source = { file: fileURLToPath(new URL("../strategies/sma-cross.ts", import.meta.url)) };
const entry = fileURLToPath(new URL("../src/cli/loading/thread-from-source.mjs", import.meta.url));

/** Time of one way to run all pairs, in milliseconds and as a multiple of the flat kernel's. */
export interface SweepRow {
  readonly run: string;
  readonly ms: number;
  readonly relativeTime: number;
}

/**
 * Measures 5,000 pairs of averages over 2,148 bars with twenty metrics, in this thread and in one and two workers, and with all metrics of
 * a sweep. For comparison, a hand-written loop for this strategy runs without metrics, orders or records.
 */
export async function benchSweep(rounds: number): Promise<SweepRow[]> {
  const walk = randomWalk(BARS);
  const data = marketOf({ WALK: walk });
  const [one, two] = [1, 2].map((threads) => workers({ threads, entry }));
  const sweepWith = (executor?: Executor, metrics?: readonly string[]) => async () => {
    const options = { ...(executor && { executor }), ...(metrics && { metrics }) };
    const { best } = await sweep(smaCross, data, { params, settings, source, ...options });
    return best.value;
  };
  const cases: Readonly<Record<string, () => Promise<unknown>>> = {
    "flat kernel": async () => flatPairs(walk),
    "this thread": sweepWith(undefined, METRICS),
    "one worker": sweepWith(one, METRICS),
    "two workers": sweepWith(two, METRICS),
    "all metrics": sweepWith(),
  };
  const times = new Map(Object.keys(cases).map((run) => [run, [] as number[]]));
  for (let round = 0; round < rounds + 2; round++) {
    for (const [run, work] of Object.entries(cases)) {
      const ms = await timed(work);
      // The first two rounds compile the code in every thread and are not counted.
      if (round >= 2) times.get(run)!.push(ms);
    }
  }
  await one!.close();
  await two!.close();
  const flat = median(times.get("flat kernel")!);
  return Array.from(times, ([run, all]) => ({ run, ms: median(all), relativeTime: median(all) / flat }));
}

function flatPairs(walk: ReturnType<typeof randomWalk>): number {
  const columns = new Map<number, Column>();
  const average = (period: number): Column => {
    let column = columns.get(period);
    if (column === undefined) columns.set(period, (column = ta.sma(walk.close, period)));
    return column;
  };
  let fills = 0;
  for (const fast of FAST) for (const slow of SLOW) fills += flatKernel(walk, average(fast), average(slow), RATE).fills;
  return fills;
}

/** Does nothing, so that a hundred thousand trials take seconds. */
const idle = defineStrategy({
  name: "idle",
  params: { number: param.integer({ default: 0, min: 0 }) },
  onBar: () => undefined,
});

/** Measures the bytes per trial of tables with a thousand to a hundred thousand trials. */
export async function benchMemory(): Promise<readonly { readonly trials: number; readonly bytesPerTrial: number }[]> {
  const data = marketOf({ WALK: randomWalk(64) });
  const sweepWith = (trials: number) => sweep(idle, data, { params: { number: range(1, trials) } });
  // The first sweep is not measured, since it also allocates code and shared columns.
  await sweepWith(1000);
  const rows = [];
  for (const trials of [1000, 10_000, 100_000]) {
    const before = await usedBytes();
    const result = await sweepWith(trials);
    const bytesPerTrial = ((await usedBytes()) - before) / trials;
    rows.push({ trials: result.length, bytesPerTrial });
  }
  return rows;
}

/** Returns the bytes in use after garbage collection. The memory of columns is freed slightly later than their owners. */
async function usedBytes(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    (globalThis as { gc?: () => void }).gc?.();
    await setTimeout(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { run, ms, relativeTime } of await benchSweep(Number(process.argv[2] ?? 5))) {
    console.log(
      `5,000 pairs  ${run.padEnd(12)} ${ms.toFixed(0).padStart(6)} ms  ${relativeTime.toFixed(1).padStart(5)} times the flat kernel`,
    );
  }
  for (const { trials, bytesPerTrial } of await benchMemory()) {
    console.log(`${trials.toLocaleString("en").padStart(7)} trials  ${bytesPerTrial.toFixed(0)} bytes a trial`);
  }
}
