import { Bars, defineCommission, type RunSettings, ta } from "hindcast";
import { readBars } from "hindcast/data";
import { describe, expect, test } from "vitest";
import { backtestingPyKernel } from "./kernels/backtesting-py.ts";
import { backtraderKernel } from "./kernels/backtrader.ts";
import type { PlannedRequest, KernelRun, Plan } from "./kernels/kernel.ts";
import { playPlan } from "./kernels/play-plan.ts";
import { apart, randomPlan } from "./kernels/random-plan.ts";
import { ziplineKernel } from "./kernels/zipline.ts";

/**
 * Compares whole runs over daily bars of the S&P 500 with independent kernels. A kernel implements one engine's rules
 * for one instrument, with its own bookkeeping.
 */
const { bars } = (await readBars("data/sp500-2000.csv")).series[0]!;
const SEEDS = Array.from({ length: 25 }, (_, i) => i + 1);

/** Requests that are always in the market, reversing between long and short. */
const crosses = new Map<number, readonly PlannedRequest[]>();
const fast = ta.sma(bars.close, 10);
const slow = ta.sma(bars.close, 20);
for (let i = 1; i < bars.length; i++) {
  const above = fast[i]! > slow[i]!;
  if (fast[i - 1]! > slow[i - 1]! !== above && i > 20)
    crosses.set(i, [{ close: true }, { side: above ? 1 : -1, share: 1 }]);
}

function same(kernel: KernelRun, plan: Plan, settings: Partial<RunSettings>, over = bars): void {
  const run = playPlan(over, plan, settings);
  const fills = run.fills.map(({ side, quantity, price }) => [side === "buy" ? quantity : -quantity, price] as const);
  expect(kernel.fills.length).toBeGreaterThan(50);
  expect(apart(kernel.equity, run.equity.equity)).toBeLessThan(1e-10);
  // Equity in the result must be cash plus the value of the position.
  const held = fills.reduce((sum, [quantity]) => sum + quantity, 0);
  expect(run.equity.cash.at(-1)! + held * bars.close.at(-1)!).toBeCloseTo(run.equity.equity.at(-1)!, 6);
}

describe("backtesting.py", () => {
  const percent = (rate: number) => (units: number, price: number) => units * price * rate;

  test("reverses at each crossing of two averages, fully invested with a commission of 0.2 %, like the independent kernel", () => {
    const kernel = backtestingPyKernel(bars, crosses, 10_000, percent(0.002));
    expect(kernel.fills.length).toBe(473);
    same(kernel, crosses, {
      conventions: "backtesting.py",
      cash: 10_000,
      commission: { model: "percent", rate: 0.002 },
    });
  });

  test.each(SEEDS)(
    "runs random plan %d with limits, stops, exits, a spread and leverage like the independent kernel",
    (seed) => {
      const plan = randomPlan(bars, seed, 1500, { exits: true, rests: true, share: 1, units: 12 });
      const leverage = seed % 3 === 0 ? 3 : 1;
      const fixed = seed % 2 === 0 ? 3 : 0;
      const kernel = backtestingPyKernel(bars, plan, 10_000, (u, p) => fixed + u * p * 0.001, 0.0005, leverage);
      same(kernel, plan, {
        conventions: "backtesting.py",
        cash: 10_000,
        initialMargin: 1 / leverage,
        slippage: { model: "bps", bps: 5 },
        commission: defineCommission({
          name: "fixed-and-share",
          options: { fixed },
          charge: ({ quantity, price }, { fixed: amount }) => amount + quantity * price * 0.001,
        }),
      });
    },
  );
});

describe("backtrader", () => {
  const rate = 0.001;
  const settings = { conventions: "backtrader", cash: 10_000, commission: { model: "percent", rate } } as const;

  test.each(SEEDS)(
    "runs random plan %d with market orders, short sales and orders beyond cash like the independent kernel",
    (seed) => {
      const plan = randomPlan(bars, seed, 1500, { exits: false, rests: false, share: 1, units: 24 });
      const kernel = backtraderKernel(bars, plan, 10_000, (units, price) => units * price * rate);
      same(kernel, plan, settings);
    },
  );

  test.each(SEEDS)(
    "runs random plan %d with limits, stops, stop-limit orders and orders beyond cash like the independent kernel",
    (seed) => {
      const plan = randomPlan(bars, seed, 1500, { exits: false, rests: true, stopLimits: true, share: 1, units: 24 });
      const kernel = backtraderKernel(bars, plan, 10_000, (units, price) => units * price * rate);
      same(kernel, plan, settings);
    },
  );
});

describe("zipline", () => {
  test.each(SEEDS)(
    "runs random plan %d with limits and stops at closes, volume limits and negative cash like the independent kernel",
    (seed) => {
      const plan = randomPlan(bars, seed, 1500, { exits: false, rests: true, share: 0.8, units: 60_000_000 });
      same(ziplineKernel(bars, plan, 1e11), plan, { conventions: "zipline", cash: 1e11 });
    },
  );

  // A third of the bars have a volume that is zero or too small for a fill.
  const { time, open, high, low, close } = bars;
  const volume = bars.volume.map((units, i) => [units, 0, units, 30, units, units][i % 6]!);
  const thin = new Bars("1d", { time, open, high, low, close, volume });
  const slips = [
    [{ of: 0.025, impact: 0.1 }, {}],
    [
      { of: 0.05, bps: 5 },
      { slippage: { model: "bps", bps: 5 }, volumeShare: 0.05 },
    ],
  ] as const;

  test.each(SEEDS)(
    "runs random plan %d with stop-limit orders, little volume and volume or basis-point slippage like the independent kernel",
    (seed) => {
      const habits = { exits: false, rests: true, stopLimits: true, share: 0.8, units: 60_000_000 } as const;
      const plan = randomPlan(thin, seed, 1500, habits);
      const [slip, settings] = slips[seed % 2]!;
      const kernel = ziplineKernel(thin, plan, 1e11, slip);
      same(kernel, plan, { conventions: "zipline", cash: 1e11, ...settings }, thin);
    },
  );

  test.each(SEEDS.slice(0, 10))(
    "runs random plan %d with the default costs of zipline-reloaded like the independent kernel",
    (seed) => {
      const habits = { exits: false, rests: true, stopLimits: true, share: 0.8, units: 240_000_000 } as const;
      const plan = randomPlan(thin, seed, 1500, habits);
      const kernel = ziplineKernel(thin, plan, 1e11, { of: 0.1, bps: 5 }, { each: 0.001, least: 0 });
      same(kernel, plan, { conventions: "zipline-reloaded", cash: 1e11 }, thin);
    },
  );
});
