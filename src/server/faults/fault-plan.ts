import { SeededRandom } from "../../primitives/random.ts";
import type { ParameterProblem } from "../../schemas/api-error.ts";
import type { FaultRule, Faults, FaultsBody } from "../../schemas/faults.ts";
import { type ApiError, invalidParameters } from "../errors/api-error.ts";
import type { ReplaySession } from "../sessions/session.ts";
import { type FaultedRequest, faultKinds, type FaultKindDefinition, type MessageEffect } from "./fault-kinds.ts";

/** What injected faults do before or after a request is processed. */
export interface FaultStage {
  readonly stallMs: number;
  readonly error: ApiError | undefined;
}

/** The injected faults of one request. */
export interface RequestFaults {
  /** Kinds of the faults, in the order of their rules. */
  readonly names: readonly string[];
  readonly before: FaultStage;
  readonly after: FaultStage;
}

/** Members that a fault rule of any kind may have. */
const COMMON_MEMBERS: readonly string[] = ["fault", "probability", "every", "times"];

/** The injected faults of one session. The same seed, rules and requests give the same faults. */
class FaultPlan {
  readonly seed: number;
  readonly #rules: readonly ActiveRule[];

  /** Throws INVALID_PARAMETERS for invalid rules. */
  constructor({ seed, rules }: FaultsBody) {
    const problems = rules.flatMap(problemsOf);
    if (problems.length > 0) throw invalidParameters(problems);
    this.seed = seed;
    this.#rules = rules.map((rule, place) => new ActiveRule(rule, seed, place));
  }

  get rules(): Faults["rules"] {
    return this.#rules.map(({ rule, seen, injected }) => ({ ...rule, seen, injected }));
  }

  /** Returns the injected faults of a request; undefined if there are none. `path` is relative to the root path of the API's version. */
  request(owner: string, method: string, path: string, facts: FaultedRequest): RequestFaults | undefined {
    const names: string[] = [];
    const stages = { before: new Stage(), after: new Stage() };
    for (const active of this.#rules) {
      const { rule, kind } = active;
      if (kind.request === undefined || (rule.method ?? method) !== method || !path.startsWith(rule.path ?? "/"))
        continue;
      if (!active.countAndDecide(owner)) continue;
      names.push(rule.fault);
      const { stallMs = 0, error } = kind.request(rule);
      const stage = stages[rule.when ?? "before"];
      stage.stallMs += stallMs;
      stage.error ??= error?.(facts);
    }
    return names.length === 0 ? undefined : { names, ...stages };
  }

  /** Returns the injected faults of a stream message to an API key; undefined if there are none. */
  message(owner: string, type: string): MessageEffect | undefined {
    let effect: MessageEffect | undefined;
    for (const active of this.#rules) {
      const { rule, kind } = active;
      if (kind.message === undefined || (rule.messages as readonly string[] | undefined)?.includes(type) === false)
        continue;
      if (active.countAndDecide(owner)) effect = { ...effect, ...kind.message(rule) };
    }
    return effect;
  }
}

class Stage implements FaultStage {
  stallMs = 0;
  error: ApiError | undefined;
}

function problemsOf(rule: FaultRule, place: number): ParameterProblem[] {
  const { allowed, required } = faultKinds[rule.fault];
  const problem = (member: string, reason: string): ParameterProblem => ({
    in: "body",
    parameter: `rules.${place}.${member}`,
    reason,
  });
  const problems = Object.keys(rule)
    .filter((member) => !COMMON_MEMBERS.includes(member) && !(allowed as readonly string[]).includes(member))
    .map((member) => problem(member, `must be left out: it has no effect on ${rule.fault}`));
  if (required !== undefined && rule[required] === undefined)
    problems.push(problem(required, `must be given for ${rule.fault}`));
  if ((rule.probability === undefined) === (rule.every === undefined))
    problems.push(problem("probability", "or every must be given, but not both"));
  return problems;
}

/** How far a fault rule has counted for one API key. */
interface KeyProgress {
  readonly random: SeededRandom;
  seen: number;
  injected: number;
}

/** Difference between the seeds of successive rules, so that each rule has its own random numbers. */
const SEED_STRIDE = 0x9e37_79b9;

/** A fault rule with its counters. It counts each API key separately, so that the faults of one client do not depend on others. */
class ActiveRule {
  readonly rule: FaultRule;
  readonly kind: FaultKindDefinition;
  readonly #seed: number;
  readonly #progressByKey = new Map<string, KeyProgress>();

  constructor(rule: FaultRule, seed: number, place: number) {
    this.rule = rule;
    this.kind = faultKinds[rule.fault];
    this.#seed = (seed + Math.imul(place + 1, SEED_STRIDE)) | 0;
  }

  get seen(): number {
    return this.#sum(({ seen }) => seen);
  }

  get injected(): number {
    return this.#sum(({ injected }) => injected);
  }

  /** Counts a request or message to which the rule applies. Returns whether it gets the fault. */
  countAndDecide(owner: string): boolean {
    const { probability, every = Infinity, times = Infinity } = this.rule;
    let progress = this.#progressByKey.get(owner);
    if (progress === undefined) {
      progress = { random: new SeededRandom(this.#seed), seen: 0, injected: 0 };
      this.#progressByKey.set(owner, progress);
    }
    progress.seen++;
    const due = probability === undefined ? progress.seen % every === 0 : progress.random.next() < probability;
    if (!due || progress.injected >= times) return false;
    progress.injected++;
    return true;
  }

  #sum(value: (progress: KeyProgress) => number): number {
    let sum = 0;
    for (const progress of this.#progressByKey.values()) sum += value(progress);
    return sum;
  }
}

/** The injected faults of all sessions, and the requests that faults delay. */
export class FaultPlans {
  readonly #plans = new WeakMap<ReplaySession, FaultPlan>();
  readonly #waiting = new Map<() => void, NodeJS.Timeout>();

  /** Returns the injected faults of a session; undefined if there are none. */
  planOf(session: ReplaySession): FaultPlan | undefined {
    return this.#plans.get(session);
  }

  show(session: ReplaySession): Faults {
    const { seed = 0, rules = [] } = this.#plans.get(session) ?? {};
    return { session: session.id, seed, rules };
  }

  /** Replaces the injected faults of a session, and starts their counters at zero. Throws INVALID_PARAMETERS. */
  set(session: ReplaySession, body: FaultsBody): void {
    this.#plans.set(session, new FaultPlan(body));
  }

  clear(session: ReplaySession): void {
    this.#plans.delete(session);
  }

  /** Calls `then` after `ms` milliseconds of real time, or when the server closes; at once for 0. */
  wait(ms: number, then: () => void): void {
    if (ms === 0) {
      then();
      return;
    }
    const done = (): void => {
      clearTimeout(this.#waiting.get(done));
      if (this.#waiting.delete(done)) then();
    };
    this.#waiting.set(done, setTimeout(done, ms));
  }

  /** Continues all requests that faults delay. */
  close(): void {
    for (const done of this.#waiting.keys()) done();
  }
}
