import { HeikinAshi } from "./heikin-ashi.ts";
import {
  SMA,
  EMA,
  WMA,
  WEMA,
  MACD,
  RSI,
  BollingerBands,
  ADX,
  ATR,
  TrueRange,
  ROC,
  KST,
  PSAR,
  Stochastic,
  WilliamsR,
  ADL,
  OBV,
  TRIX,
  ForceIndex,
  CCI,
  AwesomeOscillator,
  VWAP,
  MFI,
  StochasticRSI,
  AverageGain,
  AverageLoss,
  SD,
  Highest,
  Lowest,
  Sum,
  IchimokuCloud,
  KeltnerChannels,
  ChandelierExit,
  CrossUp,
  CrossDown,
} from "./studies.ts";

/*
 * Each class also exists as a function, as in technicalindicators.
 */

function functionOf<Input, Result>(study: { calculate(input: Input): Result }): (input: Input) => Result {
  return (input) => study.calculate(input);
}

export const sma = /* @__PURE__ */ functionOf(SMA);
export const ema = /* @__PURE__ */ functionOf(EMA);
export const wma = /* @__PURE__ */ functionOf(WMA);
export const wema = /* @__PURE__ */ functionOf(WEMA);
export const macd = /* @__PURE__ */ functionOf(MACD);
export const rsi = /* @__PURE__ */ functionOf(RSI);
export const bollingerbands = /* @__PURE__ */ functionOf(BollingerBands);
export const adx = /* @__PURE__ */ functionOf(ADX);
export const atr = /* @__PURE__ */ functionOf(ATR);
export const truerange = /* @__PURE__ */ functionOf(TrueRange);
export const roc = /* @__PURE__ */ functionOf(ROC);
export const kst = /* @__PURE__ */ functionOf(KST);
export const psar = /* @__PURE__ */ functionOf(PSAR);
export const stochastic = /* @__PURE__ */ functionOf(Stochastic);
export const williamsr = /* @__PURE__ */ functionOf(WilliamsR);
export const adl = /* @__PURE__ */ functionOf(ADL);
export const obv = /* @__PURE__ */ functionOf(OBV);
export const trix = /* @__PURE__ */ functionOf(TRIX);
export const forceindex = /* @__PURE__ */ functionOf(ForceIndex);
export const cci = /* @__PURE__ */ functionOf(CCI);
export const awesomeoscillator = /* @__PURE__ */ functionOf(AwesomeOscillator);
export const vwap = /* @__PURE__ */ functionOf(VWAP);
export const mfi = /* @__PURE__ */ functionOf(MFI);
export const stochasticrsi = /* @__PURE__ */ functionOf(StochasticRSI);
export const averagegain = /* @__PURE__ */ functionOf(AverageGain);
export const averageloss = /* @__PURE__ */ functionOf(AverageLoss);
export const sd = /* @__PURE__ */ functionOf(SD);
export const highest = /* @__PURE__ */ functionOf(Highest);
export const lowest = /* @__PURE__ */ functionOf(Lowest);
export const sum = /* @__PURE__ */ functionOf(Sum);
export const heikinashi = /* @__PURE__ */ functionOf(HeikinAshi);
export const ichimokucloud = /* @__PURE__ */ functionOf(IchimokuCloud);
export const keltnerchannels = /* @__PURE__ */ functionOf(KeltnerChannels);
export const chandelierexit = /* @__PURE__ */ functionOf(ChandelierExit);
export const crossUp = /* @__PURE__ */ functionOf(CrossUp);
export const crossDown = /* @__PURE__ */ functionOf(CrossDown);
