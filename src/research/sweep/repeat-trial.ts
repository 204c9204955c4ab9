import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { SeededRandom } from "../../primitives/random.ts";
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

/** Trials between the first and the last are a sample: this share of all, and so many at most. */
const SAMPLED_SHARE = 0.05;
const MOST_SAMPLED = 16;

/**
 * The numbers of a sample of trials, the later ones first: one of each of so many equal parts of the table. A leak that changes
 * two parts in a row is always met.
 */
export function sampledTrials(length: number, seed: number): number[] {
  const parts = Math.min(MOST_SAMPLED, Math.ceil(SAMPLED_SHARE * length));
  const random = new SeededRandom(seed);
  const begin = (part: number): number => Math.floor((part * length) / parts);
  const trials = Array.from(
    { length: parts },
    (_, part) => begin(part) + Math.floor(random.next() * (begin(part + 1) - begin(part))),
  );
  return trials.toReversed();
}

/** The trials of a table that tell most about a leak: the first one knew of no other when it ran, the last one of all others. */
export interface TellingTrials {
  readonly best: RanTrial;
  readonly first: RanTrial;
  readonly last: RanTrial;
  readonly sampled: readonly RanTrial[];
}

/**
 * Runs the best, the last and the sampled trials again, each in a new instance of the strategy's module, where nothing is left of the trials before it.
 * A strategy that cannot be loaded again runs in this process; then the first trial runs again too.
 *
 * Throws TRIAL_UNREPEATABLE where a row differs.
 */
export async function repeatTrials(
  { best, first, last, sampled }: TellingTrials,
  experiment: Repeated,
): Promise<Confirmation> {
  let fresh = await freshStrategy(experiment);
  const how = fresh === undefined ? "same-process" : "fresh-module";
  const trials = new Map(
    [best, ...(fresh === undefined ? [first] : []), last, ...sampled].map((one) => [one.spec.trial, one]),
  );
  for (const [turn, { spec, row }] of [...trials.values()].entries()) {
    if (turn > 0 && fresh !== undefined) fresh = (await freshStrategy(experiment)) ?? fresh;
    const again = new TrialRunner(fresh ?? experiment.strategy, experiment.data, experiment.job).rows([spec]);
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
