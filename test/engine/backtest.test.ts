import { backtest, Bars, crossedAbove, crossedBelow, defineStrategy, marketOf, ta } from "hindcast";
import { describe, expect, test } from "vitest";
import { Backtest } from "../../src/engine/backtest.ts";
import { RunPlan } from "../../src/engine/run-plan.ts";
import type { Phase } from "../../src/simulation/simulation.ts";
import { BacktestResult } from "../../src/engine/backtest-result.ts";
import { expectSame } from "../support/expect-same.ts";
import { barsFrom, FIRST_DAY, flatBars, when } from "../support/market.ts";
import { randomBars } from "../support/series.ts";

const HOUR = 3_600_000;

function hours(seed: number, length: number, offset = 0): Bars {
  return new Bars("1h", {
    time: Float64Array.from({ length }, (_, i) => FIRST_DAY + i * HOUR + offset),
    ...randomBars(length, seed),
  });
}

/** Strategy that trades so often that every table of a long run grows beyond its first chunk. */
const busy = defineStrategy({
  name: "busy",
  state: () => ({ draws: 0 }),
  indicators: ({ close }) => ({ fast: ta.sma(close, 2), slow: ta.sma(close, 5) }),
  onFill: ({ state, random }) => void (state.draws += random()),
  onBar({ ind, position, orders, log, state, bar }) {
    if (bar.index % 500 === 0) log(`${state.draws}`);
    if (crossedAbove(ind.fast, ind.slow)) {
      orders.buy({ percent: 0.3, tag: `entry ${bar.index % 3}` });
      orders.buy({ notional: 1000, limit: bar.close * 0.99 });
    } else if (crossedBelow(ind.fast, ind.slow)) orders.close();
    else if (!position.flat && orders.open.length === 0) orders.sell({ percent: 1, stop: bar.close * 0.98 });
  },
});

// 9000 hours of two symbols, one of them offset by half an hour, are 18,000 moments, more than any block or chunk
// holds.
const long = marketOf({ A: hours(1, 9000), B: hours(2, 9000, HOUR / 2) });
const settings = { commission: { model: "percent", rate: 0.00001 } };

describe("a long run", () => {
  const whole = backtest(busy, long, settings);

  test("keeps all rows of tables that grow beyond their first chunk", () => {
    expect(whole.counts.orders).toBeGreaterThan(4096);
    expect(whole.counts.fills).toBeGreaterThan(2048);
    expect(whole.counts.trades).toBeGreaterThan(2048);
    expect(whole.equity.time.length).toBeGreaterThan(16_384);
    expect(whole.fills).toHaveLength(whole.counts.fills);
    expect(whole.log.length).toBe(36);
  });

  test("stopped at block boundaries and restored has the same result as an uninterrupted run", () => {
    const plan = new RunPlan(busy, long, { settings });
    for (const [moment, phase] of [
      [0, 5],
      [1023, 2],
      [1024, 7],
      [1025, 1],
      [2047, 7],
      [16_383, 5],
      [16_384, 3],
    ] as const) {
      const first = new Backtest(plan);
      first.advance(plan.market.timeline.block(Math.floor(moment / 1024))!.time[moment % 1024]!, phase);
      expect(first.position).toMatchObject({ moment, phase });
      const second = new Backtest(plan);
      second.restore(structuredClone(first.snapshot()));
      for (const going of [first, second]) {
        going.advance();
        going.end();
        const result = new BacktestResult(going);
        expect(result.fillHash).toBe(whole.fillHash);
        expectSame(result.equity, whole.equity);
        expect(result.log).toEqual(whole.log);
        expect(result.counts).toEqual(whole.counts);
      }
    }
  });

  test("with indicators evaluated bar by bar has the same result as in batch", () => {
    const live = backtest(busy, long, { ...settings, evaluation: "live" });
    expect(live.fillHash).toBe(whole.fillHash);
    expectSame(live.equity, whole.equity);
  });
});

describe("a backtest", () => {
  const plan = () => {
    const seen: string[] = [];
    const strategy = defineStrategy({ name: "seen", onBar: ({ time }) => void seen.push(when(time)) });
    const going = new Backtest(new RunPlan(strategy, marketOf({ X: flatBars([10, 11, 12]) })));
    return { seen, going };
  };
  const at = (day: number) => FIRST_DAY + day * 24 * HOUR;

  test("does not reach its first moment until it advances to it", () => {
    const { going } = plan();
    expect(going.position).toEqual({ moment: -1, time: NaN, phase: 7 });
    expect(going.advance(FIRST_DAY - 1)).toBe(true);
    expect(going.position.moment).toBe(-1);
  });

  test("reveals the prices of a moment phase by phase", () => {
    const { going } = plan();
    const [feed] = going.simulation.feeds;
    const marks: unknown[] = [];
    going.advance(at(1), 1);
    marks.push([going.position.phase, feed!.closed, feed!.opened, feed!.last]);
    going.advance(at(1), 6);
    marks.push([going.position.phase, feed!.closed, feed!.opened, feed!.last]);
    going.advance(at(1));
    marks.push([going.position.phase, feed!.closed, feed!.opened, feed!.last]);
    expect(marks).toEqual([
      [1, 0, 0, 10],
      [6, 0, 0, 10],
      [7, 0, 1, 11],
    ]);
  });

  test("runs the hooks of a moment once, however often it advances to that moment", () => {
    const { going, seen } = plan();
    for (const phase of [5, 3, 1, 5, 7, 2, 7] as Phase[]) going.advance(at(1), phase);
    expect(seen).toEqual(["2 00:00"]);
    expect(going.position).toEqual({ moment: 1, time: at(1), phase: 7 });
  });

  test("returns from advance() whether any moments remain", () => {
    const { going, seen } = plan();
    expect(going.advance(at(2))).toBe(true);
    expect(going.advance(at(3), 4)).toBe(true);
    expect(going.advance(at(3))).toBe(false);
    expect(going.advance()).toBe(false);
    expect(seen).toEqual(["2 00:00", "3 00:00", "4 00:00"]);
  });

  test("restored from a snapshot keeps orders submitted inside a bar until that bar closes", () => {
    // B's bar opens at 9:30, and the orders are submitted at 10:00, when A closes. The bar's low of 95 may precede the
    // orders; its close of 103 does not.
    const strategy = defineStrategy({
      name: "inside",
      onBars({ at, time }) {
        if (time !== FIRST_DAY + 10 * HOUR) return;
        at("B").orders.buy({ quantity: 1 });
        at("B").orders.buy({ quantity: 2, limit: 97 });
      },
    });
    const data = marketOf({
      A: flatBars([10, 10, 10], "1h", FIRST_DAY + 9 * HOUR),
      B: barsFrom("100 105 95 103\n104 106 101 102", "1h", FIRST_DAY + 9.5 * HOUR),
    });
    const prepared = new RunPlan(strategy, data);
    for (const phase of [5, 6, 7] as Phase[]) {
      const first = new Backtest(prepared);
      first.advance(FIRST_DAY + 10 * HOUR, phase);
      const second = new Backtest(prepared);
      second.restore(structuredClone(first.snapshot()));
      second.advance();
      const { fills } = new BacktestResult(second);
      expect(fills.map(({ quantity, price, time }) => [quantity, price, when(time)])).toEqual([[1, 103, "1 10:30"]]);
    }
  });

  test("does not move back when it advances to an earlier moment", () => {
    const { going, seen } = plan();
    going.advance(at(2));
    going.advance(at(1), 3);
    expect(going.position).toEqual({ moment: 2, time: at(2), phase: 7 });
    expect(seen).toEqual(["2 00:00", "3 00:00"]);
  });
});
