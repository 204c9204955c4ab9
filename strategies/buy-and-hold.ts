import { defineStrategy } from "hindcast";

/** Buys once and never sells: a benchmark for other strategies. */
export const buyAndHold = defineStrategy({
  name: "buy-and-hold",
  description: "Invests an equal share of equity in each symbol after its first bar, and holds.",
  state: () => ({ bought: [] as string[] }),
  onBar({ symbol, symbols, state, orders }) {
    if (state.bought.includes(symbol)) return;
    state.bought.push(symbol);
    orders.buy({ percent: 1 / symbols.length });
  },
});
