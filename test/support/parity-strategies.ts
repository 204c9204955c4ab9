import { and, crossesAbove, crossesBelow, defineStrategy, isAbove, isBelow, ta } from "hindcast";
import { fromTechnicalIndicators } from "hindcast/technicalindicators";
import { ADX, bullish, MACD } from "technicalindicators";

/** Buys above averages of longer bars and above anchored VWAPs, and sells below them. */
export const longerBars = defineStrategy({
  name: "longer-bars",
  indicators: ({ bars, high, low, close, volume, anchor }) => {
    const days = bars("1wk");
    return {
      week: ta.sma(days.close, 2),
      lows: ta.ema(bars("1mo").low, 2),
      fast: ta.ema(close, 3),
      paid: ta.vwap(high, low, close, volume, anchor("month")),
      weekly: ta.vwap(days.high, days.low, days.close, days.volume, days.anchor("month")),
    };
  },
  onBar({ ind, bar, position, orders, log }) {
    const { week, lows, fast, paid, weekly } = ind;
    log([week.value, week.ago(3), lows.value, paid.vwap.value, weekly.vwap.value].join());
    if (position.flat && bar.close > paid.vwap.value * 0.99) orders.buy({ percent: 0.4 });
    else if (position.direction === "long" && fast.value < week.value) orders.close();
  },
});

/** Like `longerBars`, with bars of 15 minutes and an hour over minute bars. */
export const longerMinutes = defineStrategy({
  name: "longer-minutes",
  indicators: ({ bars, high, low, close, volume, anchor }) => ({
    quarter: ta.sma(bars("15m").close, 2),
    hour: ta.sma(bars("1h").high, 2),
    day: ta.sma(bars("1d").close, 2),
    paid: ta.vwap(high, low, close, volume, anchor("session")),
    both: ta.sma(bars("5m").close.subtract(close), 3),
  }),
  onBar({ ind, bar, position, orders, log }) {
    const { quarter, hour, day, paid, both } = ind;
    log([quarter.value, hour.value, hour.ago(20), day.value, paid.vwap.value, both.value].join());
    if (position.flat && bar.close > paid.vwap.value) orders.buy({ percent: 0.4 });
    else if (position.direction === "long" && bar.close < quarter.value) orders.close();
  },
});

/** Buys when it has no position. Its stop-loss trails the price by an amount and by a fraction in turn. */
export const trailingExits = defineStrategy({
  name: "trailing-exits",
  state: () => ({ entries: 0 }),
  onBar({ bar, position, orders, log, state }) {
    log(orders.open.map(({ id, type, status, quantity }) => `${id} ${type} ${status} ${quantity}`).join());
    if (!position.flat || orders.open.length > 0) return;
    const odd = state.entries++ % 2 === 1;
    const stopLoss = odd ? { trail: bar.close * 0.004 } : { trailPercent: 0.0035 };
    orders.buy({
      percent: 0.3,
      stopLoss,
      ...(odd ? { takeProfit: bar.close * 1.004 } : {}),
      tag: `trail ${state.entries}`,
    });
  },
});

/** Buys in a rising market with a bracket so narrow that many bars reach both of its exits. */
export const closeBrackets = defineStrategy({
  name: "close-brackets",
  indicators: ({ close }) => ({ mean: ta.ema(close, 4) }),
  onBar({ ind, bar, position, orders, portfolio, log }) {
    log(`${ind.mean.value} ${ind.mean.ago(2)} ${portfolio.equity} ${portfolio.buyingPower} ${position.quantity}`);
    if (!position.flat || orders.open.length > 0 || !(bar.close > ind.mean.value)) return;
    orders.buy({ percent: 0.3, takeProfit: bar.close * 1.004, stopLoss: bar.close * 0.996 });
  },
});

/** Buys by indicators of the library technicalindicators: on a rising trend or a candlestick pattern, while the trend is strong. */
export const foreignStudies = defineStrategy({
  name: "foreign-studies",
  indicators: (prices) => ({
    strength: fromTechnicalIndicators(ADX, { period: 3 })(prices),
    trend: fromTechnicalIndicators(MACD, {
      fastPeriod: 3,
      slowPeriod: 6,
      signalPeriod: 3,
      SimpleMAOscillator: false,
      SimpleMASignal: false,
    })(ta.sma(prices.close, 2)),
    hint: fromTechnicalIndicators(bullish)(prices),
  }),
  onBar({ ind, position, orders, log }) {
    const { strength, trend, hint } = ind;
    log([strength.adx.value, strength.pdi.ago(1), trend.histogram.value, hint.value].join());
    if (position.flat && (trend.histogram.value > 0 || hint.value === 1)) orders.buy({ percent: 0.4 });
    else if (position.direction === "long" && strength.mdi.value > strength.pdi.value) orders.close();
  },
});

/** Trades declared signals, long and short, with exits by the bars' range and an average of weekly bars. */
export const declaredTurns = defineStrategy({
  name: "declared-turns",
  indicators: ({ bars, high, low, close }) => ({
    fast: ta.ema(close, 3),
    slow: ta.ema(close, 6),
    day: ta.sma(bars("1wk").close, 1),
    range: ta.atr(high, low, close, 3),
  }),
  signals: ({ ind, close }) => ({
    enter: crossesAbove(ind.fast, ind.slow),
    exit: crossesBelow(ind.fast, ind.slow),
    enterShort: and(crossesBelow(ind.fast, ind.slow), isAbove(close, 1), isBelow(close, ind.day.multiply(2))),
    exitShort: crossesAbove(ind.fast, ind.slow),
    size: { percent: 0.4 },
    stopLoss: { trail: ind.range.multiply(2) },
    takeProfit: 0.03,
  }),
});
