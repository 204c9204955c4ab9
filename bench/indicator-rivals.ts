import { bollinger, ema, macd, rsi, sma, stochastic } from "hindcast/indicators";
import * as indicatorts from "indicatorts";
import * as technical from "technicalindicators";
import * as signals from "trading-signals";

/** Columns as we take them, arrays and objects as the others do; all of them made before anything is timed. */
export interface BenchData {
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly highs: number[];
  readonly lows: number[];
  readonly closes: number[];
  readonly candles: { high: number; low: number; close: number }[];
}

/** One indicator on the same data everywhere: as columns, into given columns, bar by bar, and in other libraries. */
export interface Rivals {
  readonly inputs: number;
  readonly outputs: number;
  ours(data: BenchData): unknown;
  into(data: BenchData, outs: readonly Float64Array[]): unknown;
  stream(data: BenchData): unknown;
  technicalindicators(data: BenchData): unknown;
  tradingSignals(data: BenchData): unknown;
  indicatorts(data: BenchData): unknown;
}

/** The indicators that are measured, with their usual parameters. */
export const rivals: Readonly<Record<string, Rivals>> = {
  sma: {
    inputs: 1,
    outputs: 1,
    ours: ({ close }) => sma(close, 20),
    into: ({ close }, [out]) => sma.into(out!, close, 20),
    stream({ close }) {
      const stream = sma.stream(20);
      let last = 0;
      for (let i = 0; i < close.length; i++) last = stream.update(close[i]!);
      return last;
    },
    technicalindicators: ({ closes }) => technical.SMA.calculate({ values: closes, period: 20 }),
    tradingSignals({ closes }) {
      const stream = new signals.SMA(20);
      return closes.map((close) => stream.update(close, false));
    },
    indicatorts: ({ closes }) => indicatorts.sma(closes, { period: 20 }),
  },
  ema: {
    inputs: 1,
    outputs: 1,
    ours: ({ close }) => ema(close, 20),
    into: ({ close }, [out]) => ema.into(out!, close, 20),
    stream({ close }) {
      const stream = ema.stream(20);
      let last = 0;
      for (let i = 0; i < close.length; i++) last = stream.update(close[i]!);
      return last;
    },
    technicalindicators: ({ closes }) => technical.EMA.calculate({ values: closes, period: 20 }),
    tradingSignals({ closes }) {
      const stream = new signals.EMA(20);
      return closes.map((close) => stream.update(close, false));
    },
    indicatorts: ({ closes }) => indicatorts.ema(closes, { period: 20 }),
  },
  rsi: {
    inputs: 1,
    outputs: 1,
    ours: ({ close }) => rsi(close, 14),
    into: ({ close }, [out]) => rsi.into(out!, close, 14),
    stream({ close }) {
      const stream = rsi.stream(14);
      let last = 0;
      for (let i = 0; i < close.length; i++) last = stream.update(close[i]!);
      return last;
    },
    technicalindicators: ({ closes }) => technical.RSI.calculate({ values: closes, period: 14 }),
    tradingSignals({ closes }) {
      const stream = new signals.RSI(14);
      return closes.map((close) => stream.update(close, false));
    },
    indicatorts: ({ closes }) => indicatorts.rsi(closes, { period: 14 }),
  },
  macd: {
    inputs: 1,
    outputs: 3,
    ours: ({ close }) => macd(close, 12, 26, 9),
    into: ({ close }, [line, signal, histogram]) =>
      macd.into({ macd: line!, signal: signal!, histogram: histogram! }, close, 12, 26, 9),
    stream({ close }) {
      const stream = macd.stream(12, 26, 9);
      let last = 0;
      for (let i = 0; i < close.length; i++) last = stream.update(close[i]!).histogram;
      return last;
    },
    technicalindicators: ({ closes }) =>
      technical.MACD.calculate({
        values: closes,
        fastPeriod: 12,
        slowPeriod: 26,
        signalPeriod: 9,
        SimpleMAOscillator: false,
        SimpleMASignal: false,
      }),
    tradingSignals({ closes }) {
      const stream = new signals.MACD(new signals.EMA(12), new signals.EMA(26), new signals.EMA(9));
      return closes.map((close) => stream.update(close, false));
    },
    indicatorts: ({ closes }) => indicatorts.macd(closes, { fast: 12, slow: 26, signal: 9 }),
  },
  bollinger: {
    inputs: 1,
    outputs: 5,
    ours: ({ close }) => bollinger(close, 20, 2),
    into: ({ close }, [upper, middle, lower, percentB, bandwidth]) =>
      bollinger.into(
        { upper: upper!, middle: middle!, lower: lower!, percentB: percentB!, bandwidth: bandwidth! },
        close,
        20,
        2,
      ),
    stream({ close }) {
      const stream = bollinger.stream(20, 2);
      let last = 0;
      for (let i = 0; i < close.length; i++) last = stream.update(close[i]!).upper;
      return last;
    },
    technicalindicators: ({ closes }) => technical.BollingerBands.calculate({ values: closes, period: 20, stdDev: 2 }),
    tradingSignals({ closes }) {
      const stream = new signals.BollingerBands(20, 2);
      return closes.map((close) => stream.update(close, false));
    },
    indicatorts: ({ closes }) => indicatorts.bollingerBands(closes, { period: 20 }),
  },
  stochastic: {
    inputs: 3,
    outputs: 2,
    ours: ({ high, low, close }) => stochastic(high, low, close, 14, 3, 3),
    into: ({ high, low, close }, [k, d]) => stochastic.into({ k: k!, d: d! }, high, low, close, 14, 3, 3),
    stream({ high, low, close }) {
      const stream = stochastic.stream(14, 3, 3);
      let last = 0;
      for (let i = 0; i < close.length; i++) last = stream.update(high[i]!, low[i]!, close[i]!).d;
      return last;
    },
    // These two do not slow %K: one average less than ours.
    technicalindicators: ({ highs, lows, closes }) =>
      technical.Stochastic.calculate({ high: highs, low: lows, close: closes, period: 14, signalPeriod: 3 }),
    indicatorts: ({ highs, lows, closes }) =>
      indicatorts.stochasticOscillator(highs, lows, closes, { kPeriod: 14, dPeriod: 3 }),
    tradingSignals({ candles }) {
      const stream = new signals.StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 3, dPeriod: 3 });
      return candles.map((candle) => stream.update(candle, false));
    },
  },
};
