import { compileFunction } from "node:vm";
import * as indicatorts from "indicatorts";
import * as technicalindicators from "technicalindicators";
import * as signals from "trading-signals";
import type { BenchData } from "./support/bench-data.ts";

/** Calls that compute one of Hindcast's indicators in other libraries, with equal parameters and bars. */
export interface Rival {
  /** Parameters for Hindcast, if its defaults would not do the same work as the other libraries. */
  readonly params?: Readonly<Record<string, number | string | boolean>>;
  /** Outputs to compute, if other libraries lack some of Hindcast's outputs. */
  readonly outputs?: readonly string[];
  technicalindicators?(data: BenchData): unknown;
  /** Computes with trading-signals bar by bar, as its streams are meant to be used. */
  tradingSignals?(data: BenchData): unknown;
  indicatorts?(data: BenchData): unknown;
}

const LOOP = "let last; for (const value of values) last = stream.update(value, false); return last;";

type Loop = (stream: { update(value: never, replace: boolean): unknown }, values: readonly unknown[]) => unknown;

/** Returns a function that updates a new stream with each value of a column. Each indicator has its own loop, which is faster. */
function streamed<C extends "candles" | "closes" | "volumes">(
  column: C,
  make: () => { update(value: BenchData[C][number], replace: boolean): unknown },
): (data: BenchData) => unknown {
  const loop = compileFunction(LOOP, ["stream", "values"]) as Loop;
  return (data) => loop(make(), data[column]);
}

/** Calls of other libraries for the indicators that they share with Hindcast, by Hindcast's name. */
export const rivals: Readonly<Record<string, Rival>> = {
  ad: {
    technicalindicators: ({ highs, lows, closes, volumes }) =>
      technicalindicators.ADL.calculate({ high: highs, low: lows, close: closes, volume: volumes }),
    tradingSignals: streamed("candles", () => new signals.AD()),
    indicatorts: ({ highs, lows, closes, volumes }) => indicatorts.ad(highs, lows, closes, volumes),
  },
  adosc: { tradingSignals: streamed("candles", () => new signals.ADOSC({ fastPeriod: 3, slowPeriod: 10 })) },
  adx: {
    technicalindicators: ({ highs, lows, closes }) =>
      technicalindicators.ADX.calculate({ high: highs, low: lows, close: closes, period: 14 }),
    tradingSignals: streamed("candles", () => new signals.ADX(14)),
  },
  adxr: { tradingSignals: streamed("candles", () => new signals.ADXR(14)) },
  alligator: {
    tradingSignals: streamed("candles", () => new signals.Alligator({ jawShift: 0, teethShift: 0, lipsShift: 0 })),
  },
  alma: { tradingSignals: streamed("closes", () => new signals.ALMA(9)) },
  ao: {
    technicalindicators: ({ highs, lows }) =>
      technicalindicators.AwesomeOscillator.calculate({ high: highs, low: lows, fastPeriod: 5, slowPeriod: 34 }),
    tradingSignals: streamed("candles", () => new signals.AO(5, 34)),
    indicatorts: ({ highs, lows }) => indicatorts.ao(highs, lows, { fast: 5, slow: 34 }),
  },
  apo: {
    tradingSignals: streamed("closes", () => new signals.APO({ fastPeriod: 12, slowPeriod: 26 })),
    indicatorts: ({ closes }) => indicatorts.apo(closes, { fast: 12, slow: 26 }),
  },
  aroon: {
    tradingSignals: streamed("candles", () => new signals.Aroon(14)),
    indicatorts: ({ highs, lows }) => indicatorts.aroon(highs, lows, { period: 14 }),
  },
  atr: {
    technicalindicators: ({ highs, lows, closes }) =>
      technicalindicators.ATR.calculate({ high: highs, low: lows, close: closes, period: 14 }),
    tradingSignals: streamed("candles", () => new signals.ATR(14)),
    // indicatorts also returns the true ranges, and uses a simple average.
    indicatorts: ({ highs, lows, closes }) => indicatorts.averageTrueRange(highs, lows, closes, { period: 14 }),
  },
  bollinger: {
    outputs: ["upper", "middle", "lower"],
    technicalindicators: ({ closes }) =>
      technicalindicators.BollingerBands.calculate({ values: closes, period: 20, stdDev: 2 }),
    tradingSignals: streamed("closes", () => new signals.BollingerBands(20, 2)),
    indicatorts: ({ closes }) => indicatorts.bollingerBands(closes, { period: 20 }),
  },
  bop: {
    tradingSignals: streamed("candles", () => new signals.BOP()),
    indicatorts: ({ opens, highs, lows, closes }) => indicatorts.bop(opens, highs, lows, closes),
  },
  cci: {
    technicalindicators: ({ highs, lows, closes }) =>
      technicalindicators.CCI.calculate({ high: highs, low: lows, close: closes, period: 20 }),
    tradingSignals: streamed("candles", () => new signals.CCI(20)),
    indicatorts: ({ highs, lows, closes }) => indicatorts.cci(highs, lows, closes, { period: 20 }),
  },
  chandeForecast: { tradingSignals: streamed("closes", () => new signals.CFO(14)) },
  chandelier: {
    technicalindicators: ({ highs, lows, closes }) =>
      technicalindicators.ChandelierExit.calculate({
        high: highs,
        low: lows,
        close: closes,
        period: 22,
        multiplier: 3,
      }),
    tradingSignals: streamed("candles", () => new signals.ChandelierExit({ interval: 22, multiplier: 3 })),
  },
  chop: { tradingSignals: streamed("candles", () => new signals.CHOP(14)) },
  cmf: {
    tradingSignals: streamed("candles", () => new signals.CMF(20)),
    indicatorts: ({ highs, lows, closes, volumes }) => indicatorts.cmf(highs, lows, closes, volumes, { period: 20 }),
  },
  cmo: { tradingSignals: streamed("closes", () => new signals.CMO(14)) },
  coppock: { tradingSignals: streamed("closes", () => new signals.CoppockCurve()) },
  crsi: { tradingSignals: streamed("closes", () => new signals.ConnorsRSI()) },
  dema: {
    tradingSignals: streamed("closes", () => new signals.DEMA(20)),
    indicatorts: ({ closes }) => indicatorts.dema(closes, { period: 20 }),
  },
  demarker: { tradingSignals: streamed("candles", () => new signals.DeMarker({ interval: 14 })) },
  disparity: { tradingSignals: streamed("closes", () => new signals.DisparityIndex(14)) },
  donchian: { tradingSignals: streamed("candles", () => new signals.DonchianChannels(20)) },
  dpo: { tradingSignals: streamed("closes", () => new signals.DPO(20)) },
  efi: {
    technicalindicators: ({ closes, volumes }) =>
      technicalindicators.ForceIndex.calculate({ close: closes, volume: volumes, period: 13 }),
    tradingSignals: streamed("candles", () => new signals.ForceIndex(13)),
    indicatorts: ({ closes, volumes }) => indicatorts.fi(closes, volumes, { period: 13 }),
  },
  elderRay: { tradingSignals: streamed("candles", () => new signals.ElderRay(13)) },
  ema: {
    technicalindicators: ({ closes }) => technicalindicators.EMA.calculate({ values: closes, period: 20 }),
    tradingSignals: streamed("closes", () => new signals.EMA(20)),
    indicatorts: ({ closes }) => indicatorts.ema(closes, { period: 20 }),
  },
  emv: {
    tradingSignals: streamed("candles", () => new signals.EMV(14)),
    indicatorts: ({ highs, lows, volumes }) => indicatorts.emv(highs, lows, volumes, { period: 14 }),
  },
  fisher: {
    // trading-signals has no trigger line.
    tradingSignals: streamed("candles", () => new signals.FisherTransform(10)),
  },
  frama: {
    // trading-signals uses one series for high and low, so it computes half of the extremes.
    tradingSignals: streamed("closes", () => new signals.FRAMA(16)),
  },
  heikinAshi: {
    // technicalindicators needs timestamps, and copies them.
    technicalindicators: ({ opens, highs, lows, closes, volumes }) =>
      technicalindicators.HeikinAshi.calculate({
        open: opens,
        high: highs,
        low: lows,
        close: closes,
        volume: volumes,
        timestamp: volumes,
      }),
  },
  hma: { tradingSignals: streamed("closes", () => new signals.HMA(20)) },
  ichimoku: {
    technicalindicators: ({ highs, lows }) =>
      technicalindicators.IchimokuCloud.calculate({
        high: highs,
        low: lows,
        conversionPeriod: 9,
        basePeriod: 26,
        spanPeriod: 52,
        displacement: 26,
      }),
    tradingSignals: streamed("candles", () => new signals.IchimokuCloud()),
  },
  kama: { tradingSignals: streamed("closes", () => new signals.KAMA(10)) },
  keltner: {
    technicalindicators: ({ highs, lows, closes }) =>
      technicalindicators.KeltnerChannels.calculate({
        high: highs,
        low: lows,
        close: closes,
        maPeriod: 20,
        atrPeriod: 10,
        multiplier: 2,
        useSMA: false,
      }),
    tradingSignals: streamed("candles", () => new signals.KeltnerChannels()),
  },
  kst: {
    technicalindicators: ({ closes }) =>
      technicalindicators.KST.calculate({
        values: closes,
        ROCPer1: 10,
        ROCPer2: 15,
        ROCPer3: 20,
        ROCPer4: 30,
        SMAROCPer1: 10,
        SMAROCPer2: 10,
        SMAROCPer3: 10,
        SMAROCPer4: 15,
        signalPeriod: 9,
      }),
    // trading-signals has no signal line.
    tradingSignals: streamed("closes", () => new signals.KST()),
  },
  kvo: {
    // trading-signals has no signal line, so it computes one average less.
    tradingSignals: streamed("candles", () => new signals.KVO(34, 55)),
  },
  linreg: { tradingSignals: streamed("closes", () => new signals.LinearRegression(14)) },
  linregForecast: { tradingSignals: streamed("closes", () => new signals.LinearRegression(14)) },
  linregIntercept: { tradingSignals: streamed("closes", () => new signals.LinearRegression(14)) },
  linregSlope: { tradingSignals: streamed("closes", () => new signals.LinearRegression(14)) },
  macd: {
    technicalindicators: ({ closes }) =>
      technicalindicators.MACD.calculate({
        values: closes,
        fastPeriod: 12,
        slowPeriod: 26,
        signalPeriod: 9,
        SimpleMAOscillator: false,
        SimpleMASignal: false,
      }),
    tradingSignals: streamed(
      "closes",
      () => new signals.MACD(new signals.EMA(12), new signals.EMA(26), new signals.EMA(9)),
    ),
    indicatorts: ({ closes }) => indicatorts.macd(closes, { fast: 12, slow: 26, signal: 9 }),
  },
  mass: {
    tradingSignals: streamed("candles", () => new signals.MassIndex(25)),
    indicatorts: ({ highs, lows }) => indicatorts.massIndex(highs, lows, { emaPeriod: 9, miPeriod: 25 }),
  },
  max: {
    technicalindicators: ({ closes }) => technicalindicators.Highest.calculate({ values: closes, period: 30 }),
    indicatorts: ({ closes }) => indicatorts.mmax(closes, { period: 30 }),
  },
  mcginley: { tradingSignals: streamed("closes", () => new signals.McGinleyDynamic(14)) },
  medianPrice: {
    tradingSignals({ candles }) {
      let last;
      for (const candle of candles) last = signals.getMedianPrice(candle);
      return last;
    },
  },
  mfi: {
    technicalindicators: ({ highs, lows, closes, volumes }) =>
      technicalindicators.MFI.calculate({ high: highs, low: lows, close: closes, volume: volumes, period: 14 }),
    tradingSignals: streamed("candles", () => new signals.MFI(14)),
    indicatorts: ({ highs, lows, closes, volumes }) => indicatorts.mfi(highs, lows, closes, volumes, { period: 14 }),
  },
  midprice: {
    // trading-signals returns three lines, including the middle one.
    tradingSignals: streamed("candles", () => new signals.DonchianChannels(14)),
  },
  min: {
    technicalindicators: ({ closes }) => technicalindicators.Lowest.calculate({ values: closes, period: 30 }),
    indicatorts: ({ closes }) => indicatorts.mmin(closes, { period: 30 }),
  },
  mom: { tradingSignals: streamed("closes", () => new signals.MOM(10)) },
  natr: { tradingSignals: streamed("candles", () => new signals.NATR(14)) },
  nvi: {
    tradingSignals: streamed("candles", () => new signals.NVI()),
    indicatorts: ({ closes, volumes }) => indicatorts.nvi(closes, volumes),
  },
  obv: {
    technicalindicators: ({ closes, volumes }) => technicalindicators.OBV.calculate({ close: closes, volume: volumes }),
    tradingSignals: streamed("candles", () => new signals.OBV(2)),
    indicatorts: ({ closes, volumes }) => indicatorts.obv(closes, volumes),
  },
  ppo: {
    // trading-signals has no signal line.
    tradingSignals: streamed("closes", () => new signals.PPO({ fastPeriod: 12, slowPeriod: 26 })),
    indicatorts: ({ closes }) => indicatorts.ppo(closes, { fast: 12, slow: 26, signal: 9 }),
  },
  prettyGood: {
    // trading-signals computes an average true range, one average more than Hindcast.
    tradingSignals: streamed("candles", () => new signals.PGO({ interval: 14 })),
  },
  psar: {
    technicalindicators: ({ highs, lows }) =>
      technicalindicators.PSAR.calculate({ high: highs, low: lows, step: 0.02, max: 0.2 }),
    tradingSignals: streamed("candles", () => new signals.PSAR({ accelerationStep: 0.02, accelerationMax: 0.2 })),
  },
  psychologicalLine: { tradingSignals: streamed("closes", () => new signals.PSL({ interval: 12 })) },
  pvi: { tradingSignals: streamed("candles", () => new signals.PVI()) },
  pvo: {
    // trading-signals has no signal line.
    tradingSignals: streamed("volumes", () => new signals.PVO({ fastPeriod: 12, slowPeriod: 26 })),
  },
  pvt: {
    tradingSignals: streamed("candles", () => new signals.PVT()),
    indicatorts: ({ closes, volumes }) => indicatorts.vpt(closes, volumes),
  },
  qstick: { tradingSignals: streamed("candles", () => new signals.Qstick(8)) },
  randomWalkIndex: { tradingSignals: streamed("candles", () => new signals.RandomWalkIndex(14)) },
  rma: {
    technicalindicators: ({ closes }) => technicalindicators.WEMA.calculate({ values: closes, period: 14 }),
    tradingSignals: streamed("closes", () => new signals.WSMA(14)),
    indicatorts: ({ closes }) => indicatorts.rma(closes, { period: 14 }),
  },
  roc: {
    technicalindicators: ({ closes }) => technicalindicators.ROC.calculate({ values: closes, period: 9 }),
    tradingSignals: streamed("closes", () => new signals.ROC(9)),
    indicatorts: ({ closes }) => indicatorts.roc(closes, { period: 9 }),
  },
  rsi: {
    technicalindicators: ({ closes }) => technicalindicators.RSI.calculate({ values: closes, period: 14 }),
    tradingSignals: streamed("closes", () => new signals.RSI(14)),
    indicatorts: ({ closes }) => indicatorts.rsi(closes, { period: 14 }),
  },
  rvi: {
    tradingSignals: streamed("closes", () => new signals.RelativeVolatilityIndex({ interval: 14, stddevInterval: 10 })),
  },
  sma: {
    technicalindicators: ({ closes }) => technicalindicators.SMA.calculate({ values: closes, period: 20 }),
    tradingSignals: streamed("closes", () => new signals.SMA(20)),
    indicatorts: ({ closes }) => indicatorts.sma(closes, { period: 20 }),
  },
  smi: {
    // trading-signals has no signal line.
    tradingSignals: streamed("candles", () => new signals.SMI({ interval: 10, smooth1: 3, smooth2: 3 })),
  },
  squeeze: { tradingSignals: streamed("candles", () => new signals.TTMSqueeze()) },
  stc: { tradingSignals: streamed("closes", () => new signals.STC()) },
  stddev: {
    technicalindicators: ({ closes }) => technicalindicators.SD.calculate({ values: closes, period: 20 }),
    indicatorts: ({ closes }) => indicatorts.movingStandardDeviation(closes, { period: 20 }),
  },
  stochastic: {
    // Both other libraries return the fast %K, so they compute one average less than Hindcast.
    technicalindicators: ({ highs, lows, closes }) =>
      technicalindicators.Stochastic.calculate({ high: highs, low: lows, close: closes, period: 14, signalPeriod: 3 }),
    indicatorts: ({ highs, lows, closes }) =>
      indicatorts.stochasticOscillator(highs, lows, closes, { kPeriod: 14, dPeriod: 3 }),
    tradingSignals: streamed(
      "candles",
      () => new signals.StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 3, dPeriod: 3 }),
    ),
  },
  stochrsi: {
    technicalindicators: ({ closes }) =>
      technicalindicators.StochasticRSI.calculate({
        values: closes,
        rsiPeriod: 14,
        stochasticPeriod: 14,
        kPeriod: 3,
        dPeriod: 3,
      }),
    tradingSignals: streamed("closes", () => new signals.StochasticRSI(14)),
  },
  supertrend: { tradingSignals: streamed("candles", () => new signals.SuperTrend({ interval: 10, multiplier: 3 })) },
  t3: { tradingSignals: streamed("closes", () => new signals.T3(5)) },
  tema: {
    tradingSignals: streamed("closes", () => new signals.TEMA(20)),
    indicatorts: ({ closes }) => indicatorts.tema(closes, { period: 20 }),
  },
  trima: {
    tradingSignals: streamed("closes", () => new signals.TRIMA(20)),
    indicatorts: ({ closes }) => indicatorts.trima(closes, { period: 20 }),
  },
  trix: {
    technicalindicators: ({ closes }) => technicalindicators.TRIX.calculate({ values: closes, period: 15 }),
    tradingSignals: streamed("closes", () => new signals.TRIX(15)),
    indicatorts: ({ closes }) => indicatorts.trix(closes, { period: 15 }),
  },
  trueRange: {
    technicalindicators: ({ highs, lows, closes }) =>
      technicalindicators.TrueRange.calculate({ high: highs, low: lows, close: closes }),
    tradingSignals: streamed("candles", () => new signals.TR()),
    indicatorts: ({ highs, lows, closes }) => indicatorts.trueRange(highs, lows, closes),
  },
  tsi: {
    // trading-signals has no signal line.
    tradingSignals: streamed("closes", () => new signals.TSI({ longPeriod: 25, shortPeriod: 13 })),
  },
  typicalPrice: {
    tradingSignals({ candles }) {
      let last;
      for (const candle of candles) last = signals.getTypicalPrice(candle);
      return last;
    },
    indicatorts: ({ highs, lows, closes }) => indicatorts.typprice(highs, lows, closes),
  },
  ulcer: {
    // trading-signals uses one window and the highest close since its start.
    tradingSignals: streamed("closes", () => new signals.UlcerIndex(14)),
    indicatorts: ({ closes }) => indicatorts.ulcerIndex(closes, { period: 14 }),
  },
  ultosc: {
    tradingSignals: streamed(
      "candles",
      () => new signals.UltimateOscillator({ shortPeriod: 7, mediumPeriod: 14, longPeriod: 28 }),
    ),
  },
  vhf: { tradingSignals: streamed("closes", () => new signals.VHF(28)) },
  vidya: {
    params: { period: 9, momentum: 9 },
    tradingSignals: streamed("closes", () => new signals.VIDYA(9)),
  },
  volumeRoc: { tradingSignals: streamed("volumes", () => new signals.VROC(14)) },
  vortex: { tradingSignals: streamed("candles", () => new signals.VortexIndicator(14)) },
  vwap: {
    // Neither library restarts the average with each session, and neither has bands.
    technicalindicators: ({ highs, lows, closes, volumes }) =>
      technicalindicators.VWAP.calculate({ high: highs, low: lows, close: closes, volume: volumes }),
    tradingSignals: streamed("candles", () => new signals.VWAP()),
  },
  vwma: {
    tradingSignals: streamed("candles", () => new signals.VWMA(20)),
    indicatorts: ({ closes, volumes }) => indicatorts.vwma(closes, volumes, { period: 20 }),
  },
  weightedClose: {
    tradingSignals({ candles }) {
      let last;
      for (const candle of candles) last = signals.getWeightedClose(candle);
      return last;
    },
  },
  williamsAd: { tradingSignals: streamed("candles", () => new signals.WAD()) },
  willr: {
    technicalindicators: ({ highs, lows, closes }) =>
      technicalindicators.WilliamsR.calculate({ high: highs, low: lows, close: closes, period: 14 }),
    tradingSignals: streamed("candles", () => new signals.WilliamsR(14)),
    indicatorts: ({ highs, lows, closes }) => indicatorts.willr(highs, lows, closes, { period: 14 }),
  },
  wma: {
    technicalindicators: ({ closes }) => technicalindicators.WMA.calculate({ values: closes, period: 20 }),
    tradingSignals: streamed("closes", () => new signals.WMA(20)),
  },
  zigzag: {
    // trading-signals measures reversals in percent of the leg, Hindcast in percent of the price, so trading-signals finds more.
    tradingSignals: streamed("candles", () => new signals.ZigZag({ deviation: 5 })),
  },
  zlema: { tradingSignals: streamed("closes", () => new signals.ZLEMA(20)) },
  zscore: {
    tradingSignals({ closes }) {
      let last;
      for (let i = 20; i <= closes.length; i++) last = signals.getZScore(closes.slice(i - 20, i));
      return last;
    },
  },
};
