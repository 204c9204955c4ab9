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
import { fillText, orderText } from "./order-text.ts";
import { when } from "./market.ts";

/** What a strategy does when bars close, by the time of the close as `when` formats it, or by a day for the close of its daily bar. */
export type Script = Readonly<Record<string, (context: BarContext) => unknown>>;

/** A run of a script, with its fills, orders and events as text. */
export interface Played {
  readonly result: BacktestResult;
  /** Fills such as `2 00:00 buy 10 X at 102`. Commission, slippage and ambiguity follow if there are any. */
  readonly fills: readonly string[];
  /** Orders such as `buy market 10: filled`. */
  readonly orders: readonly string[];
  /** Events of orders such as `2 00:00 order 1 new`. */
  readonly events: readonly string[];
}

/**
 * Runs a script over bars. Its functions receive the context of the first symbol. The daily bar of 2 January opens at `2 00:00` and closes
 * at `3 00:00`; the key `2` means its close.
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
    fills: result.fills.map(fillText),
    orders: result.orders.map(orderText),
    events: result.orderEvents.map(
      ({ time, orderId, event, reason }) =>
        `${when(time)} order ${orderId} ${event}${reason === "" ? "" : `, ${reason}`}`,
    ),
  };
}
