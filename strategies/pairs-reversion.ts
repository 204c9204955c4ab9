import { defineStrategy, param, ta } from "hindcast";

/**
 * Bets that two prices that moved together come together again: sells the one that has become dear against the other short, buys the cheap one,
 * and leaves when their ratio is back at its mean.
 *
 * Known to fail when the two part for good, as most pairs do sooner or later: the mean that it waits for follows the ratio away, and each trade closes at
 * a loss. Both legs pay commission, and the short one pays borrow, which the default settings leave out.
 */
export const pairsReversion = defineStrategy({
  name: "pairs-reversion",
  description:
    "Of the first two symbols sells short the dear one and buys the cheap one when their ratio is far from its mean; on a margin account.",
  needs: { account: "margin", symbols: 2 },
  params: {
    period: param.integer({ default: 60, min: 5, max: 500, description: "period of the mean ratio, in bars" }),
    entry: param.number({ default: 2, min: 0.1, max: 10, description: "enter beyond this many standard deviations" }),
    exit: param.number({ default: 0.5, min: 0, max: 10, description: "leave within this many standard deviations" }),
    share: param.number({ default: 0.5, min: 0.01, max: 1, description: "worth of each leg, as a share of equity" }),
  },
  constraint: ({ entry, exit }) => exit < entry || "exit must be below entry",
  indicators: ({ bars, symbols }, { period }) => {
    const [first, second] = symbols as [string, string];
    const ratio = bars({ symbol: first }).close.divide(bars({ symbol: second }).close);
    return { zscore: ta.zscore(ratio.log(), period) };
  },
  onBars({ symbols, at, params, orders }) {
    const [first, second] = symbols as [string, string];
    const leg = at(first);
    if (!leg.closedNow || !at(second).closedNow) return;
    const score = leg.ind.zscore.value;
    if (!leg.position.flat || !at(second).position.flat) {
      // The mean may also be crossed within one bar.
      const away = leg.position.quantity > 0 ? -score : score;
      if (away < params.exit) orders.target({ [first]: 0, [second]: 0 }, { tag: "exit" });
    } else if (Math.abs(score) > params.entry) {
      const share = -Math.sign(score) * params.share;
      orders.target({ [first]: share, [second]: -share }, { tag: score > 0 ? "dear" : "cheap" });
    }
  },
});
