import { backtest, type Bars, defineStrategy, marketOf, type RunSettings } from "hindcast";
import type { TargetOptions } from "../../src/engine/strategy-orders.ts";
import type { TargetLine, TargetWeights } from "../../src/engine/target-weights.ts";
import { fillText } from "./order-text.ts";
import { flatBars } from "./market.ts";

/** Bars at a constant price, so that an order fills at the price by which it was sized. */
export const still = (price: number) => flatBars(Array.from({ length: 8 }, () => price));

interface Case {
  readonly prices: Readonly<Record<string, number | Bars>>;
  /** Target weights, by the index of the bar at whose close they are set. */
  readonly targets: Readonly<Record<number, TargetWeights>>;
  readonly options?: TargetOptions;
  readonly settings?: Partial<RunSettings>;
  readonly lots?: Readonly<Record<string, number>>;
}

/** Runs order targets over symbols. Returns the lines of the last target, and all fills as text. */
export function runTargets({ prices, targets, options, settings, lots = {} }: Case) {
  let lines: readonly TargetLine[] = [];
  let at = -1;
  const strategy = defineStrategy({
    name: "targets",
    onBars({ orders }) {
      const weights = targets[++at];
      if (weights !== undefined) lines = orders.target(weights, options);
    },
  });
  const bars = Object.fromEntries(
    Object.entries(prices).map(([symbol, price]) => [symbol, typeof price === "number" ? still(price) : price]),
  );
  const given = Object.fromEntries(Object.keys(prices).map((symbol) => [symbol, { lot: lots[symbol] ?? 1 }]));
  const result = backtest(strategy, marketOf(bars, given), { cash: 10_000, ...settings });
  return {
    lines,
    result,
    quantities: Object.fromEntries(lines.map(({ symbol, quantity }) => [symbol, quantity])),
    changes: Object.fromEntries(lines.map(({ symbol, change }) => [symbol, change])),
    notes: lines.map(({ note }) => note),
    fills: result.fills.map(fillText),
  };
}
