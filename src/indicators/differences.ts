import type * as ta from "./ta.ts";

/*
 * These texts are in a separate file, so that a web page with an indicator does not load them. The tests in test/oracles check the
 * statements about TA-Lib, technicalindicators and trading-signals.
 */
const FIRST_VALUE =
  "trading-signals starts its averages with the first value, so compare only after the influence of the first values has faded.";
const FIRST_RANGE =
  'TradingView and trading-signals use `high - low` as the first true range, as with `firstTr: "highLow"`.';
const EIGHTY = "TA-Lib returns 80 or -80 if the two bodies have one end in common. Hindcast returns 100 or -100.";
const CONFIRMATION = "TA-Lib returns 200 or -200 on the bar that confirms the pattern. Hindcast returns 100 or -100.";

/** States how other programs compute an indicator differently. An indicator without an entry has no known difference. */
export const INDICATOR_DIFFERENCES: { readonly [Name in keyof typeof ta]?: readonly string[] } = {
  ad: [
    "technicalindicators rounds the values to whole numbers, and adds the volume of a bar whose high equals its low.",
  ],
  adosc: ['TA-Lib and trading-signals start both averages with the first value, as with `seed: "first"`.'],
  adx: [
    'TA-Lib starts the averages with one price move fewer, as with `init: "talib"`.',
    "technicalindicators returns no value before the first ADX, and lets rounding decide whether moves up and down are equal.",
    "trading-signals counts the first bar as a price move, and counts equal moves up and down. Its +DI and -DI are fractions.",
  ],
  adxr: [
    'TA-Lib starts the averages with one price move fewer, as with `init: "talib"`.',
    "Some programs average with the value `period` bars ago. TA-Lib and Hindcast use the one `period - 1` bars ago.",
    "trading-signals counts the first bar as a price move, and counts equal moves up and down.",
  ],
  alligator: [
    "trading-signals shifts the lines unless its shifts are set to 0, and starts all three lines on the first bar of the jaw.",
  ],
  apo: ['TA-Lib uses simple averages by default, as with `average: "sma"`.', FIRST_VALUE],
  atr: [FIRST_RANGE],
  beta: [
    "TA-Lib computes one-bar returns of the prices itself, and takes the series in the opposite order. It returns 0 if `other` is constant.",
  ],
  bollinger: ["technicalindicators returns NaN as `pb` for bands of zero width. In Hindcast `percentB` is then 0.5."],
  cci: ["technicalindicators and trading-signals return NaN for a window of constant prices. Hindcast returns 0."],
  chandeForecast: [
    "Some programs, such as trading-signals, compare the price with the forecast of the bar before, the previous `linregForecast`.",
  ],
  chandelier: [FIRST_RANGE],
  chop: ["trading-signals extends each bar to the previous close before it takes the highest high and the lowest low."],
  cmo: ['TA-Lib uses Wilder\'s averages instead of sums, as with `smoothing: "wilder"`.'],
  correlation: ["TA-Lib returns 0 if a series is constant. Hindcast has no value then."],
  cross: [
    "technicalindicators reports no cross if a line touches and turns back, and can report a cross on the first bar.",
  ],
  crsi: [
    'TradingView counts equal changes in the rank, which is the default of Hindcast. trading-signals does not, as with `ties: "below"`.',
  ],
  dema: [FIRST_VALUE],
  dpo: ["Charts often draw a value `floor(period / 2) + 1` bars before the bar on which it is known."],
  efficiencyRatio: ["trading-signals divides the price move by the range of highs and lows, which is another measure."],
  efi: [FIRST_VALUE],
  elderRay: [FIRST_VALUE],
  ema: [
    'pandas (with `adjust=False`) and trading-signals start with the first value, as with `seed: "first"`.',
    "technicalindicators treats an average of exactly 0 as missing.",
  ],
  emv: ["StockCharts uses a `divisor` of 100,000,000."],
  fisher: ["trading-signals counts a flat range as a price at the low of the range, not in its middle."],
  frama: [
    "If one half of the window has no range, Ehlers keeps the previous dimension. Hindcast applies the formula, so that the average equals the price.",
    "trading-signals uses one series as high, low and price.",
  ],
  ichimoku: [
    "technicalindicators and trading-signals start all lines on the first bar of span B. Charts draw the spans `base` bars later.",
  ],
  kama: ["trading-signals also returns the price that the average starts from, one bar earlier."],
  keltner: [
    FIRST_RANGE,
    'With `band: "range"` TradingView averages over `period` bars, Hindcast over `atrPeriod` bars.',
    FIRST_VALUE,
  ],
  kst: ["technicalindicators leaves out a signal of exactly 0."],
  kvo: [
    "Some programs use the volume with the sign of the trend as the volume force.",
    "Hindcast reads the middle term of Klinger's formula as `2 * height / cumulated - 1`. Other programs read it differently.",
    FIRST_VALUE,
  ],
  linreg: ["The `prediction` of trading-signals is the forecast for the next bar, like `linregForecast`."],
  macd: [
    "TA-Lib starts both averages on one bar, as with `alignSeeds: true`. It returns no value before the first signal.",
    FIRST_VALUE,
  ],
  mass: [FIRST_VALUE],
  mcginley: [
    "TradingView uses the full period, as with `share: 1`.",
    "The published formula does not limit the divisor. With a period of 14, a price below 59% of the average then moves the average past the price, and a price below 49% makes it negative.",
    "trading-signals starts the average with the first price.",
  ],
  mfi: [
    "TA-Lib returns 0 for a window without money flow. Hindcast returns 50.",
    "technicalindicators rounds to two decimals, starts one bar later and counts an unchanged bar as falling. Rounding errors decide whether a bar is unchanged.",
  ],
  natr: [FIRST_RANGE],
  obv: ["technicalindicators and trading-signals start on the second bar, without the volume of the first."],
  percentRank: ['TradingView counts equal values, as with the default `ties: "atMost"`.'],
  pivots: [
    "For `woodie`, some charts use the open of the new session instead of the last close. Such a pivot is known only after the open.",
  ],
  ppo: ['TA-Lib uses simple averages by default, as with `average: "sma"`.', FIRST_VALUE],
  prettyGood: ["trading-signals divides by an exponential average of an average true range."],
  psar: [
    "technicalindicators starts upward on the first bar, and does not reverse when a bar only touches the stop.",
    "trading-signals limits the stop by the bar before last only if the current bar reaches the stop. After a reversal upward it sets the stop 0.01 below the low.",
  ],
  pvo: [FIRST_VALUE],
  randomWalkIndex: [
    "trading-signals starts a walk of k bars one bar later, and divides by Wilder's average of all true ranges so far.",
  ],
  rma: ["The RMA of trading-signals starts with the first value. The WSMA of trading-signals equals `rma`."],
  roc: ["trading-signals returns a fraction, not a percentage."],
  rsi: [
    "Older versions of TA-Lib return 0 if the price never changed. Hindcast returns 50.",
    "technicalindicators rounds the values to two decimals.",
  ],
  smi: [FIRST_VALUE],
  squeeze: [FIRST_RANGE, FIRST_VALUE],
  starc: [FIRST_RANGE],
  stc: [FIRST_VALUE],
  stddev: ["technicalindicators treats values of exactly 0 as missing."],
  stochastic: [
    "TA-Lib, technicalindicators and trading-signals return 0 for a flat range, as with `flat: 0`.",
    "technicalindicators computes the fast stochastic, as with `slowing: 1`. trading-signals returns no %K before the first %D.",
  ],
  stochrsi: [
    "TA-Lib does not slow %K and returns 0 for a flat range, as with `slowing: 1, flat: 0`.",
    "technicalindicators uses an RSI rounded to two decimals. trading-signals returns a fraction without slowing.",
  ],
  supertrend: [FIRST_RANGE, "TradingView reports the direction with the opposite sign, -1 for up and 1 for down."],
  t3: [FIRST_VALUE],
  tema: [FIRST_VALUE],
  trix: ["trading-signals returns the change in percent of the current average, not of the previous one.", FIRST_VALUE],
  trueRange: ["trading-signals returns `high - low` for the first bar."],
  tsi: [FIRST_VALUE],
  ulcer: [
    "Some programs, such as trading-signals, use a single window, which contains fewer old highs. Their values are lower.",
  ],
  ultosc: [
    "TA-Lib counts a window without any range as 0, as with `flat: 0`.",
    "trading-signals returns 50 if the shortest window has no range. Other programs return no value then.",
  ],
  vidya: ["trading-signals has a single period for average and momentum, and starts the average with the first price."],
  volumeRoc: ["trading-signals returns 0 if the earlier volume is zero. Hindcast has no value then."],
  vortex: ["trading-signals returns 0 if the window has no range. Hindcast has no value then."],
  vwap: [
    "technicalindicators and trading-signals never restart the average. Hindcast restarts it when `anchor` changes.",
  ],
  willr: ["For a flat range TA-Lib returns 0, technicalindicators NaN, trading-signals -100 and Hindcast -50."],
  zigzag: ["trading-signals measures the reversal in percent of the last leg, not of the price."],
  zlema: [FIRST_VALUE],
  zscore: ["trading-signals throws for a window of constant values. Hindcast has no value then."],
  engulfing: [EIGHTY],
  harami: [EIGHTY],
  haramiCross: [EIGHTY],
  hikkake: [CONFIRMATION],
  modifiedHikkake: [CONFIRMATION],
};
