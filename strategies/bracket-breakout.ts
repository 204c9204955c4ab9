import { defineStrategy, param, ta } from "hindcast";

/**
 * Rests a buy stop above the market, with a take-profit and a stop-loss: when one of them fills, the other is canceled.
 *
 * Known to fail where bars are wide: when one bar reaches both exits, its prices do not show which filled first, so the result depends on
 * an assumption (`intrabar`; the setting `band` shows both ends). A gap through the entry buys far above the planned price, with exits at
 * unchanged prices.
 */
export const bracketBreakout = defineStrategy({
  name: "bracket-breakout",
  description: "Buys with a stop order at the top of the channel, with a take-profit and a stop-loss.",
  params: {
    period: param.integer({ default: 20, min: 2, max: 300, description: "period of the channel, in bars" }),
    atr: param.integer({ default: 14, min: 2, max: 200, description: "period of the average true range, in bars" }),
    profit: param.number({
      default: 3,
      min: 0.1,
      max: 50,
      description: "distance of the take-profit, in average true ranges",
    }),
    loss: param.number({
      default: 1.5,
      min: 0.1,
      max: 50,
      description: "distance of the stop-loss, in average true ranges",
    }),
    share: param.number({ default: 0.95, min: 0.01, max: 1, description: "share of equity to invest" }),
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
