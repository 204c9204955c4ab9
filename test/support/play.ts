import {
  backtest,
  type BacktestResult,
  type BarContext,
  type Bars,
  defineStrategy,
  type Instrument,
  marketOf,
  type RunSettings,
} from "hindcast";
import { fillInWords, orderInWords } from "./in-words.ts";
import { when } from "./market.ts";

/** What a strategy does at a close, by the moment of the close: the day and time that `when` shows. */
export type Script = Readonly<Record<string, (context: BarContext) => unknown>>;

/** A scripted run, with its fills and orders in words. */
export interface Played {
  readonly result: BacktestResult;
  /** `2 00:00 buy 10 X at 102`, then what else there is to say. */
  readonly fills: readonly string[];
  /** `buy market 10: filled`. */
  readonly orders: readonly string[];
  /** `2 00:00 order 1 new`. */
  readonly events: readonly string[];
}

/**
 * Runs a script over bars. Its hooks are handed the first symbol's view. A daily bar of 2 January opens at `2 00:00` and closes at `3 00:00`;
 * a script says `2` for the close of that bar.
 */
export function play(
  bars: Bars | Readonly<Record<string, Bars>>,
  script: Script,
  settings: Partial<RunSettings> = {},
  given: Partial<Omit<Instrument, "symbol">> = {},
): Played {
  const bySymbol: Readonly<Record<string, Bars>> = "interval" in bars ? { X: bars as Bars } : bars;
  const instruments = Object.fromEntries(Object.keys(bySymbol).map((symbol) => [symbol, given]));
  const done = new Set<string>();
  const strategy = defineStrategy({
    name: "script",
    onBars(context) {
      const moment = when(context.time);
      const day = moment.endsWith(" 00:00") ? when(context.time - 1).split(" ")[0]! : moment;
      for (const key of new Set([moment, day])) {
        if (script[key] === undefined) continue;
        done.add(key);
        script[key](context.at(context.symbols[0]!));
      }
    },
  });
  const result = backtest(strategy, marketOf(bySymbol, instruments), settings);
  for (const key of Object.keys(script)) if (!done.has(key)) throw new Error(`no bar closed at ${key}`);
  return {
    result,
    fills: result.fills.map(fillInWords),
    orders: result.orders.map(orderInWords),
    events: result.orderEvents.map(
      ({ time, orderId, event, reason }) =>
        `${when(time)} order ${orderId} ${event}${reason === "" ? "" : `, ${reason}`}`,
    ),
  };
}
