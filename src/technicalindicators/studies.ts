import { ad } from "../indicators/ad.ts";
import { adx } from "../indicators/adx.ts";
import { ao } from "../indicators/ao.ts";
import { atr } from "../indicators/atr.ts";
import { bollinger } from "../indicators/bollinger.ts";
import { cci } from "../indicators/cci.ts";
import { chandelier } from "../indicators/chandelier.ts";
import { cross } from "../indicators/cross.ts";
import { efi } from "../indicators/efi.ts";
import { ema } from "../indicators/ema.ts";
import { ichimoku } from "../indicators/ichimoku.ts";
import { kst } from "../indicators/kst.ts";
import { max } from "../indicators/max.ts";
import { mfi } from "../indicators/mfi.ts";
import { min } from "../indicators/min.ts";
import { obv } from "../indicators/obv.ts";
import { psar } from "../indicators/psar.ts";
import { rma } from "../indicators/rma.ts";
import { roc } from "../indicators/roc.ts";
import { rsi } from "../indicators/rsi.ts";
import { sma } from "../indicators/sma.ts";
import { stddev } from "../indicators/stddev.ts";
import { stochastic } from "../indicators/stochastic.ts";
import { stochrsi } from "../indicators/stochrsi.ts";
import { trix } from "../indicators/trix.ts";
import { trueRange } from "../indicators/true-range.ts";
import { vwap } from "../indicators/vwap.ts";
import { willr } from "../indicators/willr.ts";
import { wma } from "../indicators/wma.ts";
import { BlockSum } from "../primitives/block-sum.ts";
import { gain, loss } from "../primitives/change.ts";
import { several, single, study, studyOfLines } from "./study.ts";

/** Settings of a study with a window. */
export interface PeriodSettings {
  /** Bars in the window. */
  readonly period: number;
}

const VALUES = ["values"] as const;
const HIGH_LOW = ["high", "low"] as const;
const HIGH_LOW_CLOSE = ["high", "low", "close"] as const;

/** Simple moving average. */
export const SMA = /* @__PURE__ */ study({
  name: "SMA",
  fields: VALUES,
  stream: ({ period }: PeriodSettings) => sma.stream(period),
  read: single,
});

/** Exponential moving average. */
export const EMA = /* @__PURE__ */ study({
  name: "EMA",
  fields: VALUES,
  stream: ({ period }: PeriodSettings) => ema.stream(period),
  read: single,
});

/** Weighted moving average. */
export const WMA = /* @__PURE__ */ study({
  name: "WMA",
  fields: VALUES,
  stream: ({ period }: PeriodSettings) => wma.stream(period),
  read: single,
});

/** Wilder's moving average. */
export const WEMA = /* @__PURE__ */ study({
  name: "WEMA",
  fields: VALUES,
  stream: ({ period }: PeriodSettings) => rma.stream(period),
  read: single,
});

/** Settings of `MACD`. */
export interface MacdSettings {
  readonly fastPeriod: number;
  readonly slowPeriod: number;
  readonly signalPeriod: number;
  /** Takes simple averages of the price; exponential ones unless given. */
  readonly SimpleMAOscillator?: boolean;
  /** Takes a simple average of the line as its signal; an exponential one unless given. */
  readonly SimpleMASignal?: boolean;
}

/** Moving average convergence and divergence. */
export const MACD = /* @__PURE__ */ study({
  name: "MACD",
  fields: VALUES,
  stream({ fastPeriod, slowPeriod, signalPeriod, SimpleMAOscillator, SimpleMASignal }: MacdSettings) {
    const average = SimpleMAOscillator ? sma : ema;
    const fast = average.stream(fastPeriod);
    const slow = average.stream(slowPeriod);
    const signals = (SimpleMASignal ? sma : ema).stream(signalPeriod);
    return {
      update(value: number) {
        const line = fast.update(value) - slow.update(value);
        const signal = signals.update(line);
        return { line, signal, histogram: line - signal };
      },
    };
  },
  read: /* @__PURE__ */ several({ MACD: "line", signal: "signal", histogram: "histogram" }, "signal", "histogram"),
});

/** Relative strength index. */
export const RSI = /* @__PURE__ */ study({
  name: "RSI",
  fields: VALUES,
  stream: ({ period }: PeriodSettings) => rsi.stream(period),
  read: single,
});

/** Bollinger bands. */
export const BollingerBands = /* @__PURE__ */ study({
  name: "BollingerBands",
  fields: VALUES,
  stream: ({ period, stdDev }: PeriodSettings & { readonly stdDev: number }) => bollinger.stream(period, stdDev),
  read: /* @__PURE__ */ several({ middle: "middle", upper: "upper", lower: "lower", pb: "percentB" }),
});

/** Average directional index, with both directional indicators. */
export const ADX = /* @__PURE__ */ study({
  name: "ADX",
  fields: HIGH_LOW_CLOSE,
  stream: ({ period }: PeriodSettings) => adx.stream(period),
  read: /* @__PURE__ */ several({ adx: "adx", pdi: "plusDi", mdi: "minusDi" }),
});

/** Average true range. */
export const ATR = /* @__PURE__ */ study({
  name: "ATR",
  fields: HIGH_LOW_CLOSE,
  stream: ({ period }: PeriodSettings) => atr.stream(period),
  read: single,
});

/** True range. */
export const TrueRange = /* @__PURE__ */ study({
  name: "TrueRange",
  fields: HIGH_LOW_CLOSE,
  stream: () => trueRange.stream(),
  read: single,
});

/** Rate of change, in percent. */
export const ROC = /* @__PURE__ */ study({
  name: "ROC",
  fields: VALUES,
  stream: ({ period }: PeriodSettings) => roc.stream(period),
  read: single,
});

/** Settings of `KST`. */
export interface KstSettings {
  readonly ROCPer1: number;
  readonly ROCPer2: number;
  readonly ROCPer3: number;
  readonly ROCPer4: number;
  readonly SMAROCPer1: number;
  readonly SMAROCPer2: number;
  readonly SMAROCPer3: number;
  readonly SMAROCPer4: number;
  readonly signalPeriod: number;
}

/** Know sure thing. */
export const KST = /* @__PURE__ */ study({
  name: "KST",
  fields: VALUES,
  stream: (given: KstSettings) =>
    kst.stream({
      roc1: given.ROCPer1,
      roc2: given.ROCPer2,
      roc3: given.ROCPer3,
      roc4: given.ROCPer4,
      sma1: given.SMAROCPer1,
      sma2: given.SMAROCPer2,
      sma3: given.SMAROCPer3,
      sma4: given.SMAROCPer4,
      signal: given.signalPeriod,
    }),
  read: /* @__PURE__ */ several({ kst: "kst", signal: "signal" }, "signal"),
});

/** Parabolic SAR. */
export const PSAR = /* @__PURE__ */ study({
  name: "PSAR",
  fields: HIGH_LOW,
  stream: ({ step, max: most }: { readonly step: number; readonly max: number }) => psar.stream(step, most),
  read: single,
});

/** Stochastic oscillator: the fast one, with an average of it. */
export const Stochastic = /* @__PURE__ */ study({
  name: "Stochastic",
  fields: HIGH_LOW_CLOSE,
  stream: ({ period, signalPeriod }: PeriodSettings & { readonly signalPeriod: number }) =>
    stochastic.stream(period, 1, signalPeriod),
  read: /* @__PURE__ */ several({ k: "k", d: "d" }, "d"),
});

/** Williams %R. */
export const WilliamsR = /* @__PURE__ */ study({
  name: "WilliamsR",
  fields: HIGH_LOW_CLOSE,
  stream: ({ period }: PeriodSettings) => willr.stream(period),
  read: single,
});

/** Accumulation and distribution line. */
export const ADL = /* @__PURE__ */ study({
  name: "ADL",
  fields: ["high", "low", "close", "volume"],
  stream: () => ad.stream(),
  read: single,
});

/** On-balance volume. */
export const OBV = /* @__PURE__ */ study({
  name: "OBV",
  fields: ["close", "volume"],
  stream: () => obv.stream(),
  read: single,
});

/** Rate of change of a triple exponential average, in percent. */
export const TRIX = /* @__PURE__ */ study({
  name: "TRIX",
  fields: VALUES,
  stream: ({ period }: PeriodSettings) => trix.stream(period),
  read: single,
});

/** Force index. */
export const ForceIndex = /* @__PURE__ */ study({
  name: "ForceIndex",
  fields: ["close", "volume"],
  stream: ({ period = 1 }: Partial<PeriodSettings>) => efi.stream(period),
  read: single,
});

/** Commodity channel index. */
export const CCI = /* @__PURE__ */ study({
  name: "CCI",
  fields: HIGH_LOW_CLOSE,
  stream: ({ period }: PeriodSettings) => cci.stream(period),
  read: single,
});

/** Awesome oscillator. */
export const AwesomeOscillator = /* @__PURE__ */ study({
  name: "AwesomeOscillator",
  fields: HIGH_LOW,
  stream: ({ fastPeriod, slowPeriod }: { readonly fastPeriod: number; readonly slowPeriod: number }) =>
    ao.stream(fastPeriod, slowPeriod),
  read: single,
});

/** Volume-weighted average price since the first bar. */
export const VWAP = /* @__PURE__ */ study({
  name: "VWAP",
  fields: ["high", "low", "close", "volume"],
  stream() {
    const stream = vwap.stream();
    return {
      update: (high: number, low: number, close: number, volume: number) =>
        stream.update(high, low, close, volume, 0).vwap,
    };
  },
  read: single,
});

/** Money flow index. */
export const MFI = /* @__PURE__ */ study({
  name: "MFI",
  fields: ["high", "low", "close", "volume"],
  stream: ({ period }: PeriodSettings) => mfi.stream(period),
  read: single,
});

/** Settings of `StochasticRSI`. */
export interface StochasticRsiSettings {
  readonly rsiPeriod: number;
  readonly stochasticPeriod: number;
  readonly kPeriod: number;
  readonly dPeriod: number;
}

/** Stochastic RSI: the place of the index in its range, an average of it and an average of that. */
export const StochasticRSI = /* @__PURE__ */ study({
  name: "StochasticRSI",
  fields: VALUES,
  stream({ rsiPeriod, stochasticPeriod, kPeriod, dPeriod }: StochasticRsiSettings) {
    const place = stochrsi.stream(rsiPeriod, stochasticPeriod, 1, kPeriod);
    const averages = sma.stream(dPeriod);
    return {
      update(value: number) {
        const { k, d } = place.update(value);
        return { stochRSI: k, k: d, d: averages.update(d) };
      },
    };
  },
  read: /* @__PURE__ */ several({ stochRSI: "stochRSI", k: "k", d: "d" }),
});

/** Wilder's average of what changes of a value add. */
export const AverageGain = /* @__PURE__ */ study({
  name: "AverageGain",
  fields: VALUES,
  stream: ({ period }: PeriodSettings) => changes(gain, period),
  read: single,
});

/** Wilder's average of what changes of a value take. */
export const AverageLoss = /* @__PURE__ */ study({
  name: "AverageLoss",
  fields: VALUES,
  stream: ({ period }: PeriodSettings) => changes(loss, period),
  read: single,
});

function changes(side: (change: number) => number, period: number) {
  const average = rma.stream(period);
  let last = NaN;
  return {
    update(value: number): number {
      const change = value - last;
      last = value;
      return average.update(side(change));
    },
  };
}

/** Standard deviation of a window. */
export const SD = /* @__PURE__ */ study({
  name: "SD",
  fields: VALUES,
  stream: ({ period }: PeriodSettings) => stddev.stream(period),
  read: single,
});

/** Highest value of a window. */
export const Highest = /* @__PURE__ */ study({
  name: "Highest",
  fields: VALUES,
  stream: ({ period }: PeriodSettings) => max.stream(period),
  read: single,
});

/** Lowest value of a window. */
export const Lowest = /* @__PURE__ */ study({
  name: "Lowest",
  fields: VALUES,
  stream: ({ period }: PeriodSettings) => min.stream(period),
  read: single,
});

/** Sum of a window. */
export const Sum = /* @__PURE__ */ study({
  name: "Sum",
  fields: VALUES,
  // The average checks the period.
  stream: ({ period }: PeriodSettings) => new BlockSum(sma.warmup(period) + 1),
  read: single,
});

/** Ichimoku cloud, each span on the bar that it is made of. */
export const IchimokuCloud = /* @__PURE__ */ study({
  name: "IchimokuCloud",
  fields: HIGH_LOW,
  stream: ({
    conversionPeriod,
    basePeriod,
    spanPeriod,
  }: {
    readonly conversionPeriod: number;
    readonly basePeriod: number;
    readonly spanPeriod: number;
    /** How far ahead a chart draws the spans: no value depends on it. */
    readonly displacement?: number;
  }) => ichimoku.stream(conversionPeriod, basePeriod, spanPeriod),
  read: /* @__PURE__ */ several({ conversion: "conversion", base: "base", spanA: "spanA", spanB: "spanB" }),
});

/** Settings of `KeltnerChannels`. */
export interface KeltnerSettings {
  readonly maPeriod: number;
  readonly atrPeriod: number;
  readonly multiplier: number;
  /** Takes a simple average of the close; an exponential one unless given. */
  readonly useSMA?: boolean;
}

/** Keltner channels. */
export const KeltnerChannels = /* @__PURE__ */ study({
  name: "KeltnerChannels",
  fields: HIGH_LOW_CLOSE,
  stream({ maPeriod, atrPeriod, multiplier, useSMA }: KeltnerSettings) {
    const averages = (useSMA ? sma : ema).stream(maPeriod);
    const ranges = atr.stream(atrPeriod);
    return {
      update(high: number, low: number, close: number) {
        const middle = averages.update(close);
        const reach = multiplier * ranges.update(high, low, close);
        return { middle, upper: middle + reach, lower: middle - reach };
      },
    };
  },
  read: /* @__PURE__ */ several({ middle: "middle", upper: "upper", lower: "lower" }),
});

/** Chandelier exit. */
export const ChandelierExit = /* @__PURE__ */ study({
  name: "ChandelierExit",
  fields: HIGH_LOW_CLOSE,
  stream: ({ period, multiplier }: PeriodSettings & { readonly multiplier: number }) =>
    chandelier.stream(period, multiplier),
  read: /* @__PURE__ */ several({ exitLong: "long", exitShort: "short" }),
});

/** Whether line A crosses line B upward. */
export const CrossUp = /* @__PURE__ */ studyOfLines({
  name: "CrossUp",
  fields: ["lineA", "lineB"],
  stream: () => cross.stream(),
  read: (value: number): boolean => value === 1,
});

/** Whether line A crosses line B downward. */
export const CrossDown = /* @__PURE__ */ studyOfLines({
  name: "CrossDown",
  fields: ["lineA", "lineB"],
  stream: () => cross.stream(),
  read: (value: number): boolean => value === -1,
});
