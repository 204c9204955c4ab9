import { defineStrategy, param } from "hindcast";

/**
 * Holds several symbols in fixed shares of equity and brings them back to those shares once a month.
 *
 * Known to fail when one of them falls for good: every month it sells what rose to buy more of what fell. It also pays commissions and, in the real
 * world, taxes for what buy and hold has for nothing.
 */
export const monthlyRebalance = defineStrategy({
  name: "monthly-rebalance",
  description: "Brings every symbol to its share of equity after the first session of each month.",
  params: {
    weights: param.text({
      default: "",
      description: "shares of equity such as SPY=0.6,TLT=0.4; equal ones for all symbols when empty",
    }),
    buffer: param.number({ default: 0.01, min: 0, max: 0.9, description: "share of equity that stays in cash" }),
  },
  constraint: ({ weights }) =>
    weightsOf(weights).every(([symbol, weight]) => symbol !== "" && Number.isFinite(weight)) ||
    "weights must be SYMBOL=SHARE,...",
  state: () => ({ month: "" }),
  onBars({ time, symbols, state, params, at, orders }) {
    // A session that closes at midnight belongs to the day before.
    const month = new Date(time - 1).toISOString().slice(0, 7);
    if (month === state.month) return;
    state.month = month;
    const priced = symbols.filter((symbol) => at(symbol).bar.index >= 0);
    const given = weightsOf(params.weights);
    const wanted = given.length > 0 ? given : symbols.map((symbol) => [symbol, 1 / symbols.length] as const);
    // Who is not yet traded is left out, and its share stays in cash; a symbol that the run does not have is refused.
    const weights = wanted.filter(([symbol]) => priced.includes(symbol) || !symbols.includes(symbol));
    orders.target(Object.fromEntries(weights), { buffer: params.buffer });
  },
});

/** `SPY=0.6,TLT=0.4` as pairs. */
function weightsOf(text: string): (readonly [symbol: string, weight: number])[] {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  return parts.map((part) => {
    const at = part.lastIndexOf("=");
    const weight = part.slice(at + 1).trim();
    return [part.slice(0, Math.max(0, at)).trim(), weight === "" ? NaN : Number(weight)] as const;
  });
}
