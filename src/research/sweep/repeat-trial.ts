import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { leftForLater } from "../executors/left-for-later.ts";
import { loadStrategy } from "../executors/load-strategy.ts";
import type { TrialJob, TrialSpec } from "../trials/trial-job.ts";
import { TrialRunner } from "../trials/trial-runner.ts";

/** A trial with its row in the table. */
export interface RanTrial {
  readonly spec: TrialSpec;
  readonly row: Float64Array;
}

/** How a table was confirmed: by a new instance of the strategy's module, or by the strategy as it is where that cannot be loaded again. */
export type Confirmation = "fresh-module" | "same-process";

interface Repeated {
  readonly strategy: AnyStrategy;
  readonly data: MarketData;
  readonly job: TrialJob;
  readonly loader: string | undefined;
}

/** Rows of other machines may differ in the last digits of logarithms. */
const ROUNDING = 1e-9;

/** The trials of a table that tell most about a leak: the first one knew of no other when it ran, the last one of all others. */
export interface TellingTrials {
  readonly best: RanTrial;
  readonly first: RanTrial;
  readonly last: RanTrial;
}

/**
 * Runs the best and the last trial again in a new instance of the strategy's module, where nothing is left of the trials before them. A strategy that
 * cannot be loaded again runs in this process; then the first trial runs again too.
 *
 * Throws TRIAL_UNREPEATABLE where a row differs.
 */
export async function repeatTrials({ best, first, last }: TellingTrials, experiment: Repeated): Promise<Confirmation> {
  const fresh = await freshStrategy(experiment);
  const others = fresh === undefined ? [first, last] : [last];
  const trials = [best, ...others.filter(({ spec }) => spec.trial !== best.spec.trial)];
  const runner = new TrialRunner(fresh ?? experiment.strategy, experiment.data, experiment.job);
  const how = fresh === undefined ? "same-process" : "fresh-module";
  for (const { spec, row } of trials) {
    const again = runner.rows([spec]);
    await leftForLater();
    const place = again.findIndex((value, i) => !isSame(value, row[i]!));
    if (place >= 0) throw unrepeatable(experiment, spec, { place, was: row[place]!, again: again[place]! }, how);
  }
  return how;
}

/** The strategy from a new instance of its module; undefined without a source, and where that cannot be loaded here or has changed since. */
async function freshStrategy({ strategy, job, loader }: Repeated): Promise<AnyStrategy | undefined> {
  if (job.source === undefined) return undefined;
  try {
    return await loadStrategy(strategy.name, job.source, loader, true);
  } catch {
    return undefined;
  }
}

function isSame(left: number, right: number): boolean {
  if (left === right || (Number.isNaN(left) && Number.isNaN(right))) return true;
  return Math.abs(left - right) <= ROUNDING * Math.max(Math.abs(left), Math.abs(right));
}

function unrepeatable(
  { strategy, job }: Repeated,
  { trial, params }: TrialSpec,
  { place, was, again }: { readonly place: number; readonly was: number; readonly again: number },
  how: Confirmation,
): HindcastError {
  const point = Object.entries(params).map(([name, value]) => `${name} ${value}`);
  const what = job.metrics[place] ?? "the returns of its sessions";
  const where = how === "fresh-module" ? "in a new instance of its module" : "again";
  return new HindcastError(
    "TRIAL_UNREPEATABLE",
    `${strategy.name} must give the same result each time: trial ${trial} (${point.join(", ")}) had ${what} ${was}, and ${again} when it ran ${where}. Keep nothing in variables of the module, in files or in closures from one run to the next; use state, and random() of the context`,
    { strategy: strategy.name, trial, params, metric: job.metrics[place], was, again },
  );
}
