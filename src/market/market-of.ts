import { parameterError } from "../primitives/check.ts";
import type { Bars } from "./bars.ts";
import { instrument, type Instrument } from "./instrument.ts";
import type { MarketData } from "./market-data.ts";

/**
 * Market data of bars that a program already has, by symbol.
 *
 * @example
 * const data = marketOf({ SPY: bars });
 * const other = marketOf({ BTCUSD: hours }, { BTCUSD: { lot: 0.0001 } });
 */
export function marketOf(
  bars: Readonly<Record<string, Bars>>,
  instruments: Readonly<Record<string, Partial<Omit<Instrument, "symbol">>>> = {},
  notes: readonly string[] = [],
): MarketData {
  const stray = Object.keys(instruments).find((symbol) => !Object.hasOwn(bars, symbol));
  if (stray !== undefined)
    throw parameterError("instruments", `of the symbols that have bars, ${Object.keys(bars).join(", ")}`, stray);
  const series = Object.entries(bars).map(([symbol, of]) => ({
    instrument: instrument(symbol, instruments[symbol]),
    bars: of,
  }));
  return { series, notes };
}
