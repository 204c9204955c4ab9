import { HindcastError } from "../../primitives/errors.ts";
import { SeededRandom } from "../../primitives/random.ts";
import type { Executor } from "../executors/executor.ts";
import type { Confirmation, TrialJob, TrialSpec } from "../trials/trial-job.ts";

/** A completed trial with its row in the table. */
export interface CompletedTrial {
  readonly spec: TrialSpec;
  readonly row: Float64Array;
}

interface RepeatContext {
  readonly executor: Executor;
  readonly job: TrialJob;
  readonly signal: AbortSignal | undefined;
}

/** Relative tolerance of a comparison, since logarithms on other machines may differ in their last digits. */
const TOLERANCE = 1e-9;

/** Share of the trials that is repeated. */
const SAMPLED_SHARE = 0.05;
const MAX_SAMPLED = 16;

/**
 * Draws a sample of trial numbers, in descending order, one from each of several equal parts of the table. State that affects two
 * consecutive parts is always found.
 */
export function sampledTrials(length: number, seed: number, share = SAMPLED_SHARE): number[] {
  const parts = Math.min(MAX_SAMPLED, Math.ceil(share * length));
  const random = new SeededRandom(seed);
  const begin = (part: number): number => Math.floor((part * length) / parts);
  const trials = Array.from(
    { length: parts },
    (_, part) => begin(part) + Math.floor(random.next() * (begin(part + 1) - begin(part))),
  );
  return trials.toReversed();
}

/** The trials that are most likely to show state kept from earlier trials: among others the first and the last. */
export interface RepeatCandidates {
  readonly best: CompletedTrial;
  readonly first: CompletedTrial;
  readonly last: CompletedTrial;
  readonly sampled: readonly CompletedTrial[];
}

/**
 * Repeats the best, the last and the sampled trials, each in a new instance of the strategy's module, without state of earlier trials. If
 * the module cannot be reloaded, the same strategy object runs again, and the first trial is repeated too.
 *
 * Throws TRIAL_UNREPEATABLE if a row differs.
 */
export async function repeatTrials(
  { best, first, last, sampled }: RepeatCandidates,
  experiment: RepeatContext,
): Promise<Confirmation> {
  const how = await repeatEach([best], experiment);
  const others = new Map(
    [...(how === "same-process" ? [first] : []), last, ...sampled].map((one) => [one.spec.trial, one]),
  );
  others.delete(best.spec.trial);
  await repeatEach([...others.values()], experiment);
  return how;
}

/** Repeats each trial in a chunk of its own and compares the rows. Throws TRIAL_UNREPEATABLE if a row differs. */
export async function repeatEach(
  trials: readonly CompletedTrial[],
  { executor, job, signal }: RepeatContext,
): Promise<Confirmation> {
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
    if (place >= 0) throw unrepeatableError(job, spec, { place, was: row[place]!, again: rows[place]! }, confirmed);
  }
  return confirmed;
}

function isSame(left: number, right: number): boolean {
  if (left === right || (Number.isNaN(left) && Number.isNaN(right))) return true;
  return Math.abs(left - right) <= TOLERANCE * Math.max(Math.abs(left), Math.abs(right));
}

function unrepeatableError(
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
