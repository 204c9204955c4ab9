import { backtest, marketOf, prepareData, sma } from "hindcast";
import { smaCross } from "../strategies/sma-cross.ts";
import { flatKernel, queuedKernel } from "./support/kernels.ts";
import { randomWalk } from "./support/random-walk.ts";

const RATE = 0.00001;
const settings = { commission: { model: "percent", rate: RATE } };

for (const length of [10_000, 100_000, 1_000_000]) {
  const bars = randomWalk(length);
  const data = marketOf({ WALK: bars });
  const prepared = prepareData(data, { settings });
  const fast = sma(bars.close, 10);
  const slow = sma(bars.close, 30);
  const cases: Record<string, () => unknown> = {
    flat: () => flatKernel(bars, fast, slow, RATE).fills,
    queued: () => queuedKernel(bars, fast, slow, RATE).fills,
    prepared: () => backtest(smaCross, prepared, { settings }),
    whole: () => backtest(smaCross, data, { settings }),
    metrics: () => backtest(smaCross, prepared, { settings }).summary,
  };
  const times: Record<string, number[]> = {};
  for (let round = 0; round < 17; round++) {
    for (const [name, run] of Object.entries(cases)) {
      const t = performance.now();
      run();
      const ms = performance.now() - t;
      if (round >= 6) (times[name] ??= []).push(ms);
    }
  }
  const med = (a: number[]) => a.toSorted((x, y) => x - y)[a.length >> 1]!;
  const q = med(times["queued"]!);
  for (const [name, t] of Object.entries(times)) console.log(length, name.padEnd(10), med(t).toFixed(2), "ms", (length / med(t) / 1000).toFixed(1), "M/s", ((q / med(t)) * 100).toFixed(0) + "%");
  console.log((backtest(smaCross, prepared, { settings })).counts.fills, queuedKernel(bars, fast, slow, RATE).fills, (backtest(smaCross, prepared, { settings })).equity.equity.at(-1), queuedKernel(bars, fast, slow, RATE).equity.at(-1));
}
