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

/** Market, orders and settings of a random run, drawn separately so that a counterexample can be read and typed in by hand. */
export const arbitraryRun: fc.Arbitrary<ReturnType<typeof parts.generate>["value"]> = parts;

/** Runs a backtest with the given market, orders and settings. */
export function runOf({
  shape,
  commands,
  settings,
}: typeof arbitraryRun extends fc.Arbitrary<infer T> ? T : never): ArbitraryRun {
  const data = marketFrom(shape);
  const strategy = scripted(commands, shape.step);
  return { data, strategy, settings, result: backtest(strategy, data, settings) };
}
