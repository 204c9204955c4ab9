import { expect, test } from "vitest";
import { barsFrom } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";

const BARS = barsFrom(`
  100 100 100 100
  100 101 99  100
  100 120 80  100
  100 100 100 100
`);
/** Buys ten units at 100 on 2 January, with exits at 110 and 90. The bar of 3 January reaches both exits. */
const bracket: Script = { 1: ({ orders }) => void orders.buy({ quantity: 10, takeProfit: 110, stopLoss: 90 }) };
const band = (script: Script, cash = 1000, bars = BARS) => play(bars, script, { intrabar: "band", cash }).result;

test("an intrabar band ranges from a loss to a gain when a bar reaches both exits", () => {
  const result = band(bracket);
  // The ten units lose or gain 10 each.
  expect(result.band!.pessimistic.finalEquity).toBe(900);
  expect(result.band!.optimistic.finalEquity).toBe(1100);
  expect(result.band!.pessimistic.totalReturn).toBeCloseTo(-0.1, 12);
  expect(result.band!.optimistic.totalReturn).toBeCloseTo(0.1, 12);
  expect(result.band!.crossesZero).toBe(true);
  expect(result.warnings).toContain(
    "Total return is between -10.00% and 10.00%, depending on the assumed path of bars: it may be a loss or a gain.",
  );
});

test("the final equity of an intrabar band is rounded to booked amounts, without binary noise", () => {
  // Cash is 1000 - 3 * 33.37 = 899.89, and the units are worth 3 * 30.06 = 90.18. The binary sum is 990.0699999999999.
  const bars = barsFrom(`
    33.37 33.37 33.37 33.37
    33.37 33.37 33.37 33.37
    30.06 30.06 30.06 30.06
  `);
  const result = band({ 1: ({ orders }) => void orders.buy({ quantity: 3 }) }, 1000, bars);
  expect(result.equity.equity.at(-1)).toBe(990.0699999999999);
  expect(result.band!.pessimistic.finalEquity).toBe(990.07);
  expect(result.band!.optimistic.finalEquity).toBe(990.07);
});

test("a result with an intrabar band is the pessimistic run, and both ends of the band equal separate runs", () => {
  const result = band(bracket);
  const alone = (intrabar: "pessimistic" | "optimistic") => play(BARS, bracket, { intrabar, cash: 1000 }).result;
  expect(result.fillHash).toBe(alone("pessimistic").fillHash);
  expect(result.band!.pessimistic.fillHash).toBe(alone("pessimistic").fillHash);
  expect(result.band!.optimistic.fillHash).toBe(alone("optimistic").fillHash);
  expect(result.settings.intrabar).toBe("band");
});

test("an intrabar band does not include a loss if both exits gain", () => {
  // Ten units bought at 50 are worth 100 each when an OCO pair exits 10 above or below, so a profit of at least 400 is
  // certain.
  const bars = barsFrom(`
    50  50  50  50
    50  100 50  100
    100 100 100 100
    100 120 80  100
  `);
  const script: Script = {
    1: ({ orders }) => void orders.buy({ quantity: 10 }),
    3: ({ orders }) => void orders.oco({ takeProfit: 110, stopLoss: 90 }),
  };
  const result = band(script, 1000, bars);
  expect([result.band!.pessimistic.finalEquity, result.band!.optimistic.finalEquity]).toEqual([1400, 1600]);
  expect(result.band!.crossesZero).toBe(false);
});

test("exits in the bar of a stop entry give an intrabar band a loss at one end and a gain at the other", () => {
  const bars = barsFrom(`
    100 100 100 100
    100 111 89  105
  `);
  const result = band(
    { 1: ({ orders }) => void orders.buy({ quantity: 10, stop: 102, takeProfit: 110, stopLoss: 90 }) },
    2000,
    bars,
  );
  expect([result.band!.pessimistic.finalEquity, result.band!.optimistic.finalEquity]).toEqual([1880, 2080]);
});

test("an intrabar band has two equal ends if no bar reaches both exits", () => {
  const result = band({ 1: ({ orders }) => void orders.buy({ quantity: 10 }) });
  expect(result.band!.pessimistic).toEqual(result.band!.optimistic);
  expect(result.band!.crossesZero).toBe(false);
});

test("a result has a band only with the setting intrabar band", () => {
  expect(play(BARS, bracket).result.band).toBeUndefined();
});
