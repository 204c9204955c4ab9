import { type AnyStrategy, Bars, defineStrategy, instrument, joinColumns, type MarketData, ta } from "hindcast";
import { checkLookahead } from "hindcast/research";
import { expect, test } from "vitest";
import { seededRandom } from "../support/series.ts";
import { walkMarket } from "./walk.ts";

const random = seededRandom(5);
const plain = walkMarket(200);
const moods = plain.series[0]!.bars.close.map(() => (random() < 0.2 ? NaN : random() - 0.5));
const data: MarketData = { ...plain, series: plain.series.map((one) => ({ ...one, columns: { mood: moods } })) };

/** A strategy that buys when `mood` is above 0 and sells when it is below. */
const trader = (mood: (index: number, now: number) => number): AnyStrategy =>
  defineStrategy({
    name: "moody",
    onBar({ bar, column, position, orders }) {
      const value = mood(bar.index, column("mood").value);
      if (value > 0 && position.flat) orders.buy({ quantity: 1 });
      if (value < 0 && !position.flat) orders.close();
    },
  });

test("a strategy that reads own columns up to the last closed bar has no leak", () => {
  const honest = defineStrategy({
    name: "honest",
    indicators: ({ column, bars }) => ({ mood: ta.sma(column("mood"), 1), week: bars("1wk").column("mood") }),
    onBar({ ind, column, position, orders }) {
      if (ind.mood.value > 0 && position.flat) orders.buy({ quantity: 1 });
      if (column("mood").ago(1) < 0 && ind.week.value < 0.2 && !position.flat) orders.close();
    },
  });
  expect(checkLookahead(honest, data)).toMatchObject({ moments: 30, leaks: [] });
  expect(
    checkLookahead(
      trader((_, now) => now),
      data,
    ).leaks,
  ).toEqual([]);
});

test("a strategy that reads a later value of an own column is found, also through the arrays of the data", () => {
  const { leaks } = checkLookahead(
    trader((index) => moods[index + 1]!),
    data,
  );
  expect(leaks.length).toBeGreaterThan(5);
  const fromData = (given: MarketData) => trader((index) => given.series[0]!.columns!["mood"]![index + 1]!);
  expect(checkLookahead(fromData, data).leaks.length).toBeGreaterThan(5);
  expect(moods.filter((value) => value > 0.5)).toHaveLength(0);
});

test("later values of data that are not traded are changed too, also those of 0 and below", () => {
  const { time } = plain.series[0]!.bars;
  const swings = time.map((_, i) => (i % 5) - 2);
  const bars = new Bars("1d", {
    time,
    open: swings,
    high: swings,
    low: swings,
    close: swings,
    volume: time.map(() => 0),
  });
  const fear = { instrument: instrument("FEAR", { role: "data" }), bars, columns: { mood: moods } };
  const both: MarketData = { ...plain, series: [...plain.series, fear] };
  const reading = (value: (index: number, now: number, mood: number) => number): AnyStrategy =>
    defineStrategy({
      name: "fearful",
      onBar({ bar, at, position, orders }) {
        const read = value(bar.index, at("FEAR").close.value, at("FEAR").column("mood").value);
        if (read > 0 && position.flat) orders.buy({ quantity: 1 });
        if (read < 0 && !position.flat) orders.close();
      },
    });
  expect(
    checkLookahead(
      reading((_, now, mood) => now + mood),
      both,
    ),
  ).toMatchObject({ moments: 30, leaks: [] });
  const ahead = (given: MarketData) => reading((index) => given.series[1]!.bars.close[index + 1]! - 0.5);
  expect(checkLookahead(ahead(both), both).leaks.length).toBeGreaterThan(5);
});

test("columns joined with a lag are changed only where they are not known", () => {
  const { time } = plain.series[0]!.bars;
  const joined = joinColumns(plain, { time, columns: { mood: moods } }, { lag: "2d" });
  expect(
    checkLookahead(
      trader((_, now) => now),
      joined,
    ),
  ).toMatchObject({ moments: 30, leaks: [] });
});
