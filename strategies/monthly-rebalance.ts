import { defineStrategy, param } from "hindcast";

/**
 * Holds several symbols at fixed shares of equity, and rebalances once a month.
 *
 * Known to fail when one symbol falls for good: each month it sells winners to buy more of the loser. It also pays commissions, and in
 * practice taxes, that buy and hold avoids.
 */
export const monthlyRebalance = defineStrategy({
  name: "monthly-rebalance",
  description: "Rebalances each symbol to its share of equity after the first session of each month.",
  params: {
    weights: param.text({
      default: "",
      description: "shares of equity, such as SPY=0.6,TLT=0.4; empty for equal shares",
    }),
    buffer: param.number({ default: 0.01, min: 0, max: 0.9, description: "share of equity that stays in cash" }),
  },
  constraint: ({ weights }) =>
    weightsOf(weights).every(([symbol, weight]) => symbol !== "" && Number.isFinite(weight)) ||
    "weights must be SYMBOL=SHARE,...",
  state: () => ({ month: "" }),
  onBars({ time, symbols, state, params, at, orders }) {
    // A session that closes at midnight belongs to the previous day.
    const month = new Date(time - 1).toISOString().slice(0, 7);
    if (month === state.month) return;
    state.month = month;
    const priced = symbols.filter((symbol) => at(symbol).bar.index >= 0);
    const weightedSymbols = weightsOf(params.weights);
    const targets =
      weightedSymbols.length > 0 ? weightedSymbols : symbols.map((symbol) => [symbol, 1 / symbols.length] as const);
    // Symbols without bars yet get no order. Symbols that the run lacks are kept, so that orders.target() throws an error.
    const weights = targets.filter(([symbol]) => priced.includes(symbol) || !symbols.includes(symbol));
    orders.target(Object.fromEntries(weights), { buffer: params.buffer });
  },
});

/** Parses `SPY=0.6,TLT=0.4` into pairs. */
function weightsOf(text: string): (readonly [symbol: string, weight: number])[] {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  return parts.map((part) => {
    const at = part.lastIndexOf("=");
    const weight = part.slice(at + 1).trim();
    return [part.slice(0, Math.max(0, at)).trim(), weight === "" ? NaN : Number(weight)] as const;
  });
}
