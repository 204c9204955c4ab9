import * as fc from "fast-check";
import { type AnyStrategy, backtest, type BacktestResult, type MarketData, type RunSettings } from "hindcast";
import { arbitraryMarket, marketFrom } from "./arbitrary-market.ts";
import { arbitraryCommands, arbitrarySettings, scripted } from "./arbitrary-orders.ts";

/** Random market, random orders and random settings. */
export interface ArbitraryRun {
  readonly data: MarketData;
  readonly strategy: AnyStrategy;
  readonly settings: Partial<RunSettings>;
  readonly result: BacktestResult;
}

const parts = fc.record({ shape: arbitraryMarket, commands: arbitraryCommands, settings: arbitrarySettings });

/** Parts of a random run, so that a counterexample is readable and can be typed in by hand. */
export const arbitraryRun: fc.Arbitrary<ReturnType<typeof parts.generate>["value"]> = parts;

/** Runs the given parts. */
export function runOf({
  shape,
  commands,
  settings,
}: typeof arbitraryRun extends fc.Arbitrary<infer T> ? T : never): ArbitraryRun {
  const data = marketFrom(shape);
  const strategy = scripted(commands, shape.step);
  return { data, strategy, settings, result: backtest(strategy, data, settings) };
}
