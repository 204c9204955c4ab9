import * as fc from "fast-check";
import {
  above,
  and,
  type AnyStrategy,
  backtest,
  type BarContext,
  type Condition,
  crossedAbove,
  crossedBelow,
  crossesAbove,
  crossesBelow,
  below,
  type Cursor,
  defineStrategy,
  type GraphNode,
  HindcastError,
  isAbove,
  isAtLeast,
  isAtMost,
  isBelow,
  type MarketData,
  marketOf,
  not,
  or,
  type RunSettings,
  type Signals,
  ta,
} from "hindcast";
import { describe, expect, test } from "vitest";
import { arbitraryMarket, barsOfRows, marketFrom } from "../support/arbitrary-market.ts";
import type { CorporateAction } from "../../src/market/corporate-action.ts";
import { DAY_MS } from "../../src/time/interval.ts";
import { FIRST_DAY, flatBars } from "../support/market.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

/** Condition as a tree, from which a test builds a declared condition and an equal check in a hook. */
type Tree =
  | {
      readonly kind: "crossesAbove" | "crossesBelow" | "isAbove" | "isBelow" | "isAtLeast" | "isAtMost";
      readonly a: Side;
      readonly b: Side;
    }
  | { readonly kind: "and" | "or"; readonly of: readonly Tree[] }
  | { readonly kind: "not"; readonly of: readonly Tree[] };
type Side = "close" | "fast" | "slow" | "range" | number;

const NODES = ["close", "fast", "slow", "range"] as const;
const leaf: fc.Arbitrary<Tree> = fc.record({
  kind: fc.constantFrom("crossesAbove", "crossesBelow", "isAbove", "isBelow", "isAtLeast", "isAtMost"),
  a: fc.constantFrom<Side>(...NODES),
  b: fc.constantFrom<Side>(...NODES, 100, 99, 101.5),
});
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.record({ kind: fc.constantFrom("and", "or"), of: fc.array(tie("tree"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ kind: fc.constant("not"), of: fc.tuple(tie("tree")) }),
  ),
}));

const declared = { crossesAbove, crossesBelow, isAbove, isBelow, isAtLeast, isAtMost };

function conditionOf(of: Tree, nodeOf: (side: Exclude<Side, number>) => GraphNode): Condition {
  if ("a" in of) {
    const operand = (side: Side) => (typeof side === "number" ? side : nodeOf(side));
    return declared[of.kind](operand(of.a), operand(of.b));
  }
  const parts = of.of.map((part) => conditionOf(part, nodeOf));
  if (of.kind === "not") return not(parts[0]!);
  return of.kind === "and" ? and(...parts) : or(...parts);
}

/** Evaluates a condition tree in a hook. */
function holds(of: Tree, cursorOf: (side: Exclude<Side, number>) => Cursor): boolean {
  if (!("a" in of)) {
    const parts = of.of.map((part) => holds(part, cursorOf));
    if (of.kind === "not") return !parts[0];
    return of.kind === "and" ? parts.every(Boolean) : parts.some(Boolean);
  }
  const a = cursorOf(of.a as "close");
  const b = typeof of.b === "number" ? of.b : cursorOf(of.b);
  const value = typeof b === "number" ? b : b.value;
  if (of.kind === "crossesAbove") return crossedAbove(a, b);
  if (of.kind === "crossesBelow") return crossedBelow(a, b);
  if (of.kind === "isAbove") return above(a, b);
  if (of.kind === "isBelow") return below(a, b);
  return of.kind === "isAtLeast" ? a.value >= value : a.value <= value;
}

interface Rule {
  readonly enter: Tree | undefined;
  readonly exit: Tree | undefined;
  readonly enterShort: Tree | undefined;
  readonly exitShort: Tree | undefined;
  readonly stop: "none" | "share" | "range" | "trail";
  readonly profit: "none" | "share" | "range";
  readonly percent: number;
}

const maybe = fc.option(tree, { nil: undefined, freq: 3 });
const rule: fc.Arbitrary<Rule> = fc.record({
  enter: tree,
  exit: maybe,
  enterShort: maybe,
  exitShort: maybe,
  stop: fc.constantFrom("none", "share", "range", "trail"),
  profit: fc.constantFrom("none", "share", "range"),
  percent: fc.constantFrom(1, 0.5),
});

const graph = {
  indicators: ({ high, low, close }: { high: GraphNode; low: GraphNode; close: GraphNode }) => ({
    fast: ta.sma(close, 2),
    slow: ta.sma(close, 3),
    range: high.subtract(low),
  }),
};
const SHARE = 0.02;

/** Strategy that follows a rule with declared signals. */
function declaring({ stop, profit, percent, ...conditions }: Rule): AnyStrategy {
  return defineStrategy({
    name: "rule",
    ...graph,
    signals({ ind, close }) {
      const of = (one: Tree | undefined) =>
        one === undefined ? {} : conditionOf(one, (side) => (side === "close" ? close : ind[side]));
      const stops = { none: undefined, share: SHARE, range: ind.range, trail: { trail: SHARE } };
      const profits = { none: undefined, share: SHARE, range: ind.range };
      const given = Object.entries(conditions).flatMap(([name, one]) => (one === undefined ? [] : [[name, of(one)]]));
      return {
        ...(Object.fromEntries(given) as Signals),
        size: { percent },
        ...(stop !== "none" && { stopLoss: stops[stop]! }),
        ...(profit !== "none" && { takeProfit: profits[profit]! }),
      };
    },
  });
}

/** Strategy that follows a rule in its onBar hook. */
function hooking({ stop, profit, percent, enter, exit, enterShort, exitShort }: Rule): AnyStrategy {
  return defineStrategy({
    name: "rule",
    ...graph,
    onBar({ ind, close, position, orders }: BarContext<never, Record<"fast" | "slow" | "range", GraphNode>>) {
      const asked = (of: Tree | undefined) =>
        of !== undefined && holds(of, (side) => (side === "close" ? close : ind[side]));
      const leaves = asked(exit);
      const covers = asked(exitShort);
      const long = asked(enter) && !leaves;
      const short = asked(enterShort) && !covers;
      const waiting = orders.open.find(({ parentId }) => !parentId);
      const sign = waiting === undefined ? 0 : waiting.side === "buy" ? 1 : -1;
      if (sign * position.quantity < 0) return;
      const side = position.flat ? sign : position.quantity;
      const leave = () => {
        if (waiting !== undefined) orders.cancelAll();
        orders.close();
      };
      const entry = (direction: 1 | -1) => {
        const distances = {
          none: undefined,
          share: SHARE * close.value,
          range: ind.range.value,
          trail: SHARE * close.value,
        };
        const behind = distances[stop];
        const before = distances[profit];
        if ((behind !== undefined && !(behind > 0)) || (before !== undefined && !(before > 0))) return undefined;
        return {
          percent,
          ...(behind !== undefined && {
            stopLoss: stop === "trail" ? { trail: behind } : close.value - direction * behind,
          }),
          ...(before !== undefined && { takeProfit: close.value + direction * before }),
        };
      };
      if (long !== short && (long ? side <= 0 : side >= 0)) {
        const request = entry(long ? 1 : -1);
        if (side !== 0 && (request !== undefined || (side > 0 ? leaves : covers))) leave();
        if (request !== undefined) orders[long ? "buy" : "sell"](request);
      } else if ((side > 0 && leaves) || (side < 0 && covers)) leave();
    },
  });
}

const settings: fc.Arbitrary<Partial<RunSettings>> = fc.record({
  cash: fc.constantFrom(1000, 100_000),
  account: fc.constantFrom("cash", "margin"),
  fillAt: fc.constantFrom("next-open", "next-close", "same-close"),
  latencyMs: fc.constantFrom(0, 0, 90_000_000),
  volumeShare: fc.constantFrom(0, 0, 0.01),
  orderLife: fc.constantFrom("day", "gtc"),
  commission: fc.constantFrom({ model: "none" }, { model: "percent", rate: 0.001 }),
});

/** Fills, orders and equity of a run. Strategies get the same name, so that their results can be equal. */
function outcome(
  strategy: AnyStrategy,
  data: MarketData,
  given: Partial<RunSettings>,
  evaluation: "batch" | "live" = "batch",
): unknown {
  try {
    const { fills, orders, equity } = backtest(strategy, data, { ...given, evaluation });
    return { fills: [...fills], orders: [...orders], equity: [...equity.equity] };
  } catch (error) {
    // The profit of a rule may grow beyond amounts of money that are exact.
    if (error instanceof HindcastError && error.code === "MONEY_OUT_OF_RANGE") return error.message;
    throw error;
  }
}

describe("declared signals", () => {
  property([arbitraryMarket, rule, settings], runs(150))(
    "trade like an equal rule in onBar, in batch and bar by bar",
    (shape, of, given) => {
      const data = marketFrom(shape);
      const expected = outcome(hooking(of), data, given);
      expect(outcome(declaring(of), data, given)).toEqual(expected);
      expect(outcome(declaring(of), data, given, "live")).toEqual(expected);
    },
  );

  property(
    [fc.array(fc.integer({ min: 90, max: 110 }), { minLength: 300, maxLength: 1200, size: "max" }), rule, settings],
    { ...runs(15), endOnFailure: true },
  )("trade like an equal rule in onBar over long stretches without orders and over a split", (prices, of, given) => {
    const at = prices.length >> 1;
    const rows = prices.map((price, i) => {
      const close = i < at ? price * 2 : price;
      const open = (prices[i - 1] ?? price) * (i < at ? 2 : 1);
      return [FIRST_DAY + i * DAY_MS, open, Math.max(open, close), Math.min(open, close), close, 1000];
    });
    const market = marketOf({ X: barsOfRows("1d", rows) });
    const exDate = FIRST_DAY / DAY_MS + at;
    const split: CorporateAction = { symbol: "X", kind: "split", exDate, ratio: 2, cash: 0, currency: "USD" };
    for (const actions of [[], [split]]) {
      const data: MarketData = { ...market, series: market.series.map((one) => ({ ...one, actions })) };
      expect(outcome(declaring(of), data, given)).toEqual(outcome(hooking(of), data, given));
    }
  });

  test("submit the orders of entries, exits and stop-losses", () => {
    const bars = flatBars([10, 10, 12, 13, 9, 9, 12, 12]);
    const strategy = defineStrategy({
      name: "turns",
      signals: ({ close }) => ({
        enter: crossesAbove(close, 11),
        exit: crossesBelow(close, 10),
        stopLoss: 0.1,
        size: { quantity: 3 },
      }),
    });
    const { orders, fills } = backtest(strategy, marketOf({ X: bars }));
    const placed = [...orders].map(({ side, type, quantity, stopPrice, status }) => [
      side,
      type,
      quantity,
      stopPrice,
      status,
    ]);
    // The second close of 12 buys. The bar that opens at 9 is beyond the stop, a tenth below 12, so the exit signal
    // finds no position.
    expect(placed).toEqual([
      ["buy", "market", 3, undefined, "filled"],
      ["sell", "stop", 3, 10.8, "filled"],
      ["buy", "market", 3, undefined, "filled"],
      ["sell", "stop", 3, 10.8, "new"],
    ]);
    expect([...fills].map(({ side, price }) => [side, price])).toEqual([
      ["buy", 13],
      ["sell", 9],
      ["buy", 12],
    ]);
  });

  test("throw for invalid fields and name the fields", () => {
    const of = (signals: unknown) => {
      const strategy = defineStrategy({ name: "wrong", signals: () => signals as Signals });
      return () => backtest(strategy, marketOf({ X: flatBars([1, 2]) }));
    };
    expect(of(undefined)).toThrow(
      "signals of wrong must return an object such as { enter: crossesAbove(ind.fast, ind.slow) }, returned undefined",
    );
    expect(of({ exits: 1 })).toThrow(/^signals of wrong have no "exits".*exit.*; they have enter, exit, enterShort/);
    expect(of({ enter: true })).toThrow(
      "signals of wrong must have a condition as enter, such as isAbove(close, 100), had true",
    );
    expect(of({})).toThrow("signals of wrong must have enter or enterShort");
    const strategy = (exits: object) =>
      defineStrategy({ name: "wrong", signals: ({ close }) => ({ enter: isAbove(close, 1), ...exits }) });
    const given = (exits: object) => () => backtest(strategy(exits), marketOf({ X: flatBars([1, 2]) }));
    const share =
      "signals of wrong must have a share of the price above 0 and below 1, such as 0.05, or a node as stopLoss";
    expect(given({ stopLoss: 95 })).toThrow(`${share}, had 95`);
    expect(given({ stopLoss: { trail: 1 } })).toThrow(`${share}, had 1`);
    expect(given({ takeProfit: 0 })).toThrow(
      "a share of the price above 0, such as 0.05, or a node as takeProfit, had 0",
    );
    expect(given({ takeProfit: 2, stopLoss: 0.5 })).not.toThrow();
    expect(() => isAbove(1, 2)).toThrow("isAbove must be given at least one node of the graph");
    expect(() => and()).toThrow("and must be given at least one condition");
    expect(() => not(true as unknown as Condition)).toThrow(
      "not takes conditions, such as isAbove(close, 100), was given true",
    );
    expect(() => crossesAbove(NaN, 2)).toThrow(
      "crossesAbove compares nodes of the graph and finite numbers, was given NaN",
    );
    expect(() => defineStrategy({ name: "both", signals: () => ({}), onBar: () => undefined })).toThrow(
      "both must have either signals or onBar, since both submit orders at every bar",
    );
  });
});
