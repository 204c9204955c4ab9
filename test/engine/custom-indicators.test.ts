import * as fc from "fast-check";
import {
  type AnyStrategy,
  backtest,
  Bars,
  type Column,
  defineCommission,
  defineIndicator,
  defineStrategy,
  type GraphSources,
  marketOf,
  param,
  prepareData,
  Stream,
  ta,
} from "hindcast";
import { describe, expect, test } from "vitest";
import type { GraphNode } from "../../src/indicators/node.ts";
import { DAY_MS } from "../../src/time/interval.ts";
import { FIRST_DAY } from "../support/market.ts";
import { walk } from "../research/walk.ts";
import { property } from "../support/property.ts";

type Batch = (inputs: readonly Column[], outs: readonly Column[]) => void;

/** Stream of an indicator whose tests never evaluate it bar by bar. */
class NoStream extends Stream {
  override update(): never {
    throw new Error("not evaluated live");
  }
}

const value = { title: "Value", scale: "none" } as const;

/** Custom indicator with two inputs and two outputs. */
function custom(batch: Batch, name = "mine") {
  return defineIndicator({
    name,
    title: "Mine",
    category: "price",
    inputs: ["source", "other"],
    params: {},
    outputs: { first: value, second: value },
    memory: "recursive",
    warmup: () => ({ first: 0, second: 0 }),
    batch: (inputs, _, outs) => batch(inputs, outs),
    stream: () => new NoStream() as never,
  });
}

type Inputs = (sources: GraphSources) => readonly [GraphNode, GraphNode];
const INPUTS: Readonly<Record<string, Inputs>> = {
  "the same bars": ({ close, low }) => [close, low],
  "a longer interval": ({ bars }) => [bars("1wk").close, bars("1wk").low],
  "another indicator": ({ close, high }) => [ta.sma(close, 5), high],
};

/** Strategy that buys above the first output of the indicator and sells below it. */
function trading(batch: Batch, inputs: Inputs = INPUTS["the same bars"]!): AnyStrategy {
  const mine = custom(batch);
  return defineStrategy({
    name: "trading",
    indicators: (sources) => ({ mine: mine(...(inputs(sources) as [GraphNode, GraphNode])) }),
    onBar({ ind, close, position, orders }) {
      if (position.flat && close.value > ind.mine.first.value) orders.buy({ percent: 1 });
      else if (!position.flat && close.value < ind.mine.first.value) orders.close();
    },
  });
}

const honest = defineStrategy({
  name: "honest",
  indicators: ({ close, high, low }) => ({ mean: ta.sma(close, 10), range: high.subtract(low), close }),
  onBar({ ind, close, position, orders }) {
    if (position.flat && close.value > ind.mean.value) orders.buy({ percent: 1 });
    else if (!position.flat && close.value < ind.mean.value) orders.close();
  },
});

const COLUMNS = ["time", "open", "high", "low", "close", "volume"] as const;
const copyOf = (bars: Bars) => Object.fromEntries(COLUMNS.map((name) => [name, bars[name].slice()]));
const marketFor = (length: number, seed: number) => marketOf({ WALK: walk(length, seed) });
const seeds = fc.integer({ min: 1, max: 2 ** 31 });

describe("an indicator that looks ahead throws an error with its name", () => {
  /**
   * Ways to read bars that are later than `i`, by up to `ahead`. Every result changes with the later values that it
   * reads.
   */
  const LOOKING: Readonly<Record<string, (source: Column, ahead: number, i: number) => number>> = {
    "a later value": (source, ahead, i) => source[i + ahead] ?? NaN,
    "a window around the bar": (source, ahead, i) => {
      const window = source.subarray(Math.max(0, i - 3), i + ahead + 1);
      return window.reduce((sum, one) => sum + one, 0) / window.length;
    },
    "the mean of all bars": (source, _, i) => source[i]! / (source.reduce((sum, one) => sum + one, 0) / source.length),
    "values from the end on": (source, _, i) => source[source.length - 1 - i]!,
    "the last value where there is no later one": (source, ahead, i) => source[Math.min(i + ahead, source.length - 1)]!,
  };
  property(
    [
      fc.constantFrom(...Object.keys(LOOKING)),
      fc.constantFrom(...Object.keys(INPUTS)),
      fc.constantFrom(0, 1),
      fc.constantFrom(0, 1),
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 200, max: 400 }),
      seeds,
    ],
    { numRuns: 150 },
  )(
    "for any input that it reads, any affected output and any warm-up",
    (kind, of, input, output, warmUp, ahead, length, seed) => {
      const looks = LOOKING[kind]!;
      const strategy = trading((inputs, outs) => {
        const source = inputs[input]!;
        // The mean of a list with a missing number is missing, so the bars before the input's first value are skipped.
        const begin = source.findIndex((one) => !Number.isNaN(one));
        const known = source.subarray(Math.max(0, begin));
        outs[1 - output]!.fill(1);
        outs[output]!.fill(NaN);
        for (let i = warmUp; i < known.length; i++) outs[output]![begin + i] = looks(known, ahead, i);
      }, INPUTS[of]!);
      expect(() => backtest(strategy, marketFor(length, seed))).toThrow(
        expect.objectContaining({
          code: "LOOKAHEAD_FOUND",
          details: expect.objectContaining({ indicator: "mine", output: ["first", "second"][output] }) as object,
        }),
      );
    },
  );

  test("and with the bar whose value changed, the bar's time, and the two values", () => {
    const closes = Float64Array.of(10, 11, 12, 13, 14, 15);
    const time = closes.map((_, i) => FIRST_DAY + i * DAY_MS);
    const data = marketOf({
      X: new Bars("1d", { time, open: closes, high: closes, low: closes, close: closes, volume: closes }),
    });
    const strategy = trading(([source], [first]) => {
      first!.fill(NaN);
      for (let i = 2; i < source!.length; i++) first![i] = source![Math.min(i + 1, source!.length - 1)]!;
    });
    expect(() => backtest(strategy, data)).toThrow(
      "output first of indicator mine looks ahead: for X, its value at bar 2 (2024-01-03T00:00:00.000Z) is 13, but 12 without the bars after bar 2 (2024-01-03T00:00:00.000Z); batch must compute each bar from that bar and earlier ones",
    );
  });

  test("if it flags a peak that only later bars can confirm", () => {
    const strategy = trading(([source], [first]) => {
      first!.fill(NaN);
      for (let i = 2; i + 2 < source!.length; i++)
        if (source![i] === Math.max(...source!.subarray(i - 2, i + 3))) first![i] = source![i]!;
    });
    expect(() => backtest(strategy, marketFor(300, 7))).toThrow(/^output first of indicator mine looks ahead/);
  });

  test("and with the actual reason if it returns different values on each call", () => {
    let calls = 0;
    const strategy = trading(([source], [first]) => {
      calls++;
      for (let i = 0; i < source!.length; i++) first![i] = source![i]! + calls;
    });
    expect(() => backtest(strategy, marketFor(50, 1))).toThrow(
      expect.objectContaining({
        code: "STRATEGY_INVALID",
        message: expect.stringContaining("indicator mine must return the same values for the same bars") as string,
      }),
    );
  });

  test("if its graph node is built by hand from the indicator's specification", () => {
    const { spec } = custom(([source], [first]) => {
      for (let i = 0; i < source!.length; i++) first![i] = source![i + 1] ?? NaN;
    });
    const strategy = defineStrategy({
      name: "by-hand",
      indicators: ({ close, volume }) => ({ mine: close.applied(spec as never, [close, volume], {})[0]! }),
    });
    expect(() => backtest(strategy, marketFor(50, 1))).toThrow(/looks ahead/);
  });
});

describe("an indicator that reads no later bar never throws", () => {
  const CAUSAL: Readonly<Record<string, (source: Column, out: Column, window: number) => void>> = {
    "an exponential average": (source, out, window) => {
      let mean = NaN;
      for (let i = 0; i < source.length; i++) {
        const next = source[i]!;
        mean = Number.isNaN(mean) ? next : mean + (next - mean) / window;
        out[i] = mean;
      }
    },
    "a window with a warm-up": (source, out, window) => {
      out.fill(NaN);
      for (let i = window - 1; i < source.length; i++) out[i] = Math.max(...source.subarray(i - window + 1, i + 1));
    },
    "Math over all bars so far": (source, out) => {
      for (let i = 0; i < source.length; i++) out[i] = Math.hypot(...source.subarray(0, i + 1));
    },
    "a state that is made for each call": (source, out, window) => {
      const state = { count: 0, sum: 0, last: [] as number[] };
      for (let i = 0; i < source.length; i++) {
        state.count++;
        state.sum += source[i]! || 0;
        state.last.push(source[i]!);
        if (state.last.length > window) state.last.shift();
        out[i] = state.sum / state.count + Math.min(...state.last);
      }
    },
    "sums that lose digits to a center taken of all bars": (source, out) => {
      const finite = source.filter((one) => !Number.isNaN(one));
      const center = finite.reduce((sum, one) => sum + one, 0) / Math.max(1, finite.length);
      for (let i = 0; i < source.length; i++) out[i] = source[i]! - center + center;
    },
    "rare flags": (source, out, window) => {
      for (let i = 0; i < source.length; i++) out[i] = source[i]! > source[Math.max(0, i - window)]! * 1.05 ? 1 : 0;
    },
    "no value at all": (_, out) => void out.fill(NaN),
    infinities: (source, out) => {
      for (let i = 0; i < source.length; i++) out[i] = i % 3 === 0 ? -Infinity : source[i]!;
    },
    "an error for too few bars": (source, out, window) => {
      if (source.length < window) throw new Error("too few bars");
      out.set(source);
    },
  };
  property(
    [
      fc.constantFrom(...Object.keys(CAUSAL)),
      fc.constantFrom(...Object.keys(CAUSAL)),
      fc.constantFrom(...Object.keys(INPUTS)),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 320, max: 500 }),
      seeds,
    ],
    { numRuns: 150 },
  )("for any memory and any number of inputs and outputs that it declares", (one, two, of, window, length, seed) => {
    const strategy = trading((inputs, outs) => {
      CAUSAL[one]!(inputs[0]!, outs[0]!, window);
      CAUSAL[two]!(inputs[1]!, outs[1]!, window);
    }, INPUTS[of]!);
    expect(() => backtest(strategy, marketFor(length, seed))).not.toThrow();
  });
});

describe("an indicator that writes to its inputs", () => {
  property([fc.constantFrom(...Object.keys(INPUTS)), fc.integer({ min: 60, max: 200 }), seeds], { numRuns: 40 })(
    "changes neither the columns of the caller nor the next run, with and without prepared data",
    (of, length, seed) => {
      const data = marketFor(length, seed);
      const [{ bars }] = data.series as [(typeof data.series)[number]];
      const before = copyOf(bars);
      const prepared = prepareData(data);
      const reference = backtest(honest, marketFor(length, seed));
      const kept: Column[] = [];
      const spoiling = trading((inputs, outs) => {
        kept.push(...inputs, ...outs);
        for (const column of [...inputs, ...outs]) column.fill(0);
      }, INPUTS[of]!);
      const late = defineStrategy({ ...spoiling, onBar: () => kept.forEach((column) => column.fill(-1)) } as never);
      for (const source of [data, prepared]) {
        backtest(spoiling, source);
        backtest(late, source);
        const { fillHash, fingerprint, indicators } = backtest(honest, source);
        expect({ fillHash, fingerprint }).toEqual({
          fillHash: reference.fillHash,
          fingerprint: reference.fingerprint,
        });
        expect(indicators).toEqual(reference.indicators);
      }
      expect(copyOf(bars)).toEqual(before);
    },
  );

  test("changes no column of the caller when it is called outside of a run", () => {
    const [first, second] = [Float64Array.of(1, 2, 3), Float64Array.of(4, 5, 6)];
    const mine = custom((inputs, outs) => inputs.forEach((input, i) => outs[i]!.set(input.fill(9))));
    const outs = { first: new Float64Array(3), second: new Float64Array(3) };
    mine(first, second);
    mine.into(outs, first, second);
    expect([first, second]).toEqual([Float64Array.of(1, 2, 3), Float64Array.of(4, 5, 6)]);
    expect(outs.first).toEqual(Float64Array.of(9, 9, 9));
  });
});

test("custom indicators with the same name are kept apart, also when they are created for each set of parameters", () => {
  const scaled = defineStrategy({
    name: "scaled",
    params: { times: param.number({ default: 1 }) },
    indicators: ({ close, volume }, { times }) => ({
      own: custom(([source], [first]) => first!.set(source!.map((one) => one * times)))(close, volume).first,
      other: ta.sma(
        custom(([source], [first]) => first!.set(source!.map((one) => one * times * 10)))(close, volume).first,
        1,
      ),
    }),
  });
  const data = marketFor(30, 3);
  const prepared = prepareData(data);
  const [{ bars }] = data.series as [(typeof data.series)[number]];
  for (const times of [1, 2, 3]) {
    const [own, other] = backtest(scaled, prepared, { params: { times } }).indicators;
    expect([own!.key, own!.values]).toEqual(["mine(close,volume)#first", bars.close.map((one) => one * times)]);
    expect(other!.values).toEqual(bars.close.map((one) => one * times * 10));
  }
});

test("writing to columns of a result does not change later runs with the same prepared data", () => {
  const prepared = prepareData(marketFor(80, 5));
  const once = backtest(honest, prepared);
  const before = JSON.stringify([once.equity, once.buyAndHold, once.summary, once.fillHash]);
  const spoiled = backtest(honest, prepared);
  const { time, sessions, equity } = spoiled.equity;
  for (const column of [time, sessions, equity, spoiled.buyAndHold]) column.fill(0);
  // Custom metrics receive the columns of this object.
  const { performance } = backtest(honest, prepared);
  for (const column of [performance.time, performance.sessions, performance.buyAndHold]) column.fill(0);
  for (const { values } of spoiled.indicators) values.fill(0);
  const after = backtest(honest, prepared);
  expect(JSON.stringify([after.equity, after.buyAndHold, after.summary, after.fillHash])).toBe(before);
});

/** Paths to all columns that are reachable from a value through properties, getters and prototypes. */
function columnsWithin(root: unknown): readonly string[] {
  const found: string[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown, way: string): void => {
    if ((typeof value !== "object" || value === null) && typeof value !== "function") return;
    if (seen.has(value)) return;
    seen.add(value);
    if (ArrayBuffer.isView(value) || value instanceof Bars) return void found.push(way);
    for (let holder: object | null = value; holder !== null; holder = Object.getPrototypeOf(holder) as object | null) {
      if (holder === Object.prototype || holder === Function.prototype || holder === Array.prototype) break;
      for (const key of Reflect.ownKeys(holder)) {
        let member: unknown;
        try {
          member = (value as Record<PropertyKey, unknown>)[key];
        } catch {
          continue;
        }
        visit(member, `${way}.${String(key)}`);
      }
    }
  };
  visit(root, "");
  return found;
}

test("no value passed to hooks, graphs, constraints or commissions gives access to a column", () => {
  expect(
    columnsWithin({
      view: new (class {
        readonly feed = { close: new Float64Array(2) };
      })(),
    }),
  ).toEqual([".view.feed.close"]);
  const handed = new Map<string, readonly string[]>();
  const look = (name: string, ...values: readonly unknown[]) => {
    if (!handed.has(name)) handed.set(name, columnsWithin(values));
  };
  const looking = defineStrategy({
    name: "looking",
    params: { days: param.integer({ default: 3 }) },
    constraint: (params) => (look("constraint", params), true),
    state: (params) => (look("state", params), {}),
    indicators: (sources, params) => {
      look("indicators", sources, sources.bars("1wk"), sources.anchor("week"), ta.sma(sources.close, 3), params);
      return { mean: ta.sma(sources.close, 3) };
    },
    onStart: (context) => look("onStart", context),
    onOrder: (context, order, event) => look("onOrder", context, order, event),
    onFill: (context, fill) => look("onFill", context, fill),
    onSessionClose: (context) => look("onSessionClose", context),
    onBar: (context) => {
      look("onBar", context, context.at(context.symbol));
      context.orders.buy({ quantity: 1, takeProfit: { limit: 1e6 } });
    },
    onBars: (context) => look("onBars", context),
    onEnd: (context) => look("onEnd", context),
  });
  const commission = defineCommission({
    name: "looks",
    charge: (fill, options) => (look("commission", fill, options), 0),
  });
  backtest(looking, marketOf({ A: walk(40, 1), B: walk(40, 2) }), { commission });
  expect(Object.fromEntries(handed)).toEqual(
    Object.fromEntries(
      [
        "constraint",
        "state",
        "indicators",
        "onStart",
        "onOrder",
        "onFill",
        "onSessionClose",
        "onBar",
        "onBars",
        "onEnd",
        "commission",
      ].map((name) => [name, []]),
    ),
  );
});

describe("the batch function of a custom indicator", () => {
  const bars = walk(60);
  const of = (batch: (input: Column, out: Column) => unknown) =>
    defineIndicator({
      name: "own",
      title: "Own",
      category: "price",
      inputs: ["source"],
      params: {},
      outputs: { value },
      memory: "window",
      warmup: () => 0,
      batch: ([input], _, [out]) => batch(input!, out!) as void,
      stream: () => new NoStream() as never,
    });

  test("leaves bars that it does not write missing, also in a column that the caller passes for the output", () => {
    const second = of((input, out) => void (out[1] = input[1]!));
    expect(second(bars.close).slice(0, 3)).toEqual(Float64Array.of(NaN, bars.close[1]!, NaN));
    const out = new Float64Array(bars.length).fill(7);
    second.into(out, bars.close);
    expect(out.slice(0, 3)).toEqual(Float64Array.of(NaN, bars.close[1]!, NaN));
    const same = bars.close.slice();
    of((input, into) => into.set(input)).into(same, same);
    expect(same).toEqual(bars.close);
  });

  test.each([
    ["a column", (input: Column) => input.slice()],
    ["a number", () => 0],
    ["a promise", async () => undefined],
  ])("makes the indicator throw if it returns %s, called directly or in a run", (_, batch) => {
    const returning = of(batch);
    const message =
      "result of batch of own must be undefined (write each value into its output, as in outs[0][bar] = value)";
    expect(() => returning(bars.close)).toThrow(message);
    const strategy = defineStrategy({ name: "returns", indicators: ({ close }) => ({ own: returning(close) }) });
    expect(() => backtest(strategy, marketOf({ A: bars })).indicators).toThrow(message);
  });

  test("may return the column that it was given for its output", () => {
    expect(of((_, out) => out.fill(2))(bars.close)[59]).toBe(2);
  });
});
