import { HindcastError } from "../../primitives/errors.ts";
import { SeededRandom } from "../../primitives/random.ts";
import type { Executor } from "../executors/executor.ts";
import type { Confirmation, TrialJob, TrialSpec } from "../trials/trial-job.ts";

/** A trial with its row in the table. */
export interface RanTrial {
  readonly spec: TrialSpec;
  readonly row: Float64Array;
}

interface Repeated {
  readonly executor: Executor;
  readonly job: TrialJob;
  readonly signal: AbortSignal | undefined;
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
export function sampledTrials(length: number, seed: number, share = SAMPLED_SHARE): number[] {
  const parts = Math.min(MOST_SAMPLED, Math.ceil(share * length));
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
 * A strategy that cannot be loaded again runs as it is; then the first trial runs again too.
 *
 * Throws TRIAL_UNREPEATABLE where a row differs.
 */
export async function repeatTrials(
  { best, first, last, sampled }: TellingTrials,
  experiment: Repeated,
): Promise<Confirmation> {
  const how = await repeat([best], experiment);
  const others = new Map(
    [...(how === "same-process" ? [first] : []), last, ...sampled].map((one) => [one.spec.trial, one]),
  );
  others.delete(best.spec.trial);
  await repeat([...others.values()], experiment);
  return how;
}

/** Runs trials again, each in a chunk of its own, and compares their rows in the order given. Throws TRIAL_UNREPEATABLE. */
export async function repeat(trials: readonly RanTrial[], { executor, job, signal }: Repeated): Promise<Confirmation> {
  let confirmed: Confirmation = "same-process";
  const again = new Map<number, Float64Array>();
  const chunks = trials.map(({ spec }) => ({ job, trials: [spec], fresh: true }) as const);
  for await (const { trials: ran, rows, how = "same-process" } of executor.map(chunks, { signal })) {
    confirmed = how;
    again.set(ran[0]!.trial, rows);
  }
  for (const { spec, row } of trials) {
    const rows = again.get(spec.trial)!;
    const place = rows.findIndex((value, i) => !isSame(value, row[i]!));
    if (place >= 0) throw unrepeatable(job, spec, { place, was: row[place]!, again: rows[place]! }, confirmed);
  }
  return confirmed;
}

function isSame(left: number, right: number): boolean {
  if (left === right || (Number.isNaN(left) && Number.isNaN(right))) return true;
  return Math.abs(left - right) <= ROUNDING * Math.max(Math.abs(left), Math.abs(right));
}

function unrepeatable(
  { strategy, metrics }: TrialJob,
  { trial, params }: TrialSpec,
  { place, was, again }: { readonly place: number; readonly was: number; readonly again: number },
  how: Confirmation,
): HindcastError {
  const point = Object.entries(params).map(([name, value]) => `${name} ${value}`);
  const what = metrics[place] ?? "the returns of its sessions";
  const where = how === "fresh-module" ? "in a new instance of its module" : "again";
  return new HindcastError(
    "TRIAL_UNREPEATABLE",
    `${strategy} must give the same result each time: trial ${trial} (${point.join(", ")}) had ${what} ${was}, and ${again} when it ran ${where}. Keep nothing in variables of the module, in files or in closures from one run to the next; use state, and random() of the context`,
    { strategy, trial, params, metric: metrics[place], was, again },
  );
}
