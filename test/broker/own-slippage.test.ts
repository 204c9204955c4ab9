import { backtest, defineSlippage, defineStrategy, marketOf, type ModelSettings, type SlippedFill } from "hindcast";
import { expect, test } from "vitest";
import { barsFrom } from "../support/market.ts";

const data = marketOf({
  X: barsFrom(`
  100 101 99  100 1000
  100 104 98  102 2000
  103 105 101 104 4000
`),
});

const buysAndStops = defineStrategy({
  name: "buys-and-stops",
  onBar({ bar, orders }) {
    if (bar.index === 0) orders.buy({ quantity: 10, stopLoss: 99 });
  },
});

const pricesWith = (slippage: ModelSettings) =>
  backtest(buysAndStops, data, { slippage }).fills.map((fill) => [fill.price, fill.slippage]);

test("slippage of your own moves fills as a model with a name does", () => {
  const half = defineSlippage({ name: "half", distance: () => 0.5 });
  expect(pricesWith(half)).toEqual(pricesWith({ model: "amount", amount: 0.5 }));
  expect(pricesWith(half)).toEqual([
    [100.5, 0.5],
    [98.5, 0.5],
  ]);
});

test("slippage of your own is given the bar that is known at its fill, in one object for all fills", () => {
  const seen: SlippedFill[] = [];
  const copies: SlippedFill[] = [];
  const looks = defineSlippage({
    name: "looks",
    distance(fill) {
      seen.push(fill);
      copies.push({ ...fill });
      return 0;
    },
  });
  pricesWith(looks);
  expect(new Set(seen).size).toBe(1);
  // At the open of the second bar the first is known; the stop fills inside the second.
  expect(copies).toMatchObject([
    { sign: 1, price: 100, quantity: 10, volume: 1000, high: 101, low: 99, inside: false },
    { sign: -1, price: 99, quantity: 10, volume: 2000, high: 104, low: 98, inside: true },
  ]);
});

test("slippage of your own is named in the settings of a result, with the hash of its function", () => {
  const none = defineSlippage({ name: "mine", distance: () => 0 });
  const { slippage } = backtest(buysAndStops, data, { slippage: none }).settings;
  expect(slippage).toEqual(none);
  expect(none.hash).toMatch(/^[0-9a-f]{64}/);
  expect(JSON.parse(JSON.stringify(slippage))).toEqual({ model: "custom", name: "mine", hash: none.hash });
});

test("slippage of your own that is no distance is refused", () => {
  const gains = defineSlippage({ name: "gains", distance: () => -1 });
  expect(() => pricesWith(gains)).toThrow(
    "slippage gains must return a finite number of at least 0, returned -1 for the bar with open 100, high 101, low 99, close 100, volume 1000",
  );
  expect(() => defineSlippage({ name: "", distance: () => 0 })).toThrow("defineSlippage name must be a text");
  expect(() => defineSlippage({ name: "x", distance: 1 as never })).toThrow(
    "defineSlippage distance must be a function, was 1",
  );
  const sent = JSON.parse(JSON.stringify(gains)) as ModelSettings;
  expect(() => pricesWith(sent)).toThrow(
    'slippage "gains" has no functions here: give what defineSlippage returns, and export it from the strategy\'s file for threads and queues',
  );
});
