import * as fc from "fast-check";
import { type BacktestResult } from "hindcast";
import { describe, expect } from "vitest";
import { Backtest, type BacktestState } from "../../src/engine/backtest.ts";
import { RunPlan } from "../../src/engine/run-plan.ts";
import type { Phase } from "../../src/simulation/simulation.ts";
import { BacktestResult as Result } from "../../src/engine/backtest-result.ts";
import { RUNS } from "../support/arbitrary-broad-run.ts";
import { expectSame } from "../support/expect-same.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

/** Places at which a run stops: thousandths of its time, and a phase. */
const stops = fc.array(
  fc.tuple(
    fc.integer({ min: -50, max: 1050 }),
    fc.integer({ min: 1, max: 7 }).map((phase) => phase as Phase),
  ),
  { maxLength: 8 },
);

/** Time of the equity record nearest to a share of the run, at which phases matter. */
function timeAt({ equity }: BacktestResult, thousandths: number): number {
  const place = Math.floor((thousandths / 1000) * equity.time.length);
  return equity.time[place] ?? (place < 0 ? equity.time[0]! - 1 : equity.time.at(-1)! + 1);
}

function finish(going: Backtest): BacktestResult {
  expect(going.advance()).toBe(false);

  going.end();
  return new Result(going);
}

const outcome = (result: BacktestResult) => ({
  fillHash: result.fillHash,
  orders: result.orders,
  entries: result.entries,
  log: result.log,
  events: result.orderEvents,
  trades: result.trades,
  counts: result.counts,
  equity: Array.from(result.equity.equity),
  cash: Array.from(result.equity.cash),
  sessions: Array.from(result.equity.sessions),
  inMarket: result.performance.recordsInMarket,
});

describe.each(RUNS)("a backtest $kind", ({ parts: arbitrary, run }) => {
  property([arbitrary, stops], runs(50))(
    "stopped at any places, in any order, and then continued equals an uninterrupted run",
    (parts, places) => {
      const { data, strategy, settings, result } = run(parts);
      const going = new Backtest(new RunPlan(strategy, data, { settings }));
      for (const [share, phase] of places) {
        const before = going.position;
        const time = timeAt(result, share);
        going.advance(time, phase);
        const { position } = going;
        // A backtest never moves back, and never beyond the requested time.
        expect(position.moment * 8 + position.phase).toBeGreaterThanOrEqual(before.moment * 8 + before.phase);
        if (position.moment > before.moment) expect(position.time).toBeLessThanOrEqual(time);
      }
      expectSame(outcome(finish(going)), outcome(result));
    },
  );

  property([arbitrary, stops], runs(50))(
    "restored from a cloned snapshot into another backtest equals an uninterrupted run",
    (parts, places) => {
      const { data, strategy, settings, result } = run(parts);
      const plan = new RunPlan(strategy, data, { settings });
      let going = new Backtest(plan);
      let kept: BacktestState | undefined;
      for (const [share, phase] of places) {
        going.advance(timeAt(result, share), phase);
        const state = structuredClone(going.snapshot());
        expectSame(structuredClone(going.snapshot()), state);
        going = new Backtest(plan);
        going.restore(state);
        expectSame(going.snapshot(), state);
        kept ??= state;
      }
      expectSame(outcome(finish(going)), outcome(result));
      if (kept === undefined) return;
      // Later progress does not change a snapshot, and a backtest that has advanced can be restored to it.
      going.restore(kept);
      expectSame(going.snapshot(), kept);
      expectSame(outcome(finish(going)), outcome(result));
    },
  );
});
