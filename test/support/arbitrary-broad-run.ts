import * as fc from "fast-check";
import { backtest, Bars, type Fill } from "hindcast";
import { Backtest } from "../../src/engine/backtest.ts";
import { RunPlan } from "../../src/engine/run-plan.ts";
import type { Phase } from "../../src/simulation/simulation.ts";
import { arbitraryConventions, arbitraryFlow, flowing } from "./arbitrary-flow.ts";
import { arbitraryMarket, mapMarket, marketFrom } from "./arbitrary-market.ts";
import { type ArbitraryRun, arbitraryRun, runOf } from "./arbitrary-run.ts";

const parts = fc.record({
  shape: arbitraryMarket,
  volumes: fc.array(fc.constantFrom(0, 7, 40, 40, 200, 1000), { minLength: 1, maxLength: 6 }),
  commands: arbitraryFlow,
  settings: arbitraryConventions,
});

type BroadParts = typeof parts extends fc.Arbitrary<infer T> ? T : never;

/** Random market with volumes, random orders of every kind, and random settings of how orders fill. */
export const arbitraryBroadRun: fc.Arbitrary<BroadParts> = parts;

/** Runs a backtest with the given market, orders and settings. */
export function broadRunOf({ shape, volumes, commands, settings }: BroadParts): ArbitraryRun {
  const data = mapMarket(
    marketFrom(shape),
    ({ interval, time, open, high, low, close }) =>
      new Bars(interval, { time, open, high, low, close, volume: time.map((_, i) => volumes[i % volumes.length]!) }),
  );
  const strategy = flowing(commands, shape.step);
  return { data, strategy, settings, result: backtest(strategy, data, settings) };
}

/** The two kinds of random backtests, for laws that hold for each. */
export const RUNS: readonly {
  readonly kind: string;
  readonly parts: fc.Arbitrary<any>;
  readonly run: (parts: any) => ArbitraryRun;
}[] = [
  { kind: "with default settings", parts: arbitraryRun, run: runOf },
  { kind: "with random conventions", parts: arbitraryBroadRun, run: broadRunOf },
];

/** A fill with its phase, and what was known then: last prices, and the bars of its instrument. */
export interface PlacedFill {
  readonly fill: Fill;
  readonly phase: Phase;
  readonly marks: Readonly<Record<string, number>>;
  /** Index of the last bar that had opened by the fill, and of the last bar that had closed. */
  readonly opened: number;
  readonly closed: number;
}

/** Returns the fills of a backtest that stops after every phase of every point in time. */
export function placedFills({ data, strategy, settings, result }: ArbitraryRun): PlacedFill[] {
  const going = new Backtest(new RunPlan(strategy, data, { settings }));
  const starts = data.series.flatMap(({ bars }) => [...bars.time]);
  const times = new Set(starts);
  const length = data.series[0]!.bars.interval === "1d" ? 86_400_000 : 3_600_000;
  for (const time of starts) times.add(time + length).add((Math.floor(time / 86_400_000) + 1) * 86_400_000);
  const placed: PlacedFill[] = [];
  const symbols = going.simulation.feeds.map(({ instrument }) => instrument.symbol);
  for (const time of [...times].toSorted((a, b) => a - b)) {
    for (const phase of [1, 2, 3, 4, 5, 6, 7] as const) {
      going.advance(time, phase);
      const marks = Object.fromEntries(going.simulation.feeds.map(({ instrument, last }) => [instrument.symbol, last]));
      for (const fill of going.simulation.portfolio.entries.fills(symbols, placed.length)) {
        const { opened, closed } = going.simulation.feeds[symbols.indexOf(fill.symbol)]!;
        placed.push({ fill, phase, marks, opened, closed });
      }
    }
  }
  if (placed.length !== result.fills.length) throw new Error("stopping changed the fills");
  return placed;
}
