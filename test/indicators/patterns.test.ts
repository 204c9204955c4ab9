import { expect, test } from "vitest";
import { indicators } from "../../src/indicators/catalog.ts";
import type { AnyIndicator } from "../../src/indicators/define.ts";
import { abandonedBaby, CANDLESTICK_SETTINGS, doji, engulfing, harami, hikkake } from "../../src/indicators/index.ts";
import { columnsOf, ORDINARY, PATTERN_ROWS, upsideDown, type Row } from "../support/pattern-rows.ts";

/** Returns the value of a candlestick pattern on the last of the given bars, which follow 14 ordinary bars. */
function last(pattern: AnyIndicator, rows: readonly Row[], params = {}): number {
  const ordinary = Array.from({ length: 14 }, () => ORDINARY);
  return (pattern(columnsOf([...ordinary, ...rows]), params) as Float64Array).at(-1)!;
}

test.each([...PATTERN_ROWS])(
  "candlestick pattern %s recognizes bars that match its definition",
  (name, { value, rows }) => {
    expect(last(indicators[name]!, rows)).toBe(value);
    expect(last(indicators[name]!, [...rows, ORDINARY, ORDINARY])).not.toBe(value);
  },
);

// Mirrored prices turn each candlestick pattern into itself or into its bullish or bearish counterpart.
test.each(
  `abandonedBaby>abandonedBaby beltHold>beltHold breakaway>breakaway closingMarubozu>closingMarubozu
  counterattack>counterattack dojiStar>dojiStar dragonflyDoji>gravestoneDoji engulfing>engulfing
  eveningDojiStar>morningDojiStar eveningStar>morningStar gapThreeMethods>gapThreeMethods gravestoneDoji>dragonflyDoji
  harami>harami haramiCross>haramiCross highWave>highWave hikkake>hikkake kicking>kicking
  kickingByLength>kickingByLength longLine>longLine marubozu>marubozu modifiedHikkake>modifiedHikkake
  morningDojiStar>eveningDojiStar morningStar>eveningStar piercing>darkCloudCover
  riseFallThreeMethods>riseFallThreeMethods separatingLines>separatingLines shortLine>shortLine
  spinningTop>spinningTop takuri>gravestoneDoji tasukiGap>tasukiGap threeInside>threeInside
  threeLineStrike>threeLineStrike threeOutside>threeOutside tristar>tristar`.split(/\s+/),
)("mirrored prices turn a candlestick pattern into its counterpart: %s", (pair) => {
  const [name, counterpart] = pair.split(">");
  const { value, rows } = PATTERN_ROWS.get(name!)!;
  const ordinary = Array.from({ length: 14 }, () => ORDINARY);
  const values = indicators[counterpart!]!(columnsOf(upsideDown([...ordinary, ...rows]))) as Float64Array;
  expect(values.at(-1)).toBe(name!.endsWith("Doji") || name === "takuri" ? 100 : -value);
});

// The indexes are TA-Lib's lookbacks: the bars of the pattern and of the longest average that it compares with.
test.each([
  [10, "beltHold closingMarubozu doji dragonflyDoji gravestoneDoji highWave longLeggedDoji longLine marubozu"],
  [10, "modifiedHikkake rickshawMan shortLine spinningTop takuri"],
  [11, "counterattack darkCloudCover dojiStar hammer hangingMan harami haramiCross homingPigeon inNeck invertedHammer"],
  [11, "kicking kickingByLength onNeck piercing separatingLines shootingStar thrusting"],
  [12, "abandonedBaby advanceBlock eveningDojiStar eveningStar identicalThreeCrows morningDojiStar morningStar"],
  [12, "stalledPattern threeInside threeStarsInTheSouth threeWhiteSoldiers tristar twoCrows uniqueThreeRiver"],
  [12, "upsideGapTwoCrows"],
  [13, "concealingBabySwallow threeBlackCrows"],
  [14, "breakaway ladderBottom matHold riseFallThreeMethods"],
  [2, "engulfing gapThreeMethods"],
  [3, "threeOutside"],
  [5, "hikkake"],
  [6, "matchingLow"],
  [7, "gapSideBySideWhite stickSandwich tasukiGap"],
  [8, "threeLineStrike"],
] as const)("candlestick patterns have their first value at index %i: %s", (warmup, names) => {
  for (const name of names.split(" ")) expect(indicators[name]!.warmup(), name).toBe(warmup);
});

test("candlestick patterns have no value while a missing bar is among the bars that they average", () => {
  const { open, high, low, close } = columnsOf(Array.from({ length: 30 }, () => ORDINARY));
  const values = doji(open, high.with(12, NaN), low, close);
  values.forEach((value, i) => expect(Number.isNaN(value), `bar ${i}`).toBe(i < 10 || (i >= 12 && i <= 22)));
});

test("hikkake is confirmed once, within three bars, by a close beyond the bar before the false break", () => {
  const { rows } = PATTERN_ROWS.get("hikkake")!;
  const aside: Row = [10, 11.2, 8.5, 10];
  const beyond: Row = [10, 12.5, 8, 12];
  expect(last(hikkake, [...rows, aside])).toBe(0);
  expect(last(hikkake, [...rows, beyond])).toBe(100);
  expect(last(hikkake, [...rows, aside, aside, beyond])).toBe(100);
  expect(last(hikkake, [...rows, aside, aside, aside, beyond])).toBe(0);
  expect(last(hikkake, [...rows, beyond, beyond])).toBe(0);
});

test("engulfing and harami accept bodies that are equal at one end, but not at both", () => {
  const black: Row = [11, 11.5, 10, 10.5];
  expect(last(engulfing, [black, [10.5, 12, 10, 11.5]])).toBe(100);
  expect(last(engulfing, [black, [10.5, 12, 10, 11]])).toBe(0);
  expect(
    last(harami, [
      [14, 14, 10, 10],
      [10, 12, 10, 11],
    ]),
  ).toBe(100);
});

test("abandonedBaby requires its last close to recover more of the first body than the parameter penetration", () => {
  const { rows } = PATTERN_ROWS.get("abandonedBaby")!;
  // The last close of 14 recovers half of the first body, which falls from 16 to 12.
  expect(last(abandonedBaby, rows, { penetration: 0.49 })).toBe(100);
  expect(last(abandonedBaby, rows, { penetration: 0.5 })).toBe(0);
});

test("CANDLESTICK_SETTINGS equal TA-Lib's default candle settings", () => {
  const table = Object.entries(CANDLESTICK_SETTINGS).map(([word, { measure, period, factor }]) => [
    word,
    measure,
    period,
    factor,
  ]);
  expect(table).toEqual([
    ["bodyLong", "body", 10, 1],
    ["bodyVeryLong", "body", 10, 3],
    ["bodyShort", "body", 10, 1],
    ["bodyDoji", "range", 10, 0.1],
    ["shadowLong", "body", 0, 1],
    ["shadowVeryLong", "body", 0, 2],
    ["shadowShort", "shadow", 10, 1],
    ["shadowVeryShort", "range", 10, 0.1],
    ["near", "range", 5, 0.2],
    ["far", "range", 5, 0.6],
    ["equal", "range", 5, 0.05],
  ]);
});
