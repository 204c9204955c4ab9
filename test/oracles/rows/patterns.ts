import { indicators } from "../../../src/indicators/catalog.ts";
import type { AnyIndicator } from "../../../src/indicators/define.ts";
import type { Oracles } from "../oracle-row.ts";
import { talibPattern } from "../talib-patterns.ts";

/** TA-Lib's candlestick function for each pattern of Hindcast. */
export const TALIB_PATTERNS = {
  abandonedBaby: "CDLABANDONEDBABY",
  advanceBlock: "CDLADVANCEBLOCK",
  beltHold: "CDLBELTHOLD",
  breakaway: "CDLBREAKAWAY",
  closingMarubozu: "CDLCLOSINGMARUBOZU",
  concealingBabySwallow: "CDLCONCEALBABYSWALL",
  counterattack: "CDLCOUNTERATTACK",
  darkCloudCover: "CDLDARKCLOUDCOVER",
  doji: "CDLDOJI",
  dojiStar: "CDLDOJISTAR",
  dragonflyDoji: "CDLDRAGONFLYDOJI",
  engulfing: "CDLENGULFING",
  eveningDojiStar: "CDLEVENINGDOJISTAR",
  eveningStar: "CDLEVENINGSTAR",
  gapSideBySideWhite: "CDLGAPSIDESIDEWHITE",
  gapThreeMethods: "CDLXSIDEGAP3METHODS",
  gravestoneDoji: "CDLGRAVESTONEDOJI",
  hammer: "CDLHAMMER",
  hangingMan: "CDLHANGINGMAN",
  harami: "CDLHARAMI",
  haramiCross: "CDLHARAMICROSS",
  highWave: "CDLHIGHWAVE",
  hikkake: "CDLHIKKAKE",
  homingPigeon: "CDLHOMINGPIGEON",
  identicalThreeCrows: "CDLIDENTICAL3CROWS",
  inNeck: "CDLINNECK",
  invertedHammer: "CDLINVERTEDHAMMER",
  kicking: "CDLKICKING",
  kickingByLength: "CDLKICKINGBYLENGTH",
  ladderBottom: "CDLLADDERBOTTOM",
  longLeggedDoji: "CDLLONGLEGGEDDOJI",
  longLine: "CDLLONGLINE",
  marubozu: "CDLMARUBOZU",
  matHold: "CDLMATHOLD",
  matchingLow: "CDLMATCHINGLOW",
  modifiedHikkake: "CDLHIKKAKEMOD",
  morningDojiStar: "CDLMORNINGDOJISTAR",
  morningStar: "CDLMORNINGSTAR",
  onNeck: "CDLONNECK",
  piercing: "CDLPIERCING",
  rickshawMan: "CDLRICKSHAWMAN",
  riseFallThreeMethods: "CDLRISEFALL3METHODS",
  separatingLines: "CDLSEPARATINGLINES",
  shootingStar: "CDLSHOOTINGSTAR",
  shortLine: "CDLSHORTLINE",
  spinningTop: "CDLSPINNINGTOP",
  stalledPattern: "CDLSTALLEDPATTERN",
  stickSandwich: "CDLSTICKSANDWICH",
  takuri: "CDLTAKURI",
  tasukiGap: "CDLTASUKIGAP",
  threeBlackCrows: "CDL3BLACKCROWS",
  threeInside: "CDL3INSIDE",
  threeLineStrike: "CDL3LINESTRIKE",
  threeOutside: "CDL3OUTSIDE",
  threeStarsInTheSouth: "CDL3STARSINSOUTH",
  threeWhiteSoldiers: "CDL3WHITESOLDIERS",
  thrusting: "CDLTHRUSTING",
  tristar: "CDLTRISTAR",
  twoCrows: "CDL2CROWS",
  uniqueThreeRiver: "CDLUNIQUE3RIVER",
  upsideGapTwoCrows: "CDLUPSIDEGAP2CROWS",
} as const;

export type PatternName = keyof typeof TALIB_PATTERNS;

/** Comparisons of all candlestick patterns. TA-Lib returns 80 or 200 for some, which count as 100. */
export const patternOracles: readonly Oracles[] = Object.entries(TALIB_PATTERNS).map(([indicator, name]) => ({
  indicator,
  rows: [
    {
      oracle: "talib",
      compares: `the signs of ${name}`,
      ours: ({ open, high, low, close }) => patternNamed(indicator)(open, high, low, close) as Float64Array,
      theirs: (bars) => talibPattern(name, bars, ...defaultsOf(indicator)).map((value) => 100 * Math.sign(value)),
    },
  ],
}));

export function patternNamed(name: string): AnyIndicator {
  return indicators[name]!;
}

/** Default parameters of a candlestick pattern, in the order of TA-Lib. */
export function defaultsOf(name: string): number[] {
  const params = patternNamed(name).spec.params as Readonly<Record<string, { readonly default: number }>>;
  return Object.values(params).map((param) => param.default);
}
