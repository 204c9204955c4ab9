import { backtest, type Bars, defineStrategy, marketOf, type RunSettings } from "hindcast";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../src/time/interval.ts";
import { fillInWords } from "../support/in-words.ts";
import { barsFrom, FIRST_DAY } from "../support/market.ts";

const DAYS = barsFrom(`
  100 100 100 100
  100 100 100 100
  100 120 80  100
`);
/** Hours of 3 January, whose day reaches 110 and 90. */
const hours = (text: string, day = 2) => barsFrom(text, "1h", FIRST_DAY + day * DAY_MS);

/** Ten bought at the open of 2 January, or of 3 January, with a profit at 110 and a stop at 90: how they end. */
function exit(finer: Bars | undefined, settings: Partial<RunSettings> = {}, decided = 0): string {
  const strategy = defineStrategy({
    name: "bracket",
    onBar({ bar, orders }) {
      if (bar.index === decided) orders.buy({ quantity: 10, takeProfit: 110, stopLoss: 90 });
    },
  });
  const market = marketOf({ X: DAYS });
  const data = { ...market, series: market.series.map((one) => ({ ...one, finer })) };
  return backtest(strategy, data, { intrabar: "drill-down", ...settings })
    .fills.slice(1)
    .map(fillInWords)
    .join("; ");
}

const PROFIT = "4 00:00 sell 10 X at 110";
const LOSS = "4 00:00 sell 10 X at 90";

describe("finer bars show which exit was reached first, and the fill is certain", () => {
  test.each([
    ["up first", "100 112 99 105\n105 106 80 90", PROFIT],
    ["down first", "100 101 88 95\n95 120 95 118", LOSS],
    ["only later in the day", "100 101 99 100\n100 102 98 100\n100 115 100 112\n112 112 80 80", PROFIT],
    ["at the very price", "100 110 95 100\n100 100 90 90", PROFIT],
  ])("%s", (_, text, expected) => {
    expect(exit(hours(text))).toBe(expected);
  });

  test("of an entry at the open of that bar too", () => {
    expect(exit(hours("100 112 99 105\n105 106 80 90"), {}, 1)).toBe(PROFIT);
    expect(exit(hours("100 101 88 95\n95 120 95 118"), {}, 1)).toBe(LOSS);
  });
});

describe("where they do not show it the one that hurts comes first, and the fill is ambiguous", () => {
  test.each([
    ["one hour reaches both", hours("100 120 80 100")],
    ["there are none of that day", hours("100 120 95 100", 1)],
    ["there are none at all", undefined],
  ])("%s", (_, finer) => {
    expect(exit(finer)).toBe(`${LOSS}, ambiguous`);
  });
});

/** Ten bought at a limit of 95 inside 3 January, with a profit at 98 and a stop at 93: how they end that day. */
function exitOfInner(text: string): string {
  const strategy = defineStrategy({
    name: "inner",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity: 10, limit: 95, timeInForce: "gtc", takeProfit: 98, stopLoss: 93 });
    },
  });
  const market = marketOf({ X: DAYS });
  const data = { ...market, series: market.series.map((one) => ({ ...one, finer: hours(text) })) };
  return backtest(strategy, data, { intrabar: "drill-down" }).fills.map(fillInWords).join("; ");
}

describe("an entry inside the bar is followed through the finer bars after it", () => {
  const ENTRY = "4 00:00 buy 10 X at 95";
  test.each([
    ["to its profit", "100 120 99 100\n100 100 94 96\n96 99 94 98\n98 98 80 80", `${ENTRY}; 4 00:00 sell 10 X at 98`],
    ["to its stop", "100 120 99 100\n100 100 94 96\n96 97 80 90\n90 100 90 100", `${ENTRY}; 4 00:00 sell 10 X at 93`],
    ["to a stop that is gapped", "100 120 99 100\n100 100 94 94\n92 92 80 90", `${ENTRY}; 4 00:00 sell 10 X at 92`],
    ["and what came before it counts for nothing", "100 120 99 100\n100 100 94 95\n95 96 94 95", ENTRY],
    [
      "where its own hour reaches the stop too, it hurts",
      "100 120 99 100\n100 100 80 99",
      `${ENTRY}; 4 00:00 sell 10 X at 93, ambiguous`,
    ],
    [
      "where one later hour reaches both, the stop comes first",
      "100 120 99 100\n100 100 94 95\n95 99 80 90",
      `${ENTRY}; 4 00:00 sell 10 X at 93, ambiguous`,
    ],
  ])("%s", (_, text, expected) => {
    expect(exitOfInner(text)).toBe(expected);
  });
});

test("runs that do not drill down do not look at them", () => {
  const finer = hours("100 112 99 105\n105 106 80 90");
  expect(exit(finer, { intrabar: "pessimistic" })).toBe(`${LOSS}, ambiguous`);
  expect(exit(finer, { intrabar: "optimistic" })).toBe(`${PROFIT}, ambiguous`);
});

test("an hour of before the bar or after it says nothing", () => {
  const before = hours("100 120 99 100", 1);
  const after = hours("100 101 80 100", 3);
  for (const finer of [before, after]) expect(exit(finer)).toBe(`${LOSS}, ambiguous`);
});
