import { abandonedBaby as abandonedBabyColumn } from "../indicators/patterns/abandoned-baby.ts";
import { darkCloudCover as darkCloudCoverColumn } from "../indicators/patterns/dark-cloud-cover.ts";
import { doji as dojiColumn } from "../indicators/patterns/doji.ts";
import { dragonflyDoji as dragonflyDojiColumn } from "../indicators/patterns/dragonfly-doji.ts";
import { engulfing as engulfingColumn } from "../indicators/patterns/engulfing.ts";
import { eveningDojiStar as eveningDojiStarColumn } from "../indicators/patterns/evening-doji-star.ts";
import { eveningStar as eveningStarColumn } from "../indicators/patterns/evening-star.ts";
import { gravestoneDoji as gravestoneDojiColumn } from "../indicators/patterns/gravestone-doji.ts";
import { hammer as hammerColumn } from "../indicators/patterns/hammer.ts";
import { hangingMan as hangingManColumn } from "../indicators/patterns/hanging-man.ts";
import { harami as haramiColumn } from "../indicators/patterns/harami.ts";
import { haramiCross as haramiCrossColumn } from "../indicators/patterns/harami-cross.ts";
import { invertedHammer as invertedHammerColumn } from "../indicators/patterns/inverted-hammer.ts";
import { marubozu as marubozuColumn } from "../indicators/patterns/marubozu.ts";
import { morningDojiStar as morningDojiStarColumn } from "../indicators/patterns/morning-doji-star.ts";
import { morningStar as morningStarColumn } from "../indicators/patterns/morning-star.ts";
import { piercing as piercingColumn } from "../indicators/patterns/piercing.ts";
import { shootingStar as shootingStarColumn } from "../indicators/patterns/shooting-star.ts";
import { spinningTop as spinningTopColumn } from "../indicators/patterns/spinning-top.ts";
import { tasukiGap as tasukiGapColumn } from "../indicators/patterns/tasuki-gap.ts";
import { threeBlackCrows as threeBlackCrowsColumn } from "../indicators/patterns/three-black-crows.ts";
import { threeWhiteSoldiers as threeWhiteSoldiersColumn } from "../indicators/patterns/three-white-soldiers.ts";
import type { AnyIndicator } from "../indicators/define.ts";
import { parameterError } from "../primitives/check.ts";

/** Bars to search for a candlestick pattern that ends with the last bar. */
export interface PatternInput {
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  /** Whether the newest bar comes first in the columns. */
  readonly reversedInput?: boolean;
}

/** Returns whether the last bar completes a candlestick pattern. Throws PARAMETER_OUT_OF_RANGE for too few bars. */
export type Pattern = (bars: PatternInput) => boolean;

/** Creates a `Pattern` from a candlestick indicator of Hindcast. `body` is the color that the last bar must have. */
function pattern(name: string, column: AnyIndicator, value: 100 | -100, body?: "white" | "black"): Pattern {
  const needed = (column.warmup() as number) + 1;
  return (bars) => {
    const columns = (["open", "high", "low", "close"] as const).map((field) => {
      const given: unknown = bars[field];
      if (!Array.isArray(given)) throw parameterError(`${name} ${field}`, "an array of numbers", given);
      const values = Float64Array.from(given as number[]);
      return bars.reversedInput === true ? values.toReversed() : values;
    });
    const [open, , , close] = columns as [Float64Array, Float64Array, Float64Array, Float64Array];
    if (close.length < needed)
      throw parameterError(
        name,
        `given at least ${needed} bars, since it compares the last bars with earlier ones`,
        close.length,
      );
    if ((column(...columns) as Float64Array).at(-1) !== value) return false;
    return body === undefined || (body === "white") === close.at(-1)! >= open.at(-1)!;
  };
}

export const abandonedbaby = /* @__PURE__ */ pattern("abandonedbaby", abandonedBabyColumn, 100);
export const bearishengulfingpattern = /* @__PURE__ */ pattern("bearishengulfingpattern", engulfingColumn, -100);
export const bullishengulfingpattern = /* @__PURE__ */ pattern("bullishengulfingpattern", engulfingColumn, 100);
export const darkcloudcover = /* @__PURE__ */ pattern("darkcloudcover", darkCloudCoverColumn, -100);
export const downsidetasukigap = /* @__PURE__ */ pattern("downsidetasukigap", tasukiGapColumn, -100);
export const doji = /* @__PURE__ */ pattern("doji", dojiColumn, 100);
export const dragonflydoji = /* @__PURE__ */ pattern("dragonflydoji", dragonflyDojiColumn, 100);
export const gravestonedoji = /* @__PURE__ */ pattern("gravestonedoji", gravestoneDojiColumn, 100);
export const bullishharami = /* @__PURE__ */ pattern("bullishharami", haramiColumn, 100);
export const bearishharami = /* @__PURE__ */ pattern("bearishharami", haramiColumn, -100);
export const bullishharamicross = /* @__PURE__ */ pattern("bullishharamicross", haramiCrossColumn, 100);
export const bearishharamicross = /* @__PURE__ */ pattern("bearishharamicross", haramiCrossColumn, -100);
export const eveningdojistar = /* @__PURE__ */ pattern("eveningdojistar", eveningDojiStarColumn, -100);
export const eveningstar = /* @__PURE__ */ pattern("eveningstar", eveningStarColumn, -100);
export const morningdojistar = /* @__PURE__ */ pattern("morningdojistar", morningDojiStarColumn, 100);
export const morningstar = /* @__PURE__ */ pattern("morningstar", morningStarColumn, 100);
export const bullishmarubozu = /* @__PURE__ */ pattern("bullishmarubozu", marubozuColumn, 100);
export const bearishmarubozu = /* @__PURE__ */ pattern("bearishmarubozu", marubozuColumn, -100);
export const piercingline = /* @__PURE__ */ pattern("piercingline", piercingColumn, 100);
export const bullishspinningtop = /* @__PURE__ */ pattern("bullishspinningtop", spinningTopColumn, 100);
export const bearishspinningtop = /* @__PURE__ */ pattern("bearishspinningtop", spinningTopColumn, -100);
export const threeblackcrows = /* @__PURE__ */ pattern("threeblackcrows", threeBlackCrowsColumn, -100);
export const threewhitesoldiers = /* @__PURE__ */ pattern("threewhitesoldiers", threeWhiteSoldiersColumn, 100);
export const bullishhammerstick = /* @__PURE__ */ pattern("bullishhammerstick", hammerColumn, 100, "white");
export const bearishhammerstick = /* @__PURE__ */ pattern("bearishhammerstick", hammerColumn, 100, "black");
export const bullishinvertedhammerstick = /* @__PURE__ */ pattern(
  "bullishinvertedhammerstick",
  invertedHammerColumn,
  100,
  "white",
);
export const bearishinvertedhammerstick = /* @__PURE__ */ pattern(
  "bearishinvertedhammerstick",
  invertedHammerColumn,
  100,
  "black",
);
export const hammerpattern = /* @__PURE__ */ pattern("hammerpattern", hammerColumn, 100);
export const hammerpatternunconfirmed = /* @__PURE__ */ pattern("hammerpatternunconfirmed", hammerColumn, 100);
export const hangingman = /* @__PURE__ */ pattern("hangingman", hangingManColumn, -100);
export const hangingmanunconfirmed = /* @__PURE__ */ pattern("hangingmanunconfirmed", hangingManColumn, -100);
export const shootingstar = /* @__PURE__ */ pattern("shootingstar", shootingStarColumn, -100);
export const shootingstarunconfirmed = /* @__PURE__ */ pattern("shootingstarunconfirmed", shootingStarColumn, -100);

/** Returns whether the last bar completes any pattern that technicalindicators counts as bullish. */
export const bullish = /* @__PURE__ */ anyOf([
  bullishengulfingpattern,
  bullishharami,
  bullishharamicross,
  morningdojistar,
  morningstar,
  bullishmarubozu,
  piercingline,
  threewhitesoldiers,
  bullishhammerstick,
  bullishinvertedhammerstick,
  hammerpattern,
  hammerpatternunconfirmed,
  downsidetasukigap,
]);

/** Returns whether the last bar completes any pattern that technicalindicators counts as bearish. */
export const bearish = /* @__PURE__ */ anyOf([
  bearishengulfingpattern,
  bearishharami,
  bearishharamicross,
  eveningdojistar,
  eveningstar,
  bearishmarubozu,
  threeblackcrows,
  bearishhammerstick,
  bearishinvertedhammerstick,
  hangingman,
  hangingmanunconfirmed,
  shootingstar,
  shootingstarunconfirmed,
]);

function anyOf(patterns: readonly Pattern[]): Pattern {
  return (bars) => patterns.some((one) => one(bars));
}
