import { defineStrategy, param, ta } from "hindcast";

/**
 * Bets that the ratio of two prices returns to its mean: sells short the symbol that became expensive, buys the other, and exits when the
 * ratio is near its mean.
 *
 * Known to fail when the two diverge for good, as most pairs do sooner or later: the mean follows the ratio, and each trade closes at a
 * loss. Both legs pay commission, and the short leg pays a borrow fee, which is 0 by default.
 */
export const pairsReversion = defineStrategy({
  name: "pairs-reversion",
  description:
    "Trades the first two symbols when their price ratio is far from its mean: shorts the expensive one, buys the cheap one. Needs a margin account.",
  needs: { account: "margin", symbols: 2 },
  params: {
    period: param.integer({ default: 60, min: 5, max: 500, description: "period of the mean ratio, in bars" }),
    entry: param.number({ default: 2, min: 0.1, max: 10, description: "enter beyond this many standard deviations" }),
    exit: param.number({ default: 0.5, min: 0, max: 10, description: "exit within this many standard deviations" }),
    share: param.number({ default: 0.5, min: 0.01, max: 1, description: "value of each leg, as a share of equity" }),
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
      // The distance from the mean is negative if one bar moved the ratio across its mean.
      const away = leg.position.quantity > 0 ? -score : score;
      if (away < params.exit) orders.target({ [first]: 0, [second]: 0 }, { tag: "exit" });
    } else if (Math.abs(score) > params.entry) {
      const share = -Math.sign(score) * params.share;
      orders.target({ [first]: share, [second]: -share }, { tag: score > 0 ? "expensive" : "cheap" });
    }
  },
});
