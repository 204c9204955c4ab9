import { expect, test } from "vitest";
import { columnsOf, ORDINARY, PATTERN_ROWS, upsideDown, type Row } from "../support/pattern-rows.ts";
import { seededRandom } from "../support/series.ts";
import { defaultsOf, patternNamed, TALIB_PATTERNS, type PatternName } from "./rows/patterns.ts";
import { talibPattern } from "./talib-patterns.ts";

/*
 * Markets built from candlestick patterns, in which even rare patterns and near misses of every rule are frequent.
 * Prices are whole ticks: all sums are exact in both libraries, and equal prices and prices at a limit are common.
 */
const SHAPED = [patternMarket(1), patternMarket(2), wildMarket(3), wildMarket(4)];

/** Candlestick patterns with only one direction. All others have both. */
const ONLY_UP = `concealingBabySwallow doji dragonflyDoji gravestoneDoji hammer homingPigeon invertedHammer ladderBottom
  longLeggedDoji matHold matchingLow morningDojiStar morningStar piercing rickshawMan stickSandwich takuri
  threeStarsInTheSouth threeWhiteSoldiers uniqueThreeRiver`.split(/\s+/);
const ONLY_DOWN = `advanceBlock darkCloudCover eveningDojiStar eveningStar hangingMan identicalThreeCrows inNeck onNeck
  shootingStar stalledPattern threeBlackCrows thrusting twoCrows upsideGapTwoCrows`.split(/\s+/);

test("Hindcast and TA-Lib have the same 61 candlestick patterns", () => {
  expect(Object.keys(TALIB_PATTERNS).toSorted()).toEqual([...PATTERN_ROWS.keys()].toSorted());
  expect(Object.keys(TALIB_PATTERNS)).toHaveLength(61);
});

test.each(Object.keys(TALIB_PATTERNS) as PatternName[])(
  "the candlestick pattern %s is found on the same bars as by TA-Lib, in all its directions",
  (name) => {
    const counts = new Map<number, number>([-100, 0, 100].map((value) => [value, 0]));
    for (const bars of SHAPED) {
      const ours = patternNamed(name)(bars) as Float64Array;
      const theirs = talibPattern(TALIB_PATTERNS[name], bars, ...defaultsOf(name));
      const first = ours.length - theirs.length;
      expect(ours.subarray(0, first).every(Number.isNaN)).toBe(true);
      const differs = theirs.findIndex((value, i) => 100 * Math.sign(value) !== ours[first + i]);
      expect(
        differs < 0 ? "" : `bar ${first + differs}: ours ${ours[first + differs]}, TA-Lib ${theirs[differs]}`,
      ).toBe("");
      for (let i = first; i < ours.length; i++) counts.set(ours[i]!, counts.get(ours[i]!)! + 1);
    }
    expect(counts.size).toBe(3);
    const [down, , up] = [...counts.values()];
    expect(up! > 25).toBe(!ONLY_DOWN.includes(name));
    expect(down! > 25).toBe(!ONLY_UP.includes(name));
  },
);

/** Ordinary bars and bars of all candlestick patterns, some mirrored, with a few prices slightly changed. */
function patternMarket(seed: number): ReturnType<typeof columnsOf> {
  const random = seededRandom(seed);
  const off = [-20, -10, -5, -2, -1, 1, 2, 5, 10, 20];
  const rows: Row[] = [];
  for (let round = 0; round < 60; round++)
    for (const { rows: pattern } of PATTERN_ROWS.values()) {
      const ordinary = Array.from({ length: Math.floor(random() * 14) }, () => ORDINARY);
      const share = random() * 0.3;
      for (const row of random() < 0.5 ? upsideDown([...ordinary, ...pattern]) : [...ordinary, ...pattern])
        rows.push(row.map((price) => Math.round(price * 20) + (random() < share ? pick(off, random) : 0)) as never);
    }
  return market(rows);
}

/** Bars of random shapes that often start where an earlier bar started or ended. */
function wildMarket(seed: number): ReturnType<typeof columnsOf> {
  const random = seededRandom(seed);
  const [gaps, bodies] = [
    [0, 0, 0, 1, 1, 2, 3, 5, 8],
    [0, 1, 1, 2, 2, 3, 4, 6, 8, 12, 16],
  ];
  const shadows = [0, 0, 0, 0, 1, 1, 2, 3, 6, 10];
  const sign = () => (random() < 0.5 ? 1 : -1);
  const rows: Row[] = [];
  let last: Row = [400, 400, 400, 400];
  for (let i = 0; i < 25_000; i++) {
    const from = pick([...last, last[3], last[3]], random);
    const open = (from < 200 || from > 1000 ? 400 : from) + sign() * pick(gaps!, random);
    const close = open + sign() * pick(bodies!, random);
    last = [open, Math.max(open, close) + pick(shadows, random), Math.min(open, close) - pick(shadows, random), close];
    rows.push(last);
  }
  return market(rows);
}

function pick(values: readonly number[], random: () => number): number {
  return values[Math.floor(random() * values.length)]!;
}

/** Columns from rows of prices, with highs and lows extended to include open and close. */
function market(rows: readonly Row[]): ReturnType<typeof columnsOf> {
  return columnsOf(rows.map((row) => [row[0], Math.max(...row), Math.min(...row), row[3]]));
}
