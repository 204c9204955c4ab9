import { checkOptions } from "../../primitives/check-options.ts";
import type { Executor, Experiment } from "./executor.ts";
import { pooled } from "./pooled.ts";
import { RunnerCache } from "./runner-cache.ts";

export interface InlineOptions {
  /** Address of a module whose `importModule` loads strategies that Node alone cannot, such as TypeScript: for trials that run again. */
  readonly loader?: string;
}

/**
 * Runs trials in this thread, one chunk after the other; between chunks others get their turn, so that progress is shown and a signal heard.
 *
 * @example
 * await sweep(strategy, data, { params, executor: inline() });
 */
export function inline(given: InlineOptions = {}): Executor {
  checkOptions("inline", given, { loader: true });
  const runners = new RunnerCache();
  let experiment: Experiment | undefined;
  return {
    width: 1,
    async open(opened) {
      if (experiment?.checksum !== opened.checksum || experiment.strategy !== opened.strategy) runners.clear();
      experiment = opened;
    },
    map: (chunks, options) =>
      pooled(chunks, 1, (chunk) => runners.run(chunk, experiment!.strategy, experiment!.data, given), options),
    async close() {
      runners.clear();
      experiment = undefined;
    },
  };
}
