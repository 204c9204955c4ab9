import { type AnyStrategy, defineStrategy, param, prepareData } from "hindcast";
import { describe, expect } from "vitest";
import { RepeatedRuns } from "../../src/engine/repeated-runs.ts";
import { metrics } from "../../src/metrics/catalog.ts";
import type { Performance } from "../../src/metrics/performance.ts";
import { RUNS } from "../support/arbitrary-broad-run.ts";
import { expectSame } from "../support/expect-same.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

const NAMES = Object.keys(metrics);

/** Values read from the performance of a run whose result is not kept. */
const outcome = (performance: Performance) => ({
  metrics: NAMES.map((name) => performance.value(metrics[name]!)),
  equity: Array.from(performance.equity),
  pnl: Array.from(performance.trades.pnl),
});

/** Strategy that behaves as one of two others, chosen by a parameter. */
function eitherOf(first: AnyStrategy, second: AnyStrategy): AnyStrategy {
  const both = [first, second];
  const chosen = ({ which }: { readonly which: number }): AnyStrategy => both[which]!;
  return defineStrategy({
    name: "either",
    params: { which: param.integer({ default: 0, min: 0, max: 1 }) },
    state: (params) => chosen(params).state?.({}),
    onStart: (run) => chosen(run.params).onStart?.(run as never),
    onSessionClose: (context) => chosen(context.params).onSessionClose?.(context as never),
    onBar: (context) => chosen(context.params).onBar?.(context as never),
    onBars: (run) => chosen(run.params).onBars?.(run as never),
    onEnd: (run) => chosen(run.params).onEnd?.(run as never),
  });
}

describe.each(RUNS)("runs whose results are not kept, $kind,", ({ parts: arbitrary, run }) => {
  property([arbitrary, arbitrary], runs(80))(
    "have the metrics of a separate run, whatever runs came before",
    (parts, other) => {
      const { data, strategy, settings, result } = run(parts);
      // A second strategy with the orders of another random run in the same market.
      const { strategy: second, result: otherResult } = run({ ...parts, commands: other.commands });
      const passing = new RepeatedRuns(eitherOf(strategy, second), prepareData(data, settings), { settings });
      const seed = result.settings.seed;
      for (const which of [0, 1, 1, 0]) {
        const alone = which === 0 ? result : otherResult;
        expectSame(passing.run({ which }, seed, outcome), outcome(alone.performance));
      }
      expect(result.equity.equity.length).toBeGreaterThan(0);
    },
  );
});
