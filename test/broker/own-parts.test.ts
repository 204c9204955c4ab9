import {
  backtest,
  defineFills,
  defineLiquidity,
  defineSizing,
  defineSlippage,
  defineStrategy,
  type FillsDefinition,
  type SettingsInput,
  marketOf,
  type ModelSettings,
  type ReachedOrder,
  type SizedOrder,
  type SlippageDefinition,
  type SlippedFill,
} from "hindcast";
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

test("a custom slippage model moves fill prices as an equal built-in model does", () => {
  const half = defineSlippage({ name: "half", distance: () => 0.5 });
  expect(pricesWith(half)).toEqual(pricesWith({ model: "amount", amount: 0.5 }));
  expect(pricesWith(half)).toEqual([
    [100.5, 0.5],
    [98.5, 0.5],
  ]);
});

test("a custom slippage model gets the bar known at each fill, in one reused object", () => {
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
  // At the open of the second bar, the first bar is the known one. The stop fills inside the second bar.
  expect(copies).toMatchObject([
    { sign: 1, price: 100, quantity: 10, volume: 1000, high: 101, low: 99, inside: false },
    { sign: -1, price: 99, quantity: 10, volume: 2000, high: 104, low: 98, inside: true },
  ]);
});

test("the settings of a result name a custom slippage model, with a hash of its function", () => {
  const none = defineSlippage({ name: "mine", distance: () => 0 });
  const { slippage } = backtest(buysAndStops, data, { slippage: none }).settings;
  expect(slippage).toEqual(none);
  expect(none.hash).toMatch(/^[0-9a-f]{64}/);
  expect(JSON.parse(JSON.stringify(slippage))).toEqual({ model: "custom", name: "mine", hash: none.hash });
});

test("a definition of a custom slippage model with a misspelled or missing field throws and names the field", () => {
  const define = (definition: object) => () => defineSlippage(definition as SlippageDefinition);
  expect(define({ name: "half", distence: () => 0.5 })).toThrow('has no option "distence" (did you mean distance?)');
  expect(define({ name: "half" })).toThrow("defineSlippage distance must be a function, was undefined");
  expect(() => defineFills({ name: "late", stopp: () => 1 } as FillsDefinition)).toThrow("(did you mean stop?)");
  expect(() => defineFills({ name: "late" })).toThrow("limit or stop or stopLimit or trailingStop must be a function");
});

test("a custom slippage model throws if its function returns no valid distance", () => {
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
    'slippage "gains" has no functions here: pass the return value of defineSlippage, and export it from the strategy\'s file for threads and queues',
  );
});

const holds = defineStrategy({
  name: "holds",
  onBar({ bar, orders }) {
    if (bar.index === 0) orders.buy({ percent: 0.5, timeInForce: "gtc" });
  },
});
const unitsWith = (settings: SettingsInput) => backtest(holds, data, settings).fills.map(({ quantity }) => quantity);

test("custom sizing decides the quantity of a percent order, rounded down to the lot and reduced to what cash covers", () => {
  const sized = (units: (order: SizedOrder) => number) =>
    unitsWith({ cash: 10_000, sizing: defineSizing({ name: "sized", units }) });
  expect(sized(() => 7.9)).toEqual([7]);
  expect(sized(() => 1e9)).toEqual([100]);
  expect(sized(({ percent, equity, high, low }) => (percent * equity * 0.01) / (high - low))).toEqual([25]);
  // The percent order is sized with the values at the close of the first bar.
  const seen: SizedOrder[] = [];
  sized((order) => (seen.push({ ...order }), 1));
  expect(seen[0]).toEqual({
    open: 100,
    high: 101,
    low: 99,
    close: 100,
    volume: 1000,
    before: NaN,
    held: 0,
    tick: 0,
    sign: 1,
    percent: 0.5,
    notional: NaN,
    risk: NaN,
    stopPrice: NaN,
    price: 100,
    equity: 10_000,
    spendable: 10_000,
    buffer: 0,
    lot: 1,
    multiplier: 1,
  });
});

test("custom sizing works in every type of account, at submission and at the fill", () => {
  const three = defineSizing({ name: "three", units: ({ price }) => 300 / price });
  for (const account of ["cash", "margin", "cash-flow", "free-margin", "buying-power", "unchecked"] as const)
    for (const sizeAt of ["at-submission", "at-fill"] as const)
      expect([account, sizeAt, unitsWith({ account, sizeAt, sizing: three })]).toEqual([account, sizeAt, [3]]);
});

test("custom sizing is not called for orders with a quantity", () => {
  const never = defineSizing({ name: "never", units: () => NaN });
  expect(backtest(buysAndStops, data, { sizing: never }).fills[0]!.quantity).toBe(10);
});

test("custom liquidity limits the total that a bar fills over all orders, and the remaining units stay open", () => {
  const liquidity = defineLiquidity({ name: "thin", units: ({ volume }) => volume / 100 });
  // The liquidity function gets the volume of the previous bar for fills at an open.
  expect(unitsWith({ liquidity, cash: 12_000 })).toEqual([10, 20]);
  expect(unitsWith({ liquidity: defineLiquidity({ name: "all", units: () => Infinity }), cash: 12_000 })).toEqual([60]);
});

test("an invalid return value of a custom part throws with the part's name, the bar and the value", () => {
  const bar = "for the bar with open 100, high 101, low 99, close 100, volume 1000";
  for (const [answer, shown] of [
    [-1, "-1"],
    [NaN, "NaN"],
    ["7", '"7"'],
  ] as const) {
    const units = () => answer as number;
    expect(() => unitsWith({ sizing: defineSizing({ name: "odd", units }) })).toThrow(
      `sizing odd must return a finite number of units of at least 0, returned ${shown} ${bar}`,
    );
    expect(() => unitsWith({ liquidity: defineLiquidity({ name: "odd", units }) })).toThrow(
      `liquidity odd must return a number of at least 0, returned ${shown} ${bar}`,
    );
  }
});

test("a custom part is accepted only for its own setting, and never with fillsBy trade", () => {
  const part = defineLiquidity({ name: "thin", units: () => 1 });
  expect(() => unitsWith({ sizing: part })).toThrow("sizing must be made by defineSizing, was made by defineLiquidity");
  expect(() => unitsWith({ slippage: part })).toThrow("slippage must be made by defineSlippage");
  expect(() => unitsWith({ liquidity: part, fillsBy: "trade" })).toThrow(
    'liquidity must be left out if fillsBy is trade, was "thin"',
  );
  expect(() => unitsWith({ liquidity: "thin" as never })).toThrow(
    "liquidity must be a custom model, such as defineCommission returns",
  );
});

test("options of a custom part are plain values and appear in results", () => {
  const units = () => 1;
  const options = { list: [1] } as never;
  expect(() => defineSizing({ name: "x", options, units })).toThrow(
    "defineSizing options.list must be a number, a string, true or false, was [1]",
  );
  const sizing = defineSizing({ name: "half", options: { share: 0.5 }, units: (_, { share }) => share * 20 });
  const result = backtest(holds, data, { sizing });
  expect(result.fills[0]!.quantity).toBe(10);
  expect(JSON.parse(JSON.stringify(result.settings.sizing))).toEqual({
    model: "custom",
    name: "half",
    options: { share: 0.5 },
    hash: sizing.hash,
  });
  const other = defineSizing({ name: "half", options: { share: 0.25 }, units: (_, { share }) => share * 40 });
  expect(backtest(holds, data, { sizing: other }).fingerprint).not.toBe(result.fingerprint);
});

/** Runs a strategy that submits one order after the first bar. */
const orderedAfterFirst = (order: object, settings: SettingsInput, bars = data) => {
  const once = defineStrategy({
    name: "once",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity: 1, timeInForce: "gtc", ...order });
    },
  });
  return backtest(once, bars, settings);
};
const pricesOf = (...given: Parameters<typeof orderedAfterFirst>) =>
  orderedAfterFirst(...given).fills.map(({ price }) => price);

test("custom fill rules set the price of triggered orders of the types that they define", () => {
  const fills = defineFills({ name: "worst", stop: ({ sign, high, low }) => (sign === 1 ? high : low) });
  // The stop order fills at the high of the bar that reaches it. The limit order follows the settings.
  expect(pricesOf({ stop: 102 }, { fills })).toEqual([104]);
  expect(pricesOf({ limit: 99 }, { fills })).toEqual([99]);
  const result = orderedAfterFirst({ stop: 102 }, { fills });
  expect(result.fills[0]!.at).toBe("bar");
  expect(result.explain(1).fills[0]!.rule).toBe("Stop: it fills at the price of the custom rules worst.");
});

test("custom fill rules can delay an order, and can fill an order that the settings would leave open", () => {
  const never = defineFills({ name: "never", limit: () => undefined, stop: () => undefined });
  expect(pricesOf({ limit: 99 }, { fills: never })).toEqual([]);
  expect(pricesOf({ stop: 102 }, { fills: never })).toEqual([]);
  const touch = defineFills({ name: "touch", limit: ({ limit }) => limit });
  expect(pricesOf({ limit: 98 }, { limitFill: "trade-through" })).toEqual([]);
  expect(pricesOf({ limit: 98 }, { limitFill: "trade-through", fills: touch })).toEqual([98]);
});

test("custom fill rules apply to exits in the bar of their entry, stop-limit orders and trailing stops", () => {
  const low = ({ low: lowest }: ReachedOrder) => lowest;
  const exits = { stopLoss: 99 };
  expect(pricesOf(exits, { fills: defineFills({ name: "low", stop: low }) })).toEqual([100, 98]);
  const high = ({ high: highest }: ReachedOrder) => highest;
  expect(pricesOf({ stop: 102, limit: 105 }, { fills: defineFills({ name: "high", stopLimit: high }) })).toEqual([104]);
  const waits = defineFills({ name: "waits", stopLimit: ({ close }) => (close > 103 ? close : undefined) });
  expect(pricesOf({ stop: 102, limit: 105 }, { fills: waits })).toEqual([104]);
});

test("custom fill rules get the last closed bar, the position and the standard fill price", () => {
  const seen: ReachedOrder[] = [];
  const kept: ReachedOrder[] = [];
  const fills = defineFills({
    name: "looks",
    stop: (order) => (kept.push(order), seen.push({ ...order }), order.standard),
  });
  expect(pricesOf({ stopLoss: 99 }, { fills })).toEqual(pricesOf({ stopLoss: 99 }, {}));
  expect(new Set(kept).size).toBe(1);
  expect(seen[0]).toMatchObject({ sign: -1, stop: 99, standard: 99, open: 100, high: 104, low: 98, close: 102 });
  expect(seen[0]).toMatchObject({ volume: 2000, before: 100, held: 1, tick: 0 });
  expect(seen[0]!.limit).toBeNaN();
});

test("custom fill rules that return an invalid price throw with their name, the bar and the price", () => {
  const bar = "for the bar with open 100, high 104, low 98, close 102, volume 2000";
  const answering = (answer: unknown, order: object) => () =>
    pricesOf(order, {
      fills: defineFills({ name: "odd", stop: () => answer as number, limit: () => answer as number }),
    });
  for (const [answer, shown] of [
    [NaN, "NaN"],
    [104.01, "104.01"],
    [-1, "-1"],
    [null, "null"],
  ] as const)
    expect(answering(answer, { stop: 102 })).toThrow(
      `fills odd must return a price inside the bar, or undefined if the order does not fill, for the stop order 1, returned ${shown} ${bar}`,
    );
  expect(answering(101, { limit: 99 })).toThrow(
    `fills odd must return a price at the limit of 99 or better, for the limit order 1, returned 101 ${bar}`,
  );
});
