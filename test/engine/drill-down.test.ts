import { backtest, type Bars, defineStrategy, marketOf, type RunSettings } from "hindcast";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../src/time/interval.ts";
import { fillText } from "../support/order-text.ts";
import { barsFrom, FIRST_DAY } from "../support/market.ts";

const DAYS = barsFrom(`
  100 100 100 100
  100 100 100 100
  100 120 80  100
`);
/** Hourly bars of 3 January, whose daily bar reaches both 110 and 90. */
const hours = (text: string, day = 2) => barsFrom(text, "1h", FIRST_DAY + day * DAY_MS);

/** Exit fills of a bracket bought at the open of 2 or 3 January, with its target at 110 and its stop at 90. */
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
    .map(fillText)
    .join("; ");
}

const PROFIT = "4 00:00 sell 10 X at 110";
const LOSS = "4 00:00 sell 10 X at 90";

describe("finer bars decide which exit of a bar fills first, without ambiguity, if", () => {
  test.each([
    ["the target is first", "100 112 99 105\n105 106 80 90", PROFIT],
    ["the stop is first", "100 101 88 95\n95 120 95 118", LOSS],
    [
      "the target is reached later in the day",
      "100 101 99 100\n100 102 98 100\n100 115 100 112\n112 112 80 80",
      PROFIT,
    ],
    ["the high equals the target", "100 110 95 100\n100 100 90 90", PROFIT],
  ])("%s", (_, text, expected) => {
    expect(exit(hours(text))).toBe(expected);
  });

  test("the entry filled at the open of that bar", () => {
    expect(exit(hours("100 112 99 105\n105 106 80 90"), {}, 1)).toBe(PROFIT);
    expect(exit(hours("100 101 88 95\n95 120 95 118"), {}, 1)).toBe(LOSS);
  });
});

describe("the stop fills first, marked ambiguous, when", () => {
  test.each([
    ["one finer bar reaches both exits", hours("100 120 80 100")],
    ["there are no finer bars of that day", hours("100 120 95 100", 1)],
    ["there are no finer bars", undefined],
  ])("%s", (_, finer) => {
    expect(exit(finer)).toBe(`${LOSS}, ambiguous`);
  });
});

/** Fills of 3 January for a limit entry at 95 with a target at 98 and a stop at 93. */
function exitOfInner(text: string): string {
  const strategy = defineStrategy({
    name: "inner",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity: 10, limit: 95, timeInForce: "gtc", takeProfit: 98, stopLoss: 93 });
    },
  });
  const market = marketOf({ X: DAYS });
  const data = { ...market, series: market.series.map((one) => ({ ...one, finer: hours(text) })) };
  return backtest(strategy, data, { intrabar: "drill-down" }).fills.map(fillText).join("; ");
}

describe("after an entry inside a bar, an exit is matched against the later finer bars:", () => {
  const ENTRY = "4 00:00 buy 10 X at 95";
  test.each([
    ["to its target", "100 120 99 100\n100 100 94 96\n96 99 94 98\n98 98 80 80", `${ENTRY}; 4 00:00 sell 10 X at 98`],
    ["to its stop", "100 120 99 100\n100 100 94 96\n96 97 80 90\n90 100 90 100", `${ENTRY}; 4 00:00 sell 10 X at 93`],
    ["to a stop that is gapped", "100 120 99 100\n100 100 94 94\n92 92 80 90", `${ENTRY}; 4 00:00 sell 10 X at 92`],
    ["and ignores earlier finer bars", "100 120 99 100\n100 100 94 95\n95 96 94 95", ENTRY],
    [
      "to its stop, marked ambiguous, if the entry's own hour reaches that too",
      "100 120 99 100\n100 100 80 99",
      `${ENTRY}; 4 00:00 sell 10 X at 93, ambiguous`,
    ],
    [
      "to its stop, marked ambiguous, if one later hour reaches both exits",
      "100 120 99 100\n100 100 94 95\n95 99 80 90",
      `${ENTRY}; 4 00:00 sell 10 X at 93, ambiguous`,
    ],
  ])("%s", (_, text, expected) => {
    expect(exitOfInner(text)).toBe(expected);
  });
});

test("pessimistic and optimistic runs ignore finer bars", () => {
  const finer = hours("100 112 99 105\n105 106 80 90");
  expect(exit(finer, { intrabar: "pessimistic" })).toBe(`${LOSS}, ambiguous`);
  expect(exit(finer, { intrabar: "optimistic" })).toBe(`${PROFIT}, ambiguous`);
});

test("finer bars outside the time of the bar are ignored", () => {
  const before = hours("100 120 99 100", 1);
  const after = hours("100 101 80 100", 3);
  for (const finer of [before, after]) expect(exit(finer)).toBe(`${LOSS}, ambiguous`);
});
