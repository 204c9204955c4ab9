import type { Bars } from "hindcast";
import type * as Indicatorts from "indicatorts";
import { requirePeer } from "../packages/load.ts";

/** Prepares a backtest of indicatorts over bars with their crossings. `gain` returns its profit as a fraction. */
export function indicatortsRun(
  bars: Bars,
  crossed: Int8Array,
): { readonly run: () => unknown; readonly gain: () => number } {
  const { Action, backtest } = requirePeer("indicatorts") as typeof Indicatorts;
  const asset = {
    dates: Array.from(bars.time, (time) => new Date(time)),
    openings: [...bars.open],
    highs: [...bars.high],
    lows: [...bars.low],
    closings: [...bars.close],
    volumes: [...bars.volume],
  };
  const { BUY, HOLD, SELL } = Action;
  const actions = Array.from(crossed, (sign) => (sign > 0 ? BUY : sign < 0 ? SELL : HOLD));
  const strategies = [{ name: "cross", strategy: () => actions }];
  const run = () => backtest(asset, strategies);
  return { run, gain: () => run()[0]!.gain };
}
