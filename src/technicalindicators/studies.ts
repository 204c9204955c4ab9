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
import { gain, loss } from "../primitives/numbers.ts";
import { readFields, readValue, study, studyOfLines } from "./study.ts";

/** Settings of a class whose only setting is the period. */
export interface PeriodSettings {
  /** Number of bars in the window. */
  readonly period: number;
}

const NONE = {};
const PERIOD = { period: true } as const;
const VALUES = ["values"] as const;
const HIGH_LOW = ["high", "low"] as const;
const HIGH_LOW_CLOSE = ["high", "low", "close"] as const;

/** Creates a class with one output, whose only setting is the period. */
function studyOfPeriod<const Field extends string>(
  name: string,
  fields: readonly Field[],
  indicator: { stream(period: number): { update(...inputs: number[]): number } },
) {
  return study({
    name,
    fields,
    required: PERIOD,
    stream: ({ period }: PeriodSettings) => indicator.stream(period),
    read: readValue,
  });
}

/** Simple moving average. */
export class SMA extends /* @__PURE__ */ studyOfPeriod("SMA", VALUES, sma) {}

/** Exponential moving average. */
export class EMA extends /* @__PURE__ */ studyOfPeriod("EMA", VALUES, ema) {}

/** Weighted moving average. */
export class WMA extends /* @__PURE__ */ studyOfPeriod("WMA", VALUES, wma) {}

/** Wilder's moving average. */
export class WEMA extends /* @__PURE__ */ studyOfPeriod("WEMA", VALUES, rma) {}

/** Settings of `MACD`. */
export interface MacdSettings {
  readonly fastPeriod: number;
  readonly slowPeriod: number;
  readonly signalPeriod: number;
  /** Whether the line uses simple instead of exponential averages; default: false. */
  readonly SimpleMAOscillator?: boolean;
  /** Whether the signal is a simple instead of an exponential average of the line; default: false. */
  readonly SimpleMASignal?: boolean;
}

/** Moving average convergence and divergence. */
export class MACD
  extends /* @__PURE__ */ study({
    name: "MACD",
    fields: VALUES,
    required: { fastPeriod: true, slowPeriod: true, signalPeriod: true },
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
    read: /* @__PURE__ */ readFields({ MACD: "line", signal: "signal", histogram: "histogram" }, "signal", "histogram"),
  }) {}

/** Relative strength index. */
export class RSI extends /* @__PURE__ */ studyOfPeriod("RSI", VALUES, rsi) {}

/** Bollinger bands. */
export class BollingerBands
  extends /* @__PURE__ */ study({
    name: "BollingerBands",
    fields: VALUES,
    required: { period: true, stdDev: true },
    stream: ({ period, stdDev }: PeriodSettings & { readonly stdDev: number }) => bollinger.stream(period, stdDev),
    read: /* @__PURE__ */ readFields({ middle: "middle", upper: "upper", lower: "lower", pb: "percentB" }),
  }) {}

/** Average directional index with both directional indicators. */
export class ADX
  extends /* @__PURE__ */ study({
    name: "ADX",
    fields: HIGH_LOW_CLOSE,
    required: PERIOD,
    stream: ({ period }: PeriodSettings) => adx.stream(period),
    read: /* @__PURE__ */ readFields({ adx: "adx", pdi: "plusDi", mdi: "minusDi" }),
  }) {}

/** Average true range. */
export class ATR extends /* @__PURE__ */ studyOfPeriod("ATR", HIGH_LOW_CLOSE, atr) {}

/** True range. */
export class TrueRange
  extends /* @__PURE__ */ study({
    name: "TrueRange",
    fields: HIGH_LOW_CLOSE,
    required: NONE,
    stream: () => trueRange.stream(),
    read: readValue,
  }) {}

/** Rate of change, in percent. */
export class ROC extends /* @__PURE__ */ studyOfPeriod("ROC", VALUES, roc) {}

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
export class KST
  extends /* @__PURE__ */ study({
    name: "KST",
    fields: VALUES,
    required: {
      ROCPer1: true,
      ROCPer2: true,
      ROCPer3: true,
      ROCPer4: true,
      SMAROCPer1: true,
      SMAROCPer2: true,
      SMAROCPer3: true,
      SMAROCPer4: true,
      signalPeriod: true,
    },
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
    read: /* @__PURE__ */ readFields({ kst: "kst", signal: "signal" }, "signal"),
  }) {}

/** Parabolic SAR. */
export class PSAR
  extends /* @__PURE__ */ study({
    name: "PSAR",
    fields: HIGH_LOW,
    required: { step: true, max: true },
    stream: ({ step, max: most }: { readonly step: number; readonly max: number }) => psar.stream(step, most),
    read: readValue,
  }) {}

/** Fast stochastic oscillator, with an average as %D. */
export class Stochastic
  extends /* @__PURE__ */ study({
    name: "Stochastic",
    fields: HIGH_LOW_CLOSE,
    required: { period: true, signalPeriod: true },
    stream: ({ period, signalPeriod }: PeriodSettings & { readonly signalPeriod: number }) =>
      stochastic.stream(period, 1, signalPeriod),
    read: /* @__PURE__ */ readFields({ k: "k", d: "d" }, "d"),
  }) {}

/** Williams %R. */
export class WilliamsR extends /* @__PURE__ */ studyOfPeriod("WilliamsR", HIGH_LOW_CLOSE, willr) {}

/** Accumulation and distribution line. */
export class ADL
  extends /* @__PURE__ */ study({
    name: "ADL",
    fields: ["high", "low", "close", "volume"],
    required: NONE,
    stream: () => ad.stream(),
    read: readValue,
  }) {}

/** On-balance volume. */
export class OBV
  extends /* @__PURE__ */ study({
    name: "OBV",
    fields: ["close", "volume"],
    required: NONE,
    stream: () => obv.stream(),
    read: readValue,
  }) {}

/** Rate of change of a triply smoothed exponential average, in percent. */
export class TRIX extends /* @__PURE__ */ studyOfPeriod("TRIX", VALUES, trix) {}

/** Force index. */
export class ForceIndex
  extends /* @__PURE__ */ study({
    name: "ForceIndex",
    fields: ["close", "volume"],
    required: NONE,
    stream: ({ period = 1 }: Partial<PeriodSettings>) => efi.stream(period),
    read: readValue,
  }) {}

/** Commodity channel index. */
export class CCI extends /* @__PURE__ */ studyOfPeriod("CCI", HIGH_LOW_CLOSE, cci) {}

/** Awesome oscillator. */
export class AwesomeOscillator
  extends /* @__PURE__ */ study({
    name: "AwesomeOscillator",
    fields: HIGH_LOW,
    required: { fastPeriod: true, slowPeriod: true },
    stream: ({ fastPeriod, slowPeriod }: { readonly fastPeriod: number; readonly slowPeriod: number }) =>
      ao.stream(fastPeriod, slowPeriod),
    read: readValue,
  }) {}

/** Volume-weighted average price of all bars since the first. */
export class VWAP
  extends /* @__PURE__ */ study({
    name: "VWAP",
    fields: ["high", "low", "close", "volume"],
    required: NONE,
    stream() {
      const stream = vwap.stream();
      return {
        update: (high: number, low: number, close: number, volume: number) =>
          stream.update(high, low, close, volume, 0).vwap,
      };
    },
    read: readValue,
  }) {}

/** Money flow index. */
export class MFI extends /* @__PURE__ */ studyOfPeriod("MFI", ["high", "low", "close", "volume"], mfi) {}

/** Settings of `StochasticRSI`. */
export interface StochasticRsiSettings {
  readonly rsiPeriod: number;
  readonly stochasticPeriod: number;
  readonly kPeriod: number;
  readonly dPeriod: number;
}

/** Stochastic RSI: the position of RSI in its recent range, its average %K, and the average %D of %K. */
export class StochasticRSI
  extends /* @__PURE__ */ study({
    name: "StochasticRSI",
    fields: VALUES,
    required: { rsiPeriod: true, stochasticPeriod: true, kPeriod: true, dPeriod: true },
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
    read: /* @__PURE__ */ readFields({ stochRSI: "stochRSI", k: "k", d: "d" }),
  }) {}

/** Average gain: Wilder's average of the upward changes, with 0 for other changes. */
export class AverageGain
  extends /* @__PURE__ */ study({
    name: "AverageGain",
    fields: VALUES,
    required: PERIOD,
    stream: ({ period }: PeriodSettings) => averageChange(gain, period),
    read: readValue,
  }) {}

/** Average loss: Wilder's average of the downward changes as positive numbers, with 0 for other changes. */
export class AverageLoss
  extends /* @__PURE__ */ study({
    name: "AverageLoss",
    fields: VALUES,
    required: PERIOD,
    stream: ({ period }: PeriodSettings) => averageChange(loss, period),
    read: readValue,
  }) {}

function averageChange(side: (change: number) => number, period: number) {
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
export class SD extends /* @__PURE__ */ studyOfPeriod("SD", VALUES, stddev) {}

/** Highest value of a window. */
export class Highest extends /* @__PURE__ */ studyOfPeriod("Highest", VALUES, max) {}

/** Lowest value of a window. */
export class Lowest extends /* @__PURE__ */ studyOfPeriod("Lowest", VALUES, min) {}

/** Sum of the last `period` values. */
export class Sum
  extends /* @__PURE__ */ study({
    name: "Sum",
    fields: VALUES,
    required: PERIOD,
    // Calling `sma.warmup` checks that the period is valid.
    stream: ({ period }: PeriodSettings) => new BlockSum(sma.warmup(period) + 1),
    read: readValue,
  }) {}

/** Ichimoku cloud. Each span value is on the bar on which it is known, not shifted forward. */
export class IchimokuCloud
  extends /* @__PURE__ */ study({
    name: "IchimokuCloud",
    fields: HIGH_LOW,
    required: NONE,
    stream: ({
      conversionPeriod = 9,
      basePeriod = 26,
      spanPeriod = 52,
    }: {
      readonly conversionPeriod?: number;
      readonly basePeriod?: number;
      readonly spanPeriod?: number;
      /** Shift of the spans on a chart. The setting does not affect any value. */
      readonly displacement?: number;
    }) => ichimoku.stream(conversionPeriod, basePeriod, spanPeriod),
    read: /* @__PURE__ */ readFields({ conversion: "conversion", base: "base", spanA: "spanA", spanB: "spanB" }),
  }) {}

/** Settings of `KeltnerChannels`. */
export interface KeltnerSettings {
  readonly maPeriod: number;
  readonly atrPeriod: number;
  readonly multiplier: number;
  /** Whether the middle is a simple instead of an exponential average of the close; default: false. */
  readonly useSMA?: boolean;
}

/** Keltner channels. */
export class KeltnerChannels
  extends /* @__PURE__ */ study({
    name: "KeltnerChannels",
    fields: HIGH_LOW_CLOSE,
    required: { maPeriod: true, atrPeriod: true, multiplier: true },
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
    read: /* @__PURE__ */ readFields({ middle: "middle", upper: "upper", lower: "lower" }),
  }) {}

/** Chandelier exit. */
export class ChandelierExit
  extends /* @__PURE__ */ study({
    name: "ChandelierExit",
    fields: HIGH_LOW_CLOSE,
    required: { period: true, multiplier: true },
    stream: ({ period, multiplier }: PeriodSettings & { readonly multiplier: number }) =>
      chandelier.stream(period, multiplier),
    read: /* @__PURE__ */ readFields({ exitLong: "long", exitShort: "short" }),
  }) {}

/** Cross up: true on a bar on which line A crosses line B upward. */
export class CrossUp
  extends /* @__PURE__ */ studyOfLines({
    name: "CrossUp",
    fields: ["lineA", "lineB"],
    required: NONE,
    stream: () => cross.stream(),
    read: (value: number): boolean => value === 1,
  }) {}

/** Cross down: true on a bar on which line A crosses line B downward. */
export class CrossDown
  extends /* @__PURE__ */ studyOfLines({
    name: "CrossDown",
    fields: ["lineA", "lineB"],
    required: NONE,
    stream: () => cross.stream(),
    read: (value: number): boolean => value === -1,
  }) {}
