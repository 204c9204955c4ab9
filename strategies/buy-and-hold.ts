import { defineStrategy } from "hindcast";

/** Buys once and never sells: what every other strategy has to beat. */
export const buyAndHold = defineStrategy({
  name: "buy-and-hold",
  description: "Spends equal parts of the cash on every symbol after its first bar and holds.",
  state: () => ({ bought: [] as string[] }),
  onBar({ symbol, symbols, state, orders }) {
    if (state.bought.includes(symbol)) return;
    state.bought.push(symbol);
    orders.buy({ percent: 1 / symbols.length });
  },
});
