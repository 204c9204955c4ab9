import type { RunBars, RunFill, RunResult } from "../engine/run-result.ts";
import type { Bars } from "../market/bars.ts";
import type { Instrument } from "../market/instrument.ts";
import { paired, type Column } from "../primitives/column.ts";

/** The bars of one symbol that a run traded, without those of its warm-up, and what lies over them. */
export interface TradedSeries {
  readonly instrument: Instrument;
  readonly bars: Bars;
  /** Date of each bar's session, milliseconds of its midnight in UTC. */
  readonly date: Column;
  readonly indicators: readonly TradedIndicator[];
  /** The fills of the symbol, and the bar in which each happened. */
  readonly fills: readonly RunFill[];
  readonly fillBars: readonly number[];
}

/** An indicator of the strategy, one value for each of the traded bars. */
export interface TradedIndicator {
  readonly name: string;
  readonly key: string;
  readonly values: Column;
}

/** Bars of the entry and exit of a trade. An open trade ends in the last bar. */
export interface TradeBars {
  readonly entry: number;
  readonly exit: number;
}

/** The series of a run in the order of its symbols: the run's own bars from the first in its range on. */
export function tradedSeries(result: RunResult): TradedSeries[] {
  return result.series.map((series) => {
    const { instrument, bars, first } = series;
    const { symbol } = instrument;
    const fills = result.fills.filter((fill) => fill.symbol === symbol);
    return {
      instrument,
      bars: bars.slice(first),
      date: paired(`dates of ${symbol}`, series.date, "its bars", bars.time).subarray(first),
      indicators: result.indicators
        .filter((indicator) => indicator.symbol === symbol)
        .map(({ name, key, values }) => ({
          name,
          key,
          values: paired(`indicator ${name} of ${symbol}`, values, "its bars", bars.time).subarray(first),
        })),
      fills,
      fillBars: fills.map(({ bar }) => traded(bar, series)),
    };
  });
}

/** The bars of each trade of a run, by the order of its trades. */
export function barsOfTrades({ trades, series }: Pick<RunResult, "trades" | "series">): TradeBars[] {
  const bySymbol = new Map(series.map((one) => [one.instrument.symbol, one]));
  return trades.map(({ symbol, entryBar, exitBar }) => {
    const own = bySymbol.get(symbol)!;
    return { entry: traded(entryBar, own), exit: traded(exitBar, own) };
  });
}

/** A bar of the run counted from the first that it traded: what fills in the bar that forms as the run begins is shown in that one. */
function traded(bar: number, { first }: Pick<RunBars, "first">): number {
  return Math.max(0, bar - first);
}
