import { describe, expect, test } from "vitest";
import {
  above,
  backtest,
  Bars,
  barsSince,
  below,
  crossedAbove,
  crossover,
  falling,
  HindcastError,
  highestSince,
  lowestSince,
  rising,
  defineStrategy,
  marketOf,
  type Cursor,
} from "hindcast";

const CLOSES = [5, 7, 6, 8, 9, 10, 4, 3];

/** Answers of a signal function at each of eight bars, which close at 5, 7, 6, 8, 9, 10, 4 and 3. */
function answers(question: (close: Cursor) => number | boolean): (number | boolean)[] {
  const close = Float64Array.from(CLOSES);
  const time = close.map((_, i) => i * 86_400_000);
  const bars = new Bars("1d", { time, open: close, high: close, low: close, close, volume: close });
  const heard: (number | boolean)[] = [];
  const asker = defineStrategy({
    name: "asker",
    onBar(context) {
      heard.push(question(context.close));
    },
  });
  backtest(asker, marketOf({ WAVE: bars }));
  return heard;
}

const T = true;
const F = false;

describe("signal functions", () => {
  test("above and below compare the value of the last bar, and are false for a missing value", () => {
    expect(answers((close) => above(close, 7))).toEqual([F, F, F, T, T, T, F, F]);
    expect(answers((close) => below(close, 7))).toEqual([T, F, T, F, F, F, T, T]);
    expect(answers((close) => above(close, NaN) || below(close, NaN))).toEqual(CLOSES.map(() => F));
  });

  test("crossover needs an earlier value below the level; crossedAbove also accepts one at the level", () => {
    // The close of 8 after 6 crosses the level of 7.
    expect(answers((close) => crossover(close, 7))).toEqual([F, F, F, T, F, F, F, F]);
    expect(answers((close) => crossedAbove(close, 8))).toEqual([F, F, F, F, T, F, F, F]);
    expect(answers((close) => crossover(close, 8))).toEqual(CLOSES.map(() => F));
    // The close falls from 10 to 4, and the level of 9 crosses above it.
    expect(answers((close) => crossover(9, close))).toEqual([F, F, F, F, F, F, T, F]);
    expect(answers((close) => crossover(close, NaN) || crossover(NaN, close))).toEqual(CLOSES.map(() => F));
  });

  test("rising is true for a value above all previous ones in its window, falling for a value below all", () => {
    expect(answers((close) => rising(close))).toEqual([F, T, F, T, T, T, F, F]);
    expect(answers((close) => rising(close, 3))).toEqual([F, F, F, T, T, T, F, F]);
    expect(answers((close) => falling(close, 2))).toEqual([F, F, F, F, F, F, T, T]);
  });

  test("highestSince and lowestSince include the given bar and the last bar", () => {
    expect(answers((close) => highestSince(close, 2))).toEqual([NaN, NaN, 7, 8, 9, 10, 10, 10]);
    expect(answers((close) => lowestSince(close, 2))).toEqual([NaN, NaN, 5, 6, 6, 8, 4, 3]);
    expect(answers((close) => highestSince(close, 0))).toEqual(CLOSES);
  });

  test("barsSince counts bars back from the last one, up to a limit", () => {
    expect(answers((close) => barsSince((ago) => close.ago(ago) > 8, 2))).toEqual([NaN, NaN, NaN, NaN, 0, 0, 1, 2]);
    expect(answers((close) => barsSince(() => crossedAbove(close, 7), 0))).toEqual([
      NaN,
      NaN,
      NaN,
      0,
      NaN,
      NaN,
      NaN,
      NaN,
    ]);
  });

  test.each([
    ["rising", (close: Cursor) => rising(close, 0)],
    ["falling", (close: Cursor) => falling(close, 1.5)],
    ["highestSince", (close: Cursor) => highestSince(close, -1)],
    ["barsSince", () => barsSince(() => true, NaN)],
  ] as const)("with the name %s throws for an invalid number of bars", (_, question) => {
    expect(() => answers(question)).toThrow(HindcastError);
  });
});
