import type * as ta from "./ta.ts";

/*
 * A file of its own, so that a page with an indicator does not load these texts. The oracle tests check the claims about TA-Lib,
 * technicalindicators and trading-signals.
 */
const FIRST_VALUE = "trading-signals starts its averages with the first value. Compare after the seeds have faded.";
const FIRST_RANGE = 'TradingView and trading-signals use `high - low` as the first true range: `firstTr: "highLow"`.';
const EIGHTY = "TA-Lib returns 80 or -80 if the two bodies have one end in common; here it is 100 or -100.";
const CONFIRMATION = "TA-Lib returns 200 or -200 on the bar that confirms the pattern; here it is 100 or -100.";

/** How other programs define an indicator of the same name, in sentences. An indicator without an entry has no known difference. */
export const INDICATOR_DIFFERENCES: { readonly [Name in keyof typeof ta]?: readonly string[] } = {
  ad: ["technicalindicators rounds the line to whole numbers, and counts a bar whose high equals its low as bought."],
  adosc: ['TA-Lib and trading-signals start both averages with the first value of the line: `seed: "first"`.'],
  adx: [
    'TA-Lib starts the averages with one move fewer: `init: "talib"`.',
    "technicalindicators returns no value before the first ADX, and lets rounding decide whether moves up and down are equal.",
    "trading-signals counts the first bar as a move, and counts equal moves in both directions. Its +DI and -DI are fractions.",
  ],
  adxr: [
    'TA-Lib starts the averages with one move fewer: `init: "talib"`.',
    "Some programs look back `period` bars; TA-Lib and Hindcast look back `period - 1`.",
    "trading-signals counts the first bar as a move, and counts equal moves in both directions.",
  ],
  alligator: ["trading-signals shifts the lines unless its shifts are 0, and starts all three with the jaw."],
  apo: ['TA-Lib uses simple averages by default: `average: "sma"`.', FIRST_VALUE],
  atr: [FIRST_RANGE],
  beta: [
    "TA-Lib computes one-bar returns of the prices itself, and takes the series in the opposite order. It returns 0 where `other` is constant.",
  ],
  bollinger: ["technicalindicators returns NaN as `pb` for bands of zero width; `percentB` is 0.5."],
  cci: ["technicalindicators and trading-signals return NaN for a window of constant prices; here it is 0."],
  chandeForecast: [
    "Some programs, such as trading-signals, use the forecast made one bar earlier: the previous `linregForecast`.",
  ],
  chandelier: [FIRST_RANGE],
  chop: ["trading-signals extends each bar to the previous close before it takes the highest high and the lowest low."],
  cmo: ['TA-Lib uses Wilder\'s averages instead of sums: `smoothing: "wilder"`.'],
  correlation: ["TA-Lib returns 0 where a series is constant; here there is no value."],
  cross: [
    "technicalindicators reports no cross where a line touches and turns back, and can report one on the first bar.",
  ],
  crsi: ['TradingView counts equal changes in the rank, as by default; trading-signals does not: `ties: "below"`.'],
  dema: [FIRST_VALUE],
  dpo: ["Charts often draw the value `floor(period / 2) + 1` bars before the bar at which it is known."],
  efficiencyRatio: ["trading-signals divides the move by the range of highs and lows, which is another measure."],
  efi: [FIRST_VALUE],
  elderRay: [FIRST_VALUE],
  ema: [
    'pandas (without adjustment) and trading-signals start with the first value: `seed: "first"`.',
    "technicalindicators treats an average of exactly 0 as missing.",
  ],
  emv: ["StockCharts uses a `divisor` of 100,000,000."],
  fisher: ["trading-signals counts a flat range as a price at its lowest, not in its middle."],
  frama: [
    "Where one half of the window has no range, Ehlers keeps the previous dimension. Here the average follows at once, as in the formula.",
    "trading-signals uses one series as high, low and price.",
  ],
  ichimoku: [
    "technicalindicators and trading-signals return all lines from the first bar of span B. Charts draw the spans `base` bars later.",
  ],
  kama: ["trading-signals also returns the price that the average starts from, one bar earlier."],
  keltner: [
    FIRST_RANGE,
    'With `band: "range"` TradingView averages over `period` bars, here over `atrPeriod`.',
    FIRST_VALUE,
  ],
  kst: ["technicalindicators leaves out a signal of exactly 0."],
  kvo: [
    "Some programs use the volume with the sign of the trend as the force.",
    "Klinger's middle term is `2 * height / cumulated - 1` here; there are other readings of the published formula.",
    FIRST_VALUE,
  ],
  linreg: ["The `prediction` of trading-signals is that of the next bar: `linregForecast`."],
  macd: [
    "TA-Lib starts the fast average later, so that both averages start on one bar: `alignSeeds: true`. It returns no value before the first signal.",
    FIRST_VALUE,
  ],
  mass: [FIRST_VALUE],
  mcginley: [
    "TradingView uses the full period: `share: 1`.",
    "The published formula does not limit the divisor. With a period of 14, a price below 59% of the average then moves the average past the price, and a price below 49% makes it negative.",
    "trading-signals starts with the first price.",
  ],
  mfi: [
    "TA-Lib returns 0 without any flow; here it is 50.",
    "technicalindicators rounds to two decimals, starts one bar later, counts an unchanged bar as falling, and lets rounding decide whether a bar is unchanged.",
  ],
  natr: [FIRST_RANGE],
  obv: ["technicalindicators and trading-signals start on the second bar, without the volume of the first."],
  percentRank: ['TradingView counts equal values, as `ties: "atMost"` does by default.'],
  pivots: [
    "For `woodie`, charts also use the open of the new period instead of the close. Such a pivot is known only after that open.",
  ],
  ppo: ['TA-Lib uses simple averages by default: `average: "sma"`.', FIRST_VALUE],
  prettyGood: ["trading-signals divides by an exponential average of an average true range."],
  psar: [
    "technicalindicators starts upward on the first bar, and does not reverse when a bar only touches the stop.",
    "trading-signals limits the stop by the bar before last only if the current bar reaches it. After a reversal upward it puts the stop 0.01 below the low.",
  ],
  pvo: [FIRST_VALUE],
  randomWalkIndex: [
    "trading-signals starts its walks of k bars one bar later, and measures them by Wilder's average of all true ranges so far.",
  ],
  rma: ["The RMA of trading-signals starts with the first value. Its WSMA agrees with this indicator."],
  roc: ["trading-signals returns a fraction, not a percentage."],
  rsi: [
    "Older versions of TA-Lib return 0 without any change; here it is 50.",
    "technicalindicators rounds to two decimals.",
  ],
  smi: [FIRST_VALUE],
  squeeze: [FIRST_RANGE, FIRST_VALUE],
  starc: [FIRST_RANGE],
  stc: [FIRST_VALUE],
  stddev: ["technicalindicators treats values of exactly 0 as missing."],
  stochastic: [
    "TA-Lib, technicalindicators and trading-signals return 0 for a flat range: `flat: 0`.",
    "technicalindicators computes the fast stochastic: `slowing: 1`. trading-signals returns no %K before the first %D.",
  ],
  stochrsi: [
    "TA-Lib does not slow %K and returns 0 for a flat range: `slowing: 1, flat: 0`.",
    "technicalindicators uses an RSI rounded to two decimals. trading-signals returns an unslowed fraction.",
  ],
  supertrend: [FIRST_RANGE, "TradingView reports the direction with the opposite sign: -1 up, 1 down."],
  t3: [FIRST_VALUE],
  tema: [FIRST_VALUE],
  trix: ["trading-signals returns the change in percent of the current average, not of the previous one.", FIRST_VALUE],
  trueRange: ["trading-signals returns `high - low` for the first bar."],
  tsi: [FIRST_VALUE],
  ulcer: [
    "Some programs, such as trading-signals, use a single window and forget older highs. Their values are lower.",
  ],
  ultosc: [
    "TA-Lib counts a window without any range as 0: `flat: 0`.",
    "trading-signals returns 50 as soon as the shortest window has no range. Other programs return no value then.",
  ],
  vidya: ["trading-signals has one period for the average and the momentum, and starts from the first price."],
  volumeRoc: ["trading-signals returns 0 if the earlier volume is zero; here there is no value."],
  vortex: ["trading-signals returns 0 if the window has no range; here there is no value."],
  vwap: ["technicalindicators and trading-signals never restart; here the average restarts where `anchor` changes."],
  willr: ["For a flat range TA-Lib returns 0, technicalindicators NaN and trading-signals -100; here it is -50."],
  zigzag: ["trading-signals measures the reversal in percent of the leg, not of the price."],
  zlema: [FIRST_VALUE],
  zscore: ["trading-signals throws for a window of constant values; here there is no value."],
  engulfing: [EIGHTY],
  harami: [EIGHTY],
  haramiCross: [EIGHTY],
  hikkake: [CONFIRMATION],
  modifiedHikkake: [CONFIRMATION],
};
