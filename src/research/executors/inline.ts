import type { Executor, Experiment } from "./executor.ts";
import { leftForLater } from "./left-for-later.ts";
import { pooled } from "./pooled.ts";
import { RunnerCache } from "./runner-cache.ts";

/**
 * Runs trials in this thread, one chunk after the other; between chunks others get their turn, so that progress is shown and a signal heard.
 *
 * @example
 * await sweep(strategy, data, { params, executor: inline() });
 */
export function inline(): Executor {
  const runners = new RunnerCache();
  let experiment: Experiment | undefined;
  return {
    width: 1,
    async open(opened) {
      if (experiment?.checksum !== opened.checksum || experiment.strategy !== opened.strategy) runners.clear();
      experiment = opened;
    },
    map: (chunks, options) =>
      pooled(
        chunks,
        1,
        async ({ job, trials }) => {
          const { strategy, data } = experiment!;
          const rows = runners.of(job, strategy, data).rows(trials);
          await leftForLater();
          return { trials, rows };
        },
        options,
      ),
    async close() {
      runners.clear();
      experiment = undefined;
    },
  };
}
