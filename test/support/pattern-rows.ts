/** One bar as open, high, low and close. */
export type Row = readonly [open: number, high: number, low: number, close: number];

/** An ordinary bar with a body of 1, a range of 3 and shadows of 1. */
export const ORDINARY: Row = [10, 12, 9, 11];

/** Value of each candlestick pattern for a few bars that follow ordinary ones, worked out by hand from the pattern's definition. */
const BY_HAND = `
abandonedBaby 100: 16 16 12 12 | 11 11.2 10.8 11 | 11.6 14 11.5 14
advanceBlock -100: 10 13 10 13 | 12.5 14.5 12.5 14.2 | 14 17 14 14.8
beltHold 100: 10 14 10 13.5
breakaway 100: 20 20 16 16 | 15.5 15.8 14.5 15 | 15 15.2 13.8 14 | 14 14.5 13 13.2 | 13.2 15.9 13.2 15.7
closingMarubozu 100: 10 14 9 14
concealingBabySwallow 100: 20 20 18 18 | 18 18 16 16 | 15 16.5 14 14 | 16.8 17 13 13
counterattack 100: 16 16 12 12 | 9 12.1 9 12
darkCloudCover -100: 10 14 10 14 | 14.5 14.6 11 11.5
doji 100: 11 13 9 11
dojiStar 100: 14 14 10 10 | 9 9.5 8.5 9
dragonflyDoji 100: 11 11 8 11
engulfing 100: 11 11.5 10 10.5 | 10 12 10 11.5
eveningDojiStar -100: 10 14 10 14 | 15 15.5 14.5 15 | 14 14 11 11
eveningStar -100: 10 14 10 14 | 14.5 15.5 14.2 15 | 14 14 11 11
gapSideBySideWhite 100: 13 15 12 14 | 13 15 12 14
gapThreeMethods 100: 12 14 11.8 13.5 | 13 13.2 10.2 10.5
gravestoneDoji 100: 11 14 11 11
hammer 100: 9.2 9.7 7 9.7
hangingMan -100: 12 12.5 10 12.5
harami 100: 14 14 10 10 | 11.5 12.5 11 12
haramiCross 100: 14 14 10 10 | 12 12.5 11.5 12
highWave 100: 10.5 13 8 11
hikkake 100: 10 11.5 9.5 11 | 10 11 9 10.5
homingPigeon 100: 14 14 10 10 | 12 12.5 11 11.5
identicalThreeCrows -100: 16 16 14 14 | 14 14 12 12 | 12 12 10 10
inNeck -100: 14 14 10 10 | 9 10.1 9 10.05
invertedHammer 100: 9 11 8.9 9.5
kicking 100: 14 14 10 10 | 15 18 15 18
kickingByLength -100: 14 14 10 10 | 15 18 15 18
ladderBottom 100: 20 20.5 18 18.5 | 19 19.5 17 17.5 | 18 18.5 16 16.5 | 16.5 17.5 15 15.5 | 17 18.5 17 18
longLeggedDoji 100: 11 13 9 11
longLine 100: 10 14.2 9.8 14
marubozu 100: 10 14 10 14
matHold 100: 10 14 10 14 | 15 15.2 14.3 14.5 | 14.4 14.6 13.4 13.8 | 13.9 14 13 13.3 | 13.5 16.5 13.5 16
matchingLow 100: 12 12.5 10 10.2 | 11 11.5 10 10.2
modifiedHikkake 100: 10.4 11.5 9.5 9.8 | 10 11 9.8 10.5 | 10 10.8 9.4 10
morningDojiStar 100: 14 14 10 10 | 9 9.5 8.5 9 | 10 13 10 13
morningStar 100: 14 14 10 10 | 9.5 9.8 8.8 9 | 10 13 10 13
onNeck -100: 14 14 9 10 | 8 9.1 8 9
piercing 100: 14 14 10 10 | 9 13 9 12.5
rickshawMan 100: 11 13 9 11
riseFallThreeMethods 100: 10 15 10 15 | 14 14.2 13.3 13.5 | 13.4 13.6 12.8 12.9 | 12.8 13 12.2 12.3 | 12.5 16.5 12.5 16
separatingLines 100: 12 12 10.5 10.5 | 12 14.5 12 14.5
shootingStar -100: 11.5 14 11.4 12
shortLine 100: 10.5 11.2 10 10.8
spinningTop 100: 10.5 12 9.5 11
stalledPattern -100: 10 13 10 13 | 12.5 16 12.5 16 | 15.8 16.8 15.7 16.3
stickSandwich 100: 12 12.5 9.5 10 | 10.5 13 10.2 12.5 | 13 13.2 9.8 10
takuri 100: 11 11 8 11
tasukiGap 100: 12 14 11.8 13.5 | 12.9 13 11.3 11.5
threeBlackCrows -100: 10 14 10 14 | 13.5 13.5 12 12 | 13 13 11 11 | 12 12 10 10
threeInside 100: 14 14 10 10 | 11 12.5 10.5 12 | 12 15 12 15
threeLineStrike 100: 10 11.2 9.8 11 | 10.5 12 10.3 12 | 11.5 13 11 13 | 13.5 13.6 9.5 9.6
threeOutside 100: 11 11.5 10 10.5 | 10 12 10 11.5 | 11.5 13 11.5 12.5
threeStarsInTheSouth 100: 16 16 6 12 | 13 13 8 10.5 | 10 10 9.5 9.5
threeWhiteSoldiers 100: 10 12 10 12 | 11 13.5 11 13.5 | 12.5 15 12.5 15
thrusting -100: 14 14 10 10 | 9 11.6 9 11.5
tristar -100: 11 11.2 10.8 11 | 12 12.2 11.8 12 | 11.5 11.7 11.3 11.5
twoCrows -100: 10 14 10 14 | 16 16 15 15 | 15.5 15.5 13 13
uniqueThreeRiver 100: 14 14 10 10 | 13 13 9 11 | 9.5 10.2 9.3 10
upsideGapTwoCrows -100: 10 14 10 14 | 15.5 15.6 14.9 15 | 16 16 14.3 14.5
`;

/** Bars that complete each candlestick pattern, and the pattern's value at the last bar. */
export const PATTERN_ROWS: ReadonlyMap<string, { readonly value: number; readonly rows: readonly Row[] }> = new Map(
  BY_HAND.trim()
    .split("\n")
    .map((line) => {
      const [head, bars] = line.split(": ");
      const [name, value] = head!.split(" ");
      const rows = bars!.split(" | ").map((bar) => bar.split(" ").map(Number) as unknown as Row);
      return [name!, { value: Number(value), rows }];
    }),
);

/** Mirrors bars vertically, so that each fall becomes a rise. */
export function upsideDown(rows: readonly Row[]): Row[] {
  return rows.map(([open, high, low, close]) => [40 - open, 40 - low, 40 - high, 40 - close]);
}

/** Converts rows of bars to columns. */
export function columnsOf(rows: readonly Row[]): Readonly<Record<"open" | "high" | "low" | "close", Float64Array>> {
  const column = (place: number) => Float64Array.from(rows, (row) => row[place]!);
  return { open: column(0), high: column(1), low: column(2), close: column(3) };
}
