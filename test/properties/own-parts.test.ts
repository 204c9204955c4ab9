import * as fc from "fast-check";
import {
  backtest,
  Bars,
  defineCommission,
  defineFills,
  defineLiquidity,
  defineSizing,
  defineSlippage,
  defineStrategy,
  type SettingsInput,
  marketOf,
} from "hindcast";
import { expect, test } from "vitest";
import { runs } from "../support/runs.ts";
import { randomBars } from "../support/series.ts";
import { property } from "../support/property.ts";

const DAY = 86_400_000;
const LENGTH = 60;

const bars = (seed: number) =>
  new Bars("1d", {
    time: Float64Array.from({ length: LENGTH }, (_, i) => Date.UTC(2024, 0, 1) + i * DAY),
    ...randomBars(LENGTH, seed),
  });

/** Bars that equal given bars up to `known`, and others after that. */
function otherFuture(past: Bars, future: Bars, known: number): Bars {
  const joined = (name: "open" | "high" | "low" | "close" | "volume") =>
    Float64Array.from(past[name], (value, i) => (i <= known ? value : future[name][i]!));
  const [open, high, low, close, volume] = [
    joined("open"),
    joined("high"),
    joined("low"),
    joined("close"),
    joined("volume"),
  ];
  return new Bars("1d", { time: past.time, open, high, low, close, volume });
}

/** Custom parts for each setting, whose functions pass their arguments to a callback, `look`. */
const partsThat = (look: (given: object) => void): SettingsInput => ({
  slippage: defineSlippage({ name: "s", distance: (fill) => (look(fill), 0.01 * fill.price) }),
  commission: defineCommission({ name: "c", charge: (fill) => (look(fill), 0.1) }),
  sizing: defineSizing({ name: "u", units: (order) => (look(order), (order.percent * order.equity) / order.price) }),
  liquidity: defineLiquidity({ name: "l", units: (bar) => (look(bar), bar.volume / 10) }),
  fills: defineFills({
    name: "f",
    limit: (order) => (look(order), order.standard),
    stop: (order) => (look(order), order.standard),
    stopLimit: (order) => (look(order), undefined),
    trailingStop: (order) => (look(order), order.standard),
  }),
});

/** Strategy that submits orders at each bar and calls a function with the bar's index. */
const busy = (atEnd: (index: number) => void) =>
  defineStrategy({
    name: "busy",
    onBar({ bar, position, orders }) {
      atEnd(bar.index);
      if (position.quantity > 0 && bar.index % 5 === 0)
        return void orders.sell({ quantity: position.quantity, trail: bar.close * 0.01 });
      const kinds = [
        {},
        { limit: bar.close * 0.99 },
        { stop: bar.close * 1.01 },
        { stop: bar.close, limit: bar.close * 1.02 },
      ];
      orders.buy({ percent: 0.1, ...kinds[bar.index % 4], stopLoss: bar.close * 0.9 });
    },
  });

property([fc.nat(1000), fc.integer({ min: 5, max: LENGTH - 5 })], runs(20))(
  "custom parts of the execution model get only values of bars that have closed",
  (seed, known) => {
    const looks = (data: Bars) => {
      const seen: string[] = [];
      let count = 0;
      const strategy = busy((index) => (count = index === known ? seen.length : count));
      const settings = partsThat((given) => seen.push(JSON.stringify(given)));
      const result = backtest(strategy, marketOf({ X: data }), settings);
      expect(result.counts.fills).toBeGreaterThan(0);
      return seen.slice(0, count);
    };
    const past = bars(seed);
    const before = looks(past);
    expect(before.length).toBeGreaterThan(0);
    expect(looks(otherFuture(past, bars(seed + 5000), known))).toEqual(before);
  },
);

test("arguments of custom parts are numbers, strings and booleans, and give no access to feeds or columns", () => {
  const kinds = new Set<string>();
  const look = (given: object) => {
    for (let one: object | null = given; one !== null && one !== Object.prototype; one = Object.getPrototypeOf(one))
      for (const key of Reflect.ownKeys(one)) {
        const { value } = Object.getOwnPropertyDescriptor(one, key)!;
        kinds.add(typeof value === "function" ? `${String(key)}()` : typeof value);
        // Methods are allowed, since a custom part cannot obtain the arguments that these need.
        if (typeof value === "object") throw new Error(`${String(key)} is an object`);
      }
  };
  backtest(
    busy(() => {}),
    marketOf({ X: bars(1) }),
    partsThat(look),
  );
  expect([...kinds].filter((kind) => !kind.endsWith("()")).toSorted()).toEqual(["boolean", "number", "string"]);
});

test("a custom part that writes to its arguments or keeps them changes no result and sees no later price", () => {
  const data = bars(2);
  const columns = [data.open, data.high, data.low, data.close, data.volume].map((column) => [...column]);
  const clean = backtest(
    busy(() => {}),
    marketOf({ X: data }),
    partsThat(() => {}),
  );
  const kept = new Set<object>();
  let moments = 0;
  const strategy = busy((index) => {
    const known = new Set(data.close.subarray(0, index + 1));
    for (const one of kept as Set<{ close?: number }>) if (one.close !== undefined) expect(known).toContain(one.close);
    moments++;
  });
  const spoils = partsThat((given) => {
    kept.add(given);
    const slot = given as Record<string, number>;
    // Overwrites every number that this test's parts do not need for their own results.
    for (const name of ["open", "high", "low", "before", "held", "tick", "taken", "sign"])
      if (name in slot) slot[name] = -1e9;
  });
  const spoiled = backtest(strategy, marketOf({ X: data }), spoils);
  expect(moments).toBe(LENGTH);
  expect(kept.size).toBeGreaterThan(4);
  expect(spoiled.fillHash).toBe(clean.fillHash);
  expect([data.open, data.high, data.low, data.close, data.volume].map((column) => [...column])).toEqual(columns);
});
