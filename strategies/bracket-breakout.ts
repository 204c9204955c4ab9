import { defineStrategy, param, ta } from "hindcast";

/**
 * Waits above the market with a stop to buy, and brings its exits along: a profit to take and a loss to cut, of which the one that fills cancels
 * the other.
 *
 * Known to fail where bars are wide: when one bar reaches both exits its prices do not tell which came first, so the result depends on an assumption
 * (`intrabar`; run it with `band` to see both ends). A gap through the entry buys far above the plan, with exits that stay where they were.
 */
export const bracketBreakout = defineStrategy({
  name: "bracket-breakout",
  description: "Buys by a stop at the top of the channel, with a limit for the profit and a stop for the loss.",
  params: {
    period: param.integer({ default: 20, min: 2, max: 300, description: "period of the channel, in bars" }),
    atr: param.integer({ default: 14, min: 2, max: 200, description: "period of the average true range, in bars" }),
    profit: param.number({ default: 3, min: 0.1, max: 50, description: "profit to take, in average true ranges" }),
    loss: param.number({ default: 1.5, min: 0.1, max: 50, description: "loss to cut, in average true ranges" }),
    share: param.number({ default: 0.95, min: 0.01, max: 1, description: "share of equity to buy for" }),
  },
  indicators: ({ high, low, close }, params) => ({
    channel: ta.donchian(high, low, params.period),
    atr: ta.atr(high, low, close, params.atr),
  }),
  onBar({ ind, params, position, symbols, orders }) {
    if (!position.flat) return;
    const stop = ind.channel.upper.value;
    const range = ind.atr.value;
    const stopLoss = stop - params.loss * range;
    if (!(range > 0 && stopLoss > 0)) return;
    orders.cancelAll();
    orders.buy({ percent: params.share / symbols.length, stop, takeProfit: stop + params.profit * range, stopLoss });
  },
});
